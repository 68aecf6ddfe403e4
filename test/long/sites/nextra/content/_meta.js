export default {
  index: "Documentation",
  "---": { type: "separator" },
  reference: { title: "Reference" },
  guide: "The guide",
  outside: { title: "Outside", href: "https://example.com/" },
  hidden: { display: "hidden" },
};
