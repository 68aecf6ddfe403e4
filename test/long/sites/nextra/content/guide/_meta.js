export default { install: "Install it" };
