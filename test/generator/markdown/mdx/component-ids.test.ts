import { expect, it } from "vitest";
import { placesIn } from "../../single.ts";

/** Returns the fragments that lead nowhere in a page with these components. */
async function lostFragments(
  components: string,
  {
    fragments,
    rule,
  }: { readonly fragments: readonly string[]; readonly rule: "mintlify" | "nextra" },
): Promise<string[]> {
  const links = fragments.map((fragment) => `[Link](#${fragment})`);
  const page = `${components}\n\n${links.join("\n")}\n`;
  const site = { mdx: [".mdx"], componentIds: [rule] };
  const places = await placesIn({ "page.mdx": page }, { site });
  const first = components.split("\n").length + 2;
  return places.map((place) => fragments[Number(place.split(":")[1]) - first]!);
}

it("components of Mintlify have the ids that @mintlify/common gives them", async () => {
  // Given by generateComponentId, generateParamFieldId and slugify of @mintlify/common 1.0.1211.
  const components = [
    ['<Accordion title="How do I use it?" />', "how-do-i-use-it"],
    ['<Accordion title="Don\'t panic: A & B" />', "dont-panic-a-and-b"],
    ['<View title="Über uns" />', "ueber-uns"],
    ['<Tab title="Node.js" />', "node-js"],
    ['<Step title="Install the CLI" />', "install-the-cli"],
    ['<Update label="March 2026" />', "march-2026"],
    ['<ResponseField name="userId" type="string" />', "param-user-id"],
    ['<ParamField query="page_size" />', "param-page-size"],
    ['<ParamField header="X-API-Key" />', "param-x-api-key"],
    ['<ParamField body="HTTP2Server" />', "param-http-2-server"],
    ['<Tab title="Other" id="own" />', "own"],
  ];
  const fragments = [...components.map(([, id]) => id!), "other", "step"];

  const page = components.map(([element]) => element).join("\n\n");
  const lost = await lostFragments(page, { fragments, rule: "mintlify" });

  expect(lost).toEqual(["other", "step"]);
});

it("repeated titles of Mintlify are counted", async () => {
  const page = '<Accordion title="Same" />\n\n<Accordion title="Same" />';
  const fragments = ["same", "same-1", "same-3"];

  expect(await lostFragments(page, { fragments, rule: "mintlify" })).toEqual(["same-3"]);
});

it("a list of tabs of Nextra has headings", async () => {
  const page = '<Tabs items={["npm", `Yarn 4`, { label: "Bun", disabled: true }, other]} />';
  const plain = page.replace(", other", "");
  const fragments = ["npm", "yarn-4", "bun"];

  expect(await lostFragments(plain, { fragments, rule: "nextra" })).toEqual([]);
  // With a name in it, the list is not known.
  expect(await lostFragments(page, { fragments, rule: "nextra" })).toEqual(fragments);
});
