import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AddressList } from "../../corpus/addresses/address-list.ts";
import { parseAddressList } from "../../corpus/addresses/parse-address-list.ts";
import { DocgateError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import { parsePublicKey } from "../../corpus/signature/public-key.ts";
import { readSignatures, signatureFileOf } from "../../corpus/signature/read-signatures.ts";
import { requireSignedAddresses, verifySignatures } from "../../corpus/signature/verify.ts";
import type { AskOptions } from "../online/ask.ts";
import { download } from "../online/download.ts";
import { KnownSite } from "./known-site.ts";

/** Where the addresses of another documentation are. */
export interface SiteSource {
  /** A file, or an address that begins with `http`. */
  readonly addresses: string;
  /** Public keys in the form `NAME:KEY`: one of them must have signed. */
  readonly trust: readonly string[];
  /** The address of the site; null for the one that the list names. */
  readonly prefix: string | null;
}

interface LoadedSites {
  readonly sites: readonly KnownSite[];
  /** Lists that could not be read now, with the reasons; it says nothing about links. */
  readonly unread: ReadonlyMap<string, string>;
}

/**
 * Loads the addresses of other documentations. A file needs no network.
 *
 * @throws {DocgateError} `corpus-signature` if none of its keys has signed a list, `addresses` or `file` if
 *   there is none, `setting` for a key or an address that cannot be used
 */
export async function loadSites(
  sources: readonly SiteSource[],
  options: Omit<AskOptions, "signal">,
): Promise<LoadedSites> {
  const sites: KnownSite[] = [];
  const unread = new Map<string, string>();
  const signal = AbortSignal.timeout(TOTAL_MS);
  for (const source of sources) {
    const loaded = await loadSite(source, { ...options, signal });
    if (loaded instanceof KnownSite) sites.push(loaded);
    else unread.set(source.addresses, loaded.reason);
  }
  return { sites, unread };
}

const TOTAL_MS = 10 * 60_000;

/** Why something cannot be read now. */
interface Unread {
  readonly reason: string;
}

async function loadSite(source: SiteSource, options: AskOptions): Promise<KnownSite | Unread> {
  const { addresses, trust } = source;
  const trusted = trust.map(parsePublicKey);
  const read = isUrl(addresses) ? readUrl : readFiles;
  const found = await read(addresses, options);
  if ("reason" in found) return found;
  const { list, signatures, file } = found;
  const signed = await verifySignatures(signatures, { file, trusted, nowMs: options.now() });
  const sha256 = createHash("sha256").update(list).digest("hex");
  requireSignedAddresses(signed, { file: addresses, sha256 });
  const parsed = parseAddressList(list.toString(), addresses);
  return new KnownSite(parsed, prefixOf(parsed, source));
}

/** Returns the address of a site: of a list without one, that of the server that has it. */
function prefixOf({ siteUrl }: AddressList, { prefix, addresses }: SiteSource): string {
  const known = prefix ?? siteUrl ?? (isUrl(addresses) ? new URL(addresses).origin : null);
  if (known !== null) return known;
  const message = `"${addresses}" does not say at which address its site is: its publisher has set no "siteUrl". Name it as the key in "against" of the configuration.`;
  throw new DocgateError("setting", message);
}

function isUrl(place: string): boolean {
  return /^https?:/i.test(place);
}

interface SignedList {
  readonly list: Buffer;
  readonly signatures: string;
  /** Name of the signature file. */
  readonly file: string;
}

async function readFiles(file: string): Promise<SignedList> {
  const list = await readFile(file).catch((error) => {
    throw explainFileError(error, { use: "read", file });
  });
  const signatures = await readSignatures(file);
  if (signatures === null) throw unsigned(file);
  return { list, signatures, file: signatureFileOf(file) };
}

async function readUrl(address: string, options: AskOptions): Promise<SignedList | Unread> {
  const place = URL.parse(address);
  if (place === null) {
    throw new DocgateError("setting", `"${address}" is not an address. Expected a file or a URL.`);
  }
  const list = await download(place, options);
  if (list.kind === "undecided") return list;
  if (list.kind === "broken") {
    const message = `"${address}" cannot be read: ${list.reason}. Expected what "docgate addresses" prints.`;
    throw new DocgateError("addresses", message);
  }
  place.pathname = signatureFileOf(place.pathname);
  const signatures = await download(place, options);
  if (signatures.kind === "undecided") return signatures;
  if (signatures.kind === "broken") throw unsigned(address);
  return { list: list.body, signatures: signatures.body.toString(), file: place.href };
}

function unsigned(place: string): DocgateError {
  const message = `"${place}" has no signature: there is no "${signatureFileOf(place)}". Its publisher makes one with "docgate sign" and "docgate addresses --out".`;
  return new DocgateError("corpus-signature", message);
}
