import { generateStaticParamsFor, importPage } from "nextra/pages";
import { useMDXComponents } from "../../../mdx-components";

const paramsOf = generateStaticParamsFor("mdxPath");

export async function generateStaticParams() {
  return await paramsOf();
}

export default async function Page({ params }) {
  const { mdxPath } = await params;
  const { default: Content, ...page } = await importPage(mdxPath);
  const { wrapper: Wrapper } = useMDXComponents();
  return (
    <Wrapper {...page}>
      <Content />
    </Wrapper>
  );
}
