export default { index: "Acme", guide: "Guide" };
