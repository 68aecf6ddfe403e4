import nextra from "nextra";

const withNextra = nextra({ contentDirBasePath: "/docs" });

export default withNextra({
  output: "export",
  trailingSlash: true,
  basePath: "/site",
  images: { unoptimized: true },
});
