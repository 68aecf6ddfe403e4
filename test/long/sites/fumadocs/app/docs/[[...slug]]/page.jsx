import { Step, Steps } from "fumadocs-ui/components/steps";
import { Tab, Tabs } from "fumadocs-ui/components/tabs";
import defaultComponents, { createRelativeLink } from "fumadocs-ui/mdx";
import { source } from "../../../lib/source";

export default async function Page({ params }) {
  const { slug } = await params;
  const page = source.getPage(slug);
  const { body: Content } = page.data;
  const components = { ...defaultComponents, Step, Steps, Tab, Tabs };
  return (
    <main>
      <Content components={{ ...components, a: createRelativeLink(source, page) }} />
    </main>
  );
}

export function generateStaticParams() {
  return source.generateParams();
}
