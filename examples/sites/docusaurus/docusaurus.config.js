export default {
  title: "Acme",
  url: "https://acme.example",
  baseUrl: "/",
  presets: [["classic", { docs: { sidebarPath: "./sidebars.js" }, blog: false }]],
};
