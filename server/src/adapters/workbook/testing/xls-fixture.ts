/** Records of old Excel, written by hand: what LibreOffice does not write, or not so. Source: MS-XLS. */
export type XlsCell =
  /** A text among the shared ones; a label is in the cell's own record, as every text of Excel 5 is. */
  | { readonly text: string }
  | { readonly label: string }
  | { readonly number: number; readonly style?: number }
  | { readonly rk: number }
  | { readonly error: number }
  /** A formula whose result is a text: its record, those that may come between, and the text's own (none: not calculated). */
  | { readonly formula: string | null; readonly between?: Buffer };

export type XlsSheet = {
  readonly name: string;
  readonly rows: readonly (readonly (XlsCell | null)[])[];
  /** Records behind the cells, such as those of a chart inside the sheet. */
  readonly inside?: Buffer;
  readonly isHidden?: boolean;
};

/** One record. */
export function record(id: number, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([u16(id, data.length), data]);
}

export const u16 = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, at * 2);
  return bytes;
};
const u32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number >>> 0);
  return bytes;
};
const double = (number: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return bytes;
};

const [BIFF8, WORKBOOK, WORKSHEET] = [0x600, 5, 0x10];
const bof = (version: number, kind: number): Buffer =>
  record(0x809, u16(version, kind, 0, 0), ...(version === BIFF8 ? [u32(0), u32(0)] : []));
const END = record(0x0a);

/** A chart inside a sheet with the values that it keeps of cells, at the places of cells. */
export const chartInside = (number: number): Buffer =>
  Buffer.concat([
    bof(BIFF8, 0x20),
    record(0x203, u16(0, 0, 0), double(number)),
    record(0x204, u16(1, 0, 0), text8('biểu đồ', 2)),
    END,
  ]);

function text8(text: string, lengthBytes: 1 | 2): Buffer {
  const length = lengthBytes === 1 ? Buffer.from([text.length]) : u16(text.length);
  return Buffer.concat([length, Buffer.from([1]), Buffer.from(text, 'utf16le')]);
}

/** Texts of Excel 5 are in its code page: the bytes are given as Latin-1. */
function text5(text: string, lengthBytes: 1 | 2): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([lengthBytes === 1 ? Buffer.from([bytes.length]) : u16(bytes.length), bytes]);
}

/** The workbook stream of these sheets; `version` 5 is Excel 5/95. */
export function xlsStream(
  sheets: readonly XlsSheet[],
  {
    version = 8,
    from1904 = false,
    globals = Buffer.alloc(0),
  }: { version?: 5 | 8; from1904?: boolean; globals?: Buffer } = {},
): Buffer {
  const [biff, text] = version === 8 ? [BIFF8, text8] : [0x500, text5];
  const shared: string[] = [];
  const cell = (row: number, column: number, one: XlsCell): Buffer => {
    const place = (style = 0) => u16(row, column, style);
    if ('text' in one && version === 8) return record(0xfd, place(), u32(shared.push(one.text) - 1));
    if ('text' in one) return record(0x204, place(), text(one.text, 2));
    if ('label' in one) return record(0x204, place(), text(one.label, 2));
    if ('number' in one) return record(0x203, place(one.style), double(one.number));
    if ('rk' in one) return record(0x27e, place(), u32(one.rk));
    if ('error' in one) return record(0x205, place(), Buffer.from([one.error, 1]));
    const result = Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]);
    const constant = Buffer.concat([Buffer.from([0x17]), text(one.formula ?? '', 1)]);
    const formula = record(0x06, place(), result, u16(0), u32(0), u16(constant.length), constant);
    const told = one.formula === null ? [] : [record(0x207, text(one.formula, 2))];
    return Buffer.concat([formula, one.between ?? Buffer.alloc(0), ...told]);
  };
  const bodies = sheets.map(({ rows, inside = Buffer.alloc(0) }) =>
    Buffer.concat([
      bof(biff, WORKSHEET),
      // Every writer puts records before the cells; LibreOffice passes over the first.
      record(0x200, Buffer.alloc(14)),
      ...rows.flatMap((cells, row) => cells.map((one, column) => (one ? cell(row, column, one) : Buffer.alloc(0)))),
      inside,
      END,
    ]),
  );
  const style = (format: number) => record(0xe0, u16(0, format), Buffer.alloc(version === 8 ? 16 : 12));
  const texts = shared.map((one, at) =>
    at === 0 ? record(0xfc, u32(shared.length), u32(shared.length), text(one, 2)) : record(0x3c, text(one, 2)),
  );
  const head = Buffer.concat([
    bof(biff, WORKBOOK),
    record(0x42, u16(version === 8 ? 1200 : 1258)),
    globals,
    record(0x22, u16(from1904 ? 1 : 0)),
    record(0x41e, u16(164), text('dd/mm/yyyy', version === 8 ? 2 : 1)),
    ...[0, 14, 164].map(style),
  ]);
  const entries = (starts: readonly number[]) =>
    sheets.map(({ name, isHidden }, at) =>
      record(0x85, u32(starts[at] ?? 0), Buffer.from([isHidden ? 1 : 0, 0]), text(name, 1)),
    );
  const first = Buffer.concat([head, ...entries([]), ...texts, END]).length;
  const starts = bodies.map((_, at) => first + bodies.slice(0, at).reduce((sum, body) => sum + body.length, 0));
  return Buffer.concat([head, ...entries(starts), ...texts, END, ...bodies]);
}
