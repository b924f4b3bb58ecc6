import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { fileFault } from '../../sentence.ts';
import { priceReader } from './read-price.ts';

/** A fault that the caller can mend; the message is all that they see. */
export class Refusal extends Error {}

const NEEDED = ['id', 'name'] as const;
const COLUMNS = new Set<string>([
  ...NEEDED,
  ...['code', 'unit', 'group', 'brand', 'description', 'price', 'tax_code', 'phone', 'email', 'address'],
]);
/** As many characters as a cell of Excel holds; more is a quotation mark that was never closed. */
const LONGEST = 32_767;

/** The cells of a row and the line that it ends on. */
type Row = { readonly cells: readonly string[]; readonly line: number };

/** The record of a row, as long as the whole column of prices is not known. */
type Read = {
  readonly record: MatchRecord & { price: number | undefined };
  readonly price: string;
  readonly line: number;
};

/**
 * Reads a catalogue: CSV in UTF-8 with a header, separated by commas, semicolons or tabs. Refuses what could be taken for
 * other records than it is: rows without an id or with one that was there before, and cells that belong to no column.
 */
export function readCatalogue(path: string): MatchRecord[] {
  const bytes = bytesOf(path);
  let readRow: ((row: Row) => Read) | undefined;
  const rows = parsed(path, bytes, (row) => {
    if (readRow) return readRow(row);
    readRow = rowReader(path, row.cells);
    return undefined;
  });
  if (!readRow) rowReader(path, []);
  const readPrice = priceReader(rows.map(({ price }) => price));
  warnOfPrices(path, rows, readPrice);
  return rows.map(({ record, price }) => {
    record.price = readPrice(price);
    return record;
  });
}

/** Reads the rows under this header one after the other. */
function rowReader(path: string, head: readonly string[]): (row: Row) => Read {
  const header = head.map((name) => name.trim().toLowerCase());
  checkHeader(path, header);
  const places = new Map([...COLUMNS].map((column) => [column, header.indexOf(column)]));
  const lineById = new Map<string, number>();
  // Units, groups and brands come again and again: each is held once.
  const words = new Map<string, string>();
  const once = (word: string): string => {
    const known = words.get(word);
    if (known === undefined) words.set(word, word);
    return known ?? word;
  };
  return ({ cells, line }) => {
    const at = (column: string): string => cells[places.get(column)!] ?? '';
    const where = `Tệp «${path}», dòng ${line}`;
    const id = at('id');
    checkRow(where, header, cells, id);
    const before = lineById.get(id);
    if (before !== undefined)
      throw new Refusal(`${where}, cột «id»: «${short(id)}» đã có ở dòng ${before}. Mỗi bản ghi phải có mã riêng.`);
    lineById.set(id, line);
    const record = {
      id,
      name: at('name'),
      code: at('code'),
      unit: once(at('unit')),
      group: once(at('group')),
      brand: once(at('brand')),
      description: at('description'),
      taxCode: at('tax_code'),
      phone: at('phone'),
      email: at('email'),
      address: at('address'),
      price: undefined,
    };
    return { record, price: at('price'), line };
  };
}

function checkRow(where: string, header: readonly string[], cells: readonly string[], id: string): void {
  const extra = cells.slice(header.length).findIndex((cell) => cell.trim() !== '');
  if (extra >= 0)
    throw new Refusal(
      `${where}: có ${cells.length} ô nhưng tiêu đề chỉ có ${header.length} cột; ô thừa «${short(cells[header.length + extra]!)}». Ô có dấu phân cách phải đặt trong dấu ngoặc kép.`,
    );
  const long = cells.findIndex((cell) => cell.length > LONGEST);
  if (long >= 0)
    throw new Refusal(
      `${where}, cột «${header[long]}»: dài ${cells[long]!.length} ký tự, tối đa ${LONGEST}. Có thể thiếu dấu ngoặc kép đóng.`,
    );
  if (id.trim() === '') throw new Refusal(`${where}, cột «id»: để trống. Mỗi bản ghi phải có mã riêng.`);
}

function bytesOf(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const why = fileFault(error);
    throw new Refusal(`Không đọc được tệp «${path}»${why === undefined ? '' : `: ${why}`}.`);
  }
  if (!isUtf8(bytes)) throw new Refusal(`Tệp «${path}» không phải CSV mã UTF-8. Trong Excel: Lưu thành «CSV UTF-8».`);
  return bytes;
}

/** The answers of `read` for all rows, without those for which it answers nothing. */
function parsed(path: string, bytes: Buffer, read: (row: Row) => Read | undefined): Read[] {
  try {
    // The types of the package know neither records with `info`, which come with their line, nor what `read` makes of them.
    return parse(bytes, {
      bom: true,
      delimiter: separatorOf(bytes),
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (row: string[]) => {
        const { record, info } = row as unknown as { record: string[]; info: { lines: number } };
        return read({ cells: record, line: info.lines }) as unknown as string[];
      },
    }) as unknown as Read[];
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const line = error instanceof CsvError && typeof error.lines === 'number' ? `, gần dòng ${error.lines}` : '';
    throw new Refusal(`Tệp «${path}»${line}: không phải CSV hợp lệ (dấu ngoặc kép không khớp).`);
  }
}

/** The separator that parts the header into the needed columns; Vietnamese Excel writes semicolons. */
function separatorOf(bytes: Buffer): string {
  const [header = ''] = bytes
    .toString('utf8', 0, LONGEST)
    .trimStart()
    .split(/\r\n|\r|\n/, 1);
  const columns = (separator: string) =>
    header.split(separator).map((name) => name.replaceAll('"', '').trim().toLowerCase());
  return [',', ';', '\t'].find((each) => NEEDED.every((name) => columns(each).includes(name))) ?? ',';
}

function checkHeader(path: string, header: readonly string[]): void {
  for (const needed of NEEDED)
    if (!header.includes(needed))
      throw new Refusal(
        `Tệp «${path}», dòng tiêu đề: thiếu cột bắt buộc «${needed}» (cần CSV ngăn cách bằng dấu phẩy, chấm phẩy hoặc tab, dòng đầu là tên cột).`,
      );
  const twice = header.find((name, n) => COLUMNS.has(name) && header.indexOf(name) !== n);
  if (twice) throw new Refusal(`Tệp «${path}», dòng tiêu đề: cột «${twice}» có hai lần.`);
  const ignored = header.filter((name) => !COLUMNS.has(name));
  if (ignored.length > 0)
    console.error(`Cảnh báo: bỏ qua cột ${ignored.map((name) => `«${name}»`).join(', ')} trong «${path}».`);
}

/** A price is evidence only: one that cannot be read is left out and told. */
function warnOfPrices(path: string, rows: readonly Read[], readPrice: (text: string) => number | undefined): void {
  const unread = rows.filter(({ price }) => /[1-9]|\p{L}/u.test(price) && readPrice(price) === undefined);
  const [first] = unread;
  if (first)
    console.error(
      `Cảnh báo: bỏ qua ${unread.length} giá không đọc được trong «${path}», đầu tiên ở dòng ${first.line}: «${short(first.price)}».`,
    );
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
