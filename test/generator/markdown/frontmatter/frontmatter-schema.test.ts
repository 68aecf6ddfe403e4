import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { generateFrom } from "../../../support/tree.ts";
import { placeOf } from "../../single.ts";

const schema = z.strictObject({
  title: z.string().min(3),
  tags: z.array(z.string()).optional(),
  owner: z.object({ team: z.string() }).optional(),
});

describe("frontmatter-schema", () => {
  it("frontmatter-schema: valid frontmatter has no problem", async () => {
    const { problems } = await generateFrom(
      { "a.md": "---\ntitle: Fine\ntags: [x]\n---\n" },
      { frontmatter: schema },
    );

    expect(problems).toEqual([]);
  });

  it.each([
    ["a wrong value", "---\ntags: []\ntitle: no\n---\n", "a.md:3:1", '"title"'],
    ["inside a list", "---\ntitle: Fine\ntags: [x, 1]\n---\n", "a.md:3:1", '"tags.1"'],
    ["inside a mapping", "---\ntitle: Fine\nowner:\n  team: 1\n---\n", "a.md:3:1", '"owner.team"'],
    ["a missing key", "---\ntags: [x]\n---\n", "a.md:1:1", '"title"'],
    ["no frontmatter at all", "# Heading\n", "a.md:1:1", '"title"'],
    ["an unknown key", "---\ntitle: Fine\ncolour: red\n---\n", "a.md:1:1", "colour"],
    ["CRLF", "---\r\ntags: []\r\ntitle: no\r\n---\r\n", "a.md:3:1", '"title"'],
  ])("frontmatter-schema: %s is an error at its key", async (_, text, place, about) => {
    const { problems } = await generateFrom({ "a.md": text }, { frontmatter: schema });

    expect(problems.map(placeOf)).toEqual([`${place} frontmatter-schema`]);
    expect(problems[0]).toMatchObject({ severity: "error" });
    expect(problems[0]!.message).toContain(about);
  });

  it("frontmatter-schema: its severity can be set like any rule's", async () => {
    const files = { "a.md": "# A" };

    const warned = await generateFrom(files, {
      frontmatter: schema,
      rules: { "frontmatter-schema": "warn" },
    });
    const silent = await generateFrom(files, {
      frontmatter: schema,
      rules: { "frontmatter-schema": "off" },
    });

    expect(warned.problems.map(({ severity }) => severity)).toEqual(["warn"]);
    expect(silent.problems).toEqual([]);
  });

  it("frontmatter-schema: accepts any Standard Schema, including an asynchronous one", async () => {
    const later: StandardSchemaV1 = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async (value) => ({
          issues: [{ message: JSON.stringify(value), path: [{ key: "x" }] }, { message: "whole" }],
        }),
      },
    };

    const { problems } = await generateFrom(
      { "a.md": "---\na: 1\nx: [.inf, 2024-01-01]\n---\n" },
      { frontmatter: later },
    );

    expect(problems.map((problem) => `${placeOf(problem)} ${problem.message}`)).toEqual([
      "a.md:1:1 frontmatter-schema Frontmatter: whole",
      'a.md:3:1 frontmatter-schema Frontmatter "x": {"a":1,"x":[null,"2024-01-01"]}',
    ]);
  });
});
