export default {
  title: "Acme",
  cleanUrls: true,
  themeConfig: {
    sidebar: [
      { text: "Start", link: "/" },
      { text: "Install", link: "/guide/install" },
    ],
  },
};
