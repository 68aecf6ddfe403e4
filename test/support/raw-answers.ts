import type { Socket } from "node:net";

/** An answer as it came on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Reads the answers to requests that were sent at once, in order.
 *
 * @returns those that arrived completely before the connection ended
 * @throws {Error} if something is not an answer of HTTP/1.1
 */
export async function readAnswers(socket: Socket, count: number): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  let rest = "";
  // Each byte is one character, as lengths count them.
  for await (const part of socket.setEncoding("latin1")) {
    rest += part;
    for (let one = takeAnswer(rest); one !== null; one = takeAnswer(rest)) {
      answers.push(one.answer);
      rest = one.rest;
    }
    if (answers.length >= count) break;
  }
  return answers;
}

interface SplitAnswer {
  readonly answer: RawAnswer;
  readonly rest: string;
}

/** Takes an answer from the beginning of what has arrived; null if it is not complete. */
function takeAnswer(text: string): SplitAnswer | null {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  if (code === undefined) throw new Error(`Not an answer: ${JSON.stringify(text.slice(0, 200))}`);
  const status = Number(code);
  const head = text.slice(0, headEnd).toLowerCase();
  const after = text.slice(headEnd + 4);
  if (status === 204 || status === 304) return { answer: { status, body: "" }, rest: after };
  if (head.includes("\r\ntransfer-encoding: chunked")) return takeChunks(status, after);
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  if (after.length < length) return null;
  return { answer: { status, body: after.slice(0, length) }, rest: after.slice(length) };
}

function takeChunks(status: number, text: string): SplitAnswer | null {
  let body = "";
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return null;
    const line = text.slice(at, lineEnd);
    if (!/^[0-9a-f]+$/i.test(line))
      throw new Error(`Not the length of a chunk: ${line.slice(0, 80)}`);
    const size = Number.parseInt(line, 16);
    const end = lineEnd + 2 + size + 2;
    if (text.length < end) return null;
    if (size === 0) return { answer: { status, body }, rest: text.slice(end) };
    body += text.slice(lineEnd + 2, end - 2);
    at = end;
  }
}
