import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../runtime/agents/token-estimate.ts";
import { countTokens } from "../../support/agent-answers.ts";
import { ROOT } from "../../support/command.ts";

const TEXTS = {
  Chinese: "响应式系统会在数据变化时自动更新页面，你可以用 `ref()` 声明状态。",
  Japanese: "開発者向けのドキュメントです。詳しくはガイドを参照してください。",
  Korean: "개발자를 위한 문서입니다. 설치 방법은 안내서를 참고하세요.",
  Russian: "Это документация для разработчиков: установка, настройка и запуск.",
  Arabic: "وثائق للمطورين حول التثبيت والإعداد والتشغيل.",
  Thai: "เอกสารสำหรับนักพัฒนา เกี่ยวกับการติดตั้งและการตั้งค่า",
  Hindi: "डेवलपर्स के लिए दस्तावेज़, स्थापना और विन्यास के बारे में",
  emoji: "😀🎉🚀💡🔥 👩‍💻 ✅ ⚠️ 🇫🇷",
  code: "const { a = [], ...rest }: Record<string, Array<Map<K, V>>> = await f<T>(x => x?.y ?? 0);",
  identifiers: "XMLHttpRequest getElementsByTagNameNS HTTP2_STREAM_STATE kubectl_get_pods_v1beta1",
  hashes:
    "3fa9c1d27be04a6f9e5d 550e8400-e29b-41d4-a716-446655440000 sha512-b1946ac92492d2347c6235b4d2611184",
  base64: "eNp9kktPwzAMx7+KlcsAjZY9DlM1TQK0AxyQgCNcStuOSJs4ykN7qN+dtN0qsQdHx3/7Zz+qyKR1U",
  table: "| a | b |\n| --- | :-: |\n| `x` | 1.0 |\n",
  numbers: "3.14159 26535 89793 192.168.100.254:65535 2026-07-28T12:34:56.789Z",
  columns: "     42    84.26      12.71   2,488.84   20588   1 powershell",
  percent: "/docs/%E6%8C%87%E5%8D%97/%E5%AE%89%E8%A3%85#%E6%96%B9%E6%B3%95",
  shell: "curl -fsSL https://example.com/x.tgz | tar xz --strip-components=1 -C /usr/local",
};

describe("estimateTokens", () => {
  it.each(Object.entries(TEXTS))("is an upper bound for %s, also of many lines", (_, text) => {
    for (const times of [1, 3, 40]) {
      const long = `${text}\n`.repeat(times);
      expect(estimateTokens(long)).toBeGreaterThanOrEqual(countTokens(long));
    }
  });

  it("is an upper bound for every paragraph of docgate's documentation, and at most half as much again on the whole", async () => {
    let [estimated, counted] = [0, 0];
    for await (const file of glob("{content,test/fixtures/handbook}/**/*.md", { cwd: ROOT })) {
      const text = readFileSync(join(ROOT, file), "utf8");
      for (const paragraph of text.split("\n\n")) {
        const count = countTokens(paragraph);
        expect([paragraph, estimateTokens(paragraph) >= count]).toEqual([paragraph, true]);
        estimated += estimateTokens(paragraph);
        counted += count;
      }
    }
    expect(estimated / counted).toBeLessThan(1.5);
  });

  it("is never more for a text than for its lines one by one", () => {
    const text = readFileSync(join(ROOT, "content/graphql/http.md"), "utf8");
    const lines = text.split(/(?<=\n)/);
    const sum = lines.reduce((total, line) => total + estimateTokens(line), 0);
    expect(estimateTokens(text)).toBeLessThanOrEqual(sum);
  });
});
