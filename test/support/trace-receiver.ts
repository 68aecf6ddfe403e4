import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface ReceivedSpan {
  readonly name: string;
  /** In hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 for an error. */
  readonly status: number;
}

export interface TraceReceiver {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  spans(): readonly ReceivedSpan[];
  /** Returns the attributes of the sender. */
  resource(): Readonly<Record<string, string | number>>;
}

/** Receives traces by OTLP over HTTP until the test ends. @param answers false to never answer */
export async function startTraceReceiver({ answers = true } = {}): Promise<TraceReceiver> {
  const requests: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await buffer(request) });
    if (answers) response.writeHead(200, { "Content-Type": "application/x-protobuf" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // ExportTraceServiceRequest: resource_spans = 1; there: resource = 1, scope_spans = 2 (spans = 2).
  const resourceSpans = () => requests.flatMap(({ body }) => messages(read(body), 1));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      resourceSpans()
        .flatMap((fields) => messages(fields, 2))
        .flatMap((fields) => messages(fields, 2))
        .map(toSpan),
    resource: () => {
      const [first] = resourceSpans().flatMap((fields) => messages(fields, 1));
      return attributesOf(first!, 1);
    },
  };
}

/** A protobuf message: values by their field numbers. */
type Fields = ReadonlyMap<number, readonly (Buffer | number)[]>;

function toSpan(fields: Fields): ReceivedSpan {
  const hex = (field: number) => bytes(fields, field).toString("hex");
  const [status] = messages(fields, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: bytes(fields, 5).toString(),
    kind: Number(fields.get(6)?.[0] ?? 0),
    attributes: attributesOf(fields, 9),
    status: Number(status?.get(3)?.[0] ?? 0),
  };
}

function attributesOf(fields: Fields, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(fields, field).map((pair) => {
      const [value] = messages(pair, 2);
      const text = value!.get(1)?.[0];
      return [bytes(pair, 1).toString(), text ? text.toString() : Number(value!.get(3)?.[0] ?? 0)];
    }),
  );
}

function bytes(fields: Fields, field: number): Buffer {
  return (fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
}

function messages(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).map((value) => read(value as Buffer));
}

function read(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | number)[]>();
  let position = 0;

  function varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[position++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  function take(length: number): Buffer {
    position += length;
    return message.subarray(position - length, position);
  }

  while (position < message.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const type = key % 8;
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : varint());
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}
