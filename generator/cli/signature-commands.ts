import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { DocgateError } from "../../corpus/error.ts";
import { type NumberRange, parseWholeNumber } from "../../corpus/text/whole-number.ts";
import { builtOption, configOption, type GeneratorContext, trustOption } from "./options.ts";
import { print, say } from "./output.ts";

interface SignFlags {
  readonly key: string;
  readonly sequence?: number;
  readonly expires?: number;
}

interface VerifyFlags {
  readonly trust: readonly string[];
  readonly rebuild?: string;
  readonly config?: string;
  readonly built?: string;
}

/** Creates the commands that say who published a corpus, and check it. */
export function signatureCommands(context: GeneratorContext): Command[] {
  return [keygenCommand(), signCommand(), verifyCommand(context)];
}

function keygenCommand(): Command {
  return new Command("keygen")
    .description("make a key to sign corpora with, and print its public half")
    .argument("<name>", "name of the key, as others will trust it")
    .option("--out <file>", "file for the private key (default: <name>.key.json)")
    .addHelpText("after", "\nKeep the private key secret: who has it can sign in its name.")
    .action(async (name: string, { out = `${name}.key.json` }: { out?: string }) => {
      const { makeKey } = await import("./sign.ts");
      print(await makeKey(name, out));
      say(`The private key is in ${out}. Keep it secret; the line above is public.`);
    });
}

function signCommand(): Command {
  return new Command("sign")
    .description("sign a corpus file: write CORPUS.sig, or add a signature to it")
    .addArgument(corpusArgument())
    .requiredOption("--key <place>", "the private key: a file, or env:VARIABLE")
    .addOption(
      new Option(
        "--sequence <number>",
        "serve never replaces a corpus by one with a smaller number (default: 0)",
      ).argParser(wholeNumber({ from: 0, to: Number.MAX_SAFE_INTEGER })),
    )
    .addOption(
      new Option("--expires <days>", "days until the signature expires (default: never)").argParser(
        wholeNumber({ from: 1, to: 36_500 }),
      ),
    )
    .action(async (corpus: string, { key, sequence, expires }: SignFlags) => {
      const { signCorpus } = await import("./sign.ts");
      const { env } = process;
      say(await signCorpus(corpus, { key, sequence, days: expires, env, nowMs: Date.now() }));
    });
}

function verifyCommand(context: GeneratorContext): Command {
  return new Command("verify")
    .description("check who signed a corpus file, or that a tree generates it")
    .addArgument(corpusArgument())
    .addOption(trustOption("a key whose signature counts"))
    .option("--rebuild <dir>", "generate this tree again, and compare the bytes")
    .addOption(configOption())
    .addOption(builtOption())
    .addHelpText("after", "\nExit status: 1 when the corpus is not what it should be, 0 otherwise.")
    .action(async (corpus: string, { trust, rebuild, config, built }: VerifyFlags) => {
      if (trust.length === 0 && rebuild === undefined) {
        const message = "Nothing to verify. Name a key with --trust, or a tree with --rebuild.";
        throw new DocgateError("setting", message);
      }
      if (trust.length > 0) {
        const { verifyCorpusFile } = await import("./verify-corpus.ts");
        for (const line of await verifyCorpusFile(corpus, { trust, nowMs: Date.now() }))
          print(line);
      }
      if (rebuild !== undefined) {
        const { compareWithTree } = await import("./compare-with-tree.ts");
        print(await compareWithTree(corpus, { dir: rebuild, config, built, ...context }));
      }
    });
}

function corpusArgument(): Argument {
  return new Argument("<corpus>", "the corpus file");
}

function wholeNumber(range: NumberRange) {
  return (text: string): number => {
    const number = parseWholeNumber(text, range);
    if (number !== null) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${range.from} to ${range.to}.`);
  };
}
