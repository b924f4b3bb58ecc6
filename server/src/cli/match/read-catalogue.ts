import { readFileSync } from 'node:fs';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { CsvError, parse } from 'csv-parse/sync';
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

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/**
 * Reads a catalogue: CSV in UTF-8 with a header, separated by commas, semicolons or tabs. Refuses what could be taken for
 * other records than it is: rows without an id or with one that was there before, and cells that belong to no column.
 */
export function readCatalogue(path: string): MatchRecord[] {
  const [head, ...rows] = parsed(path, textOf(path));
  const header = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  checkHeader(path, header);
  const at = (row: Row, column: string): string => row.record[header.indexOf(column)] ?? '';
  const lineOf = (row: Row): string => `Tệp «${path}», dòng ${row.info.lines}`;
  const lineById = new Map<string, number>();
  for (const row of rows) {
    const extra = row.record.slice(header.length).findIndex((cell) => cell.trim() !== '');
    if (extra >= 0)
      throw new Refusal(
        `${lineOf(row)}: có ${row.record.length} ô nhưng tiêu đề chỉ có ${header.length} cột; ô thừa «${short(row.record[header.length + extra]!)}». Ô có dấu phân cách phải đặt trong dấu ngoặc kép.`,
      );
    const long = row.record.findIndex((cell) => cell.length > LONGEST);
    if (long >= 0)
      throw new Refusal(
        `${lineOf(row)}, cột «${header[long]}»: dài ${row.record[long]!.length} ký tự, tối đa ${LONGEST}. Có thể thiếu dấu ngoặc kép đóng.`,
      );
    const id = at(row, 'id');
    if (id.trim() === '') throw new Refusal(`${lineOf(row)}, cột «id»: để trống. Mỗi bản ghi phải có mã riêng.`);
    const before = lineById.get(id);
    if (before !== undefined)
      throw new Refusal(
        `${lineOf(row)}, cột «id»: «${short(id)}» đã có ở dòng ${before}. Mỗi bản ghi phải có mã riêng.`,
      );
    lineById.set(id, row.info.lines);
  }
  const readPrice = priceReader(rows.map((row) => at(row, 'price')));
  warnOfPrices(path, rows, (row) => at(row, 'price'), readPrice);
  return rows.map((row) => ({
    id: at(row, 'id'),
    name: at(row, 'name'),
    code: at(row, 'code'),
    unit: at(row, 'unit'),
    group: at(row, 'group'),
    brand: at(row, 'brand'),
    description: at(row, 'description'),
    price: readPrice(at(row, 'price')),
    taxCode: at(row, 'tax_code'),
    phone: at(row, 'phone'),
    email: at(row, 'email'),
    address: at(row, 'address'),
  }));
}

function textOf(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Refusal(`Không đọc được tệp «${path}».`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`Tệp «${path}» không phải CSV mã UTF-8. Trong Excel: Lưu thành «CSV UTF-8».`);
  }
}

function parsed(path: string, text: string): Row[] {
  try {
    // With `info` each record comes with its line; the types of the package know records without it only.
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    }) as unknown as Row[];
  } catch (error) {
    const line = error instanceof CsvError && typeof error.lines === 'number' ? `, gần dòng ${error.lines}` : '';
    throw new Refusal(`Tệp «${path}»${line}: không phải CSV hợp lệ (dấu ngoặc kép không khớp).`);
  }
}

/** The separator that parts the header into the needed columns; Vietnamese Excel writes semicolons. */
function separatorOf(text: string): string {
  const [header = ''] = text.trimStart().split(/\r\n|\r|\n/, 1);
  const columns = (separator: string) =>
    header.split(separator).map((name) => name.replaceAll('"', '').trim().toLowerCase());
  return [',', ';', '\t'].find((each) => NEEDED.every((name) => columns(each).includes(name))) ?? ',';
}

function checkHeader(path: string, header: readonly string[]): void {
  for (const needed of NEEDED)
    if (!header.includes(needed)) throw new Refusal(`Tệp «${path}», dòng tiêu đề: thiếu cột bắt buộc «${needed}».`);
  const twice = header.find((name, n) => COLUMNS.has(name) && header.indexOf(name) !== n);
  if (twice) throw new Refusal(`Tệp «${path}», dòng tiêu đề: cột «${twice}» có hai lần.`);
  const ignored = header.filter((name) => !COLUMNS.has(name));
  if (ignored.length > 0)
    console.error(`Cảnh báo: bỏ qua cột ${ignored.map((name) => `«${name}»`).join(', ')} trong «${path}».`);
}

/** A price is evidence only: one that cannot be read is left out and told. */
function warnOfPrices(
  path: string,
  rows: readonly Row[],
  priceOf: (row: Row) => string,
  readPrice: (text: string) => number | undefined,
): void {
  const unread = rows.filter((row) => /[1-9]|\p{L}/u.test(priceOf(row)) && readPrice(priceOf(row)) === undefined);
  const [first] = unread;
  if (first)
    console.error(
      `Cảnh báo: bỏ qua ${unread.length} giá không đọc được trong «${path}», đầu tiên ở dòng ${first.info.lines}: «${short(priceOf(first))}».`,
    );
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
