export default { paths: () => [{ params: { name: "eins" } }] };
