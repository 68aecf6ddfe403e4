import { createHash } from "node:crypto";
import { Command } from "commander";
import { formatAddressList } from "../../../corpus/addresses/address-list.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { defaultFile } from "../../serve/edition-files.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import { printChunks, say } from "../output.ts";
import { readCorpus } from "../read-corpus.ts";

interface AddressesFlags extends SettingFlags {
  readonly out?: string;
}

/** The command that lists the addresses of a corpus, for the docs of others. */
export function addressesCommand(context: CommandContext): Command {
  return withSettings(new Command("addresses"), ["corpus"])
    .description("list the addresses of a corpus, for others that check their links against them")
    .option("--out <file>", "write them to a file, and the signature of the corpus next to it")
    .action(async ({ out, ...flags }: AddressesFlags) => {
      const file = defaultFile(await loadSettings(flags, context));
      const corpus = await readCorpus(file);
      const list = formatAddressList(corpus);
      if (out === undefined) return printChunks([list]);
      await writeList(out, { list, corpus, file });
    });
}

interface ListToWrite {
  readonly list: string;
  readonly corpus: Corpus;
  /** The corpus file. */
  readonly file: string;
}

async function writeList(out: string, { list, corpus, file }: ListToWrite): Promise<void> {
  const { makeFolderOf, replaceFile } = await import("../../../corpus/write/replace-file.ts");
  const { readSignatures, signatureFileOf } = await import(
    "../../../corpus/signature/read-signatures.ts"
  );
  const { signedAddresses } = await import("../../../corpus/signature/signed-digest.ts");
  await makeFolderOf(out);
  await replaceFile(out, Buffer.from(list));
  say(`The addresses of ${corpus.docs.length} pages are written to ${out}`);
  const signatures = await readSignatures(file);
  const sha256 = createHash("sha256").update(list).digest("hex");
  if (signatures !== null && signedAddresses(signatures, file) === sha256) {
    await replaceFile(signatureFileOf(out), Buffer.from(signatures));
    say(`Their signature is in ${signatureFileOf(out)}`);
    return;
  }
  say(`They are not signed: sign the corpus with "docgate sign", then write them again.`);
}
