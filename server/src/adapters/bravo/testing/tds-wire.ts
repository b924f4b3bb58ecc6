/** A statement as it came over the wire. */
export type Question = { readonly sql: string; readonly parameters: Readonly<Record<string, string>> };

const packetBody = 4088;

/** Cuts a reply into packets; the last one closes the message. */
export function* packetsOf(data: Buffer, isLast: boolean): Generator<Buffer> {
  let at = 0;
  do {
    const body = data.subarray(at, at + packetBody);
    at += packetBody;
    const header = Buffer.alloc(8);
    header[0] = 0x04;
    header[1] = isLast && at >= data.length ? 1 : 0;
    header.writeUInt16BE(body.length + 8, 2);
    header[6] = 1;
    yield Buffer.concat([header, body]);
  } while (at < data.length);
}

/** Skips ALL_HEADERS, which says its own length. */
const withoutHeaders = (data: Buffer): Buffer => data.subarray(data.readUInt32LE(0));

export const batchOf = (data: Buffer): Question => ({
  sql: withoutHeaders(data).toString('utf16le'),
  parameters: {},
});

/** sp_executesql: the statement, the parameters' declaration, then the parameters; all of them nvarchar. */
export function rpcOf(message: Buffer): Question {
  const data = withoutHeaders(message);
  const nameLength = data.readUInt16LE(0);
  let at = (nameLength === 0xffff ? 4 : 2 + nameLength * 2) + 2;
  const values: { name: string; value: string }[] = [];
  while (at < data.length) {
    const length = data[at]! * 2;
    const name = data.toString('utf16le', at + 1, at + 1 + length);
    at += 1 + length + 1;
    if (data[at] !== 0xe7) throw new Error(`only nvarchar parameters are understood, not type ${data[at]}`);
    const isMax = data.readUInt16LE(at + 1) === 0xffff;
    at += 1 + 2 + 5;
    const [value, next] = isMax ? longText(data, at) : shortText(data, at);
    values.push({ name, value });
    at = next;
  }
  const [statement, , ...rest] = values;
  return {
    sql: statement?.value ?? '',
    parameters: Object.fromEntries(rest.map(({ name, value }) => [name.replace('@', ''), value])),
  };
}

function shortText(data: Buffer, at: number): [string, number] {
  const length = data.readUInt16LE(at);
  if (length === 0xffff) return ['', at + 2];
  return [data.toString('utf16le', at + 2, at + 2 + length), at + 2 + length];
}

function longText(data: Buffer, from: number): [string, number] {
  let at = from + 8;
  const parts: Buffer[] = [];
  for (;;) {
    const length = data.readUInt32LE(at);
    at += 4;
    if (length === 0) return [Buffer.concat(parts).toString('utf16le'), at];
    parts.push(data.subarray(at, at + length));
    at += length;
  }
}

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (value: number): Buffer => bytes(value & 0xff, value >> 8);
const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};
const shortName = (text: string): Buffer => Buffer.concat([bytes(text.length), Buffer.from(text, 'utf16le')]);
const longName = (text: string): Buffer => Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le')]);

/** DONE: 0x02 an error was told, 0x10 the count is meant, 0x20 the cancellation is acknowledged. */
const doneToken = (status: number, count: number): Buffer =>
  Buffer.concat([bytes(0xfd), u16(status), u16(0), u32(count), u32(0)]);

const collation = bytes(0x2a, 0x04, 0x00, 0x00, 0x00);

export const tokens = {
  /** Version 16, no encryption. */
  prelogin: (): Buffer =>
    Buffer.concat([bytes(0x00, 0, 11, 0, 6, 0x01, 0, 17, 0, 1, 0xff), bytes(16, 0, 0, 0, 0, 0, 0x02)]),

  welcome: (): Buffer => {
    const body = Buffer.concat([bytes(1, 0x74, 0, 0, 4), shortName('Khop test'), bytes(16, 0, 0, 0)]);
    return Buffer.concat([bytes(0xad), u16(body.length), body, doneToken(0, 0)]);
  },

  /** A password as LOGIN7 carries it: nibbles swapped, then xor 0xA5. */
  scrambled: (password: string): Buffer =>
    Buffer.from(Buffer.from(password, 'utf16le').map((byte) => (((byte & 0x0f) << 4) | (byte >> 4)) ^ 0xa5)),

  columns: (names: readonly string[]): Buffer =>
    Buffer.concat([
      bytes(0x81),
      u16(names.length),
      ...names.map((name) => Buffer.concat([u32(0), u16(1), bytes(0xe7), u16(8000), collation, shortName(name)])),
    ]),

  row: (values: readonly (string | null)[]): Buffer =>
    Buffer.concat([
      bytes(0xd1),
      ...values.map((value) => {
        if (value === null) return u16(0xffff);
        const text = Buffer.from(value, 'utf16le');
        return Buffer.concat([u16(text.length), text]);
      }),
    ]),

  done: (count: number): Buffer => doneToken(0x10, count),
  cancelled: (): Buffer => doneToken(0x20, 0),

  failure: (number: number, message: string): Buffer => {
    const body = Buffer.concat([
      u32(number),
      bytes(1, 16),
      longName(message),
      shortName('test'),
      shortName(''),
      u32(1),
    ]);
    return Buffer.concat([bytes(0xaa), u16(body.length), body, doneToken(0x02, 0)]);
  },
};
