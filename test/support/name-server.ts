import { createSocket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** A name server on this machine, for one test. */
export interface NameServer {
  /** Formatted as `address:port`. */
  readonly address: string;
  /** The names asked for, in order, once for each address family. */
  readonly questions: readonly string[];
}

const TYPE_A = 1;
const TYPE_TXT = 16;
const NAME_ERROR = 3;

/**
 * Answers questions for IPv4 addresses, with no time to live; there are no IPv6 addresses.
 *
 * @param answer returns the addresses of a name: none if it does not exist, null to stay silent
 */
export function serveNames(
  answer: (name: string) => readonly string[] | null,
): Promise<NameServer> {
  return serve(answer, { type: TYPE_A, record: addressRecord });
}

/**
 * Answers questions for texts (TXT), with no time to live.
 *
 * @param answer returns the texts of a name: none if it does not exist, null to stay silent
 */
export function serveTexts(
  answer: (name: string) => readonly string[] | null,
): Promise<NameServer> {
  return serve(answer, { type: TYPE_TXT, record: textRecord });
}

interface RecordKind {
  readonly type: number;
  record(value: string): Buffer;
}

async function serve(
  answer: (name: string) => readonly string[] | null,
  kind: RecordKind,
): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, client) => {
    const { name, type, end } = readQuestion(query);
    questions.push(name);
    const values = answer(name);
    if (values === null) return;
    const records = type === kind.type ? values.map(kind.record) : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (values.length === 0 ? NAME_ERROR : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    const reply = Buffer.concat([head, query.subarray(12, end), ...records]);
    socket.send(reply, client.port, client.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Composes a record of the requested name (a pointer to it, RFC 1035 §4.1.4). */
function addressRecord(address: string): Buffer {
  const fields = [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4];
  return Buffer.from([...fields, ...address.split(".").map(Number)]);
}

/** Composes a record with a text of ASCII, in parts that follow each other (RFC 1035 §3.3.14). */
function textRecord(text: string): Buffer {
  const parts = text.match(/.{1,40}/g)!.map((part) => [part.length, ...Buffer.from(part)]);
  const data = parts.flat();
  const fields = [0xc0, 12, 0, TYPE_TXT, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff];
  return Buffer.from([...fields, ...data]);
}
