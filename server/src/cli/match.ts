import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Assignment, MatchKind, MatchRecord } from '@khop/engine/connections/record.ts';
import { defaultAssignment, suggestConnections } from '@khop/engine/connections/suggest.ts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { openMatchPool, threadsFor } from '../jobs/match-pool.ts';
import { sentenceOf } from '../sentence.ts';

const USAGE =
  'Cách dùng: khop match --kind product|partner --left L.csv --right R.csv --out PAIRS.csv [--assign one-to-one|each-right|each-left]';

const COLUMNS = new Set([
  'id',
  'name',
  'code',
  'unit',
  'group',
  'brand',
  'description',
  'price',
  'tax_code',
  'phone',
  'email',
  'address',
]);

class Refusal extends Error {}

/** Reads a price as people write it: `12.5`, `1234567`, `1.234.567`, `1.234.567,89`, `1,234.50`. Undefined if unreadable. */
export function readPrice(text: string | undefined): number | undefined {
  const bare = (text ?? '').replace(/[\s₫đ$€]/gi, '').replace(/vnd$/i, '');
  if (bare === '') return undefined;
  let plain = bare;
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare) && (bare.includes(',') || /^\d{1,3}(\.\d{3}){2,}$/.test(bare))) {
    plain = bare.replaceAll('.', '').replace(',', '.');
  } else if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) plain = bare.replaceAll(',', '');
  else if (/^\d+,\d+$/.test(bare)) plain = bare.replace(',', '.');
  else if (/^[1-9]\d{0,2}\.000$/.test(bare)) plain = bare.replace('.', '');
  const value = Number(plain);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function readCatalogue(path: string): MatchRecord[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Refusal(`Không đọc được tệp «${path}».`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`Tệp «${path}» không phải CSV mã UTF-8.`);
  }
  let header: string[] = [];
  let rows: Record<string, string>[];
  try {
    rows = parse(text, {
      columns: (names: string[]) => {
        header = names.map((name) => name.trim().toLowerCase());
        return header;
      },
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    }) as Record<string, string>[];
  } catch {
    throw new Refusal(`Tệp «${path}» không phải CSV hợp lệ (dấu ngoặc kép không khớp).`);
  }
  for (const needed of ['id', 'name']) {
    if (!header.includes(needed)) throw new Refusal(`Tệp «${path}» thiếu cột bắt buộc «${needed}».`);
  }
  const ignored = header.filter((name) => !COLUMNS.has(name));
  if (ignored.length > 0)
    console.error(`Cảnh báo: bỏ qua cột ${ignored.map((name) => `«${name}»`).join(', ')} trong «${path}».`);
  return rows.map((row) => ({
    id: row.id ?? '',
    name: row.name ?? '',
    code: row.code,
    unit: row.unit,
    group: row.group,
    brand: row.brand,
    description: row.description,
    price: readPrice(row.price),
    taxCode: row.tax_code,
    phone: row.phone,
    email: row.email,
    address: row.address,
  }));
}

function oneOf<T extends string>(option: string, value: string | undefined, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw new Refusal(`--${option} phải là ${allowed.join(' | ')}, nhận được «${value ?? ''}».\n${USAGE}`);
  return found;
}

const OPTIONS = {
  kind: { type: 'string' },
  left: { type: 'string' },
  right: { type: 'string' },
  out: { type: 'string' },
  assign: { type: 'string' },
} as const;

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new Refusal(`${sentenceOf(error) ?? String(error)}\n${USAGE}`);
  }
}

/** `khop match`: writes the suggested pairs of two CSV catalogues. Exit code 0, or 2 when the call cannot be served. */
export async function run(args: string[]): Promise<number> {
  try {
    const values = readOptions(args);
    const kind = oneOf<MatchKind>('kind', values.kind, ['product', 'partner']);
    const assignment = values.assign
      ? oneOf<Assignment>('assign', values.assign, ['one-to-one', 'each-right', 'each-left'])
      : defaultAssignment(kind);
    if (!values.left || !values.right || !values.out) throw new Refusal(USAGE);
    const left = readCatalogue(values.left);
    const right = readCatalogue(values.right);
    const threads = threadsFor(left.length, right.length);
    const pool = threads > 0 ? openMatchPool(threads) : undefined;
    const pairs = suggestConnections(kind, left, right, { assignment, spread: pool?.spread });
    await pool?.close();
    const rows = pairs.map((pair) => [
      left[pair.left]!.id,
      right[pair.right]!.id,
      pair.score,
      pair.best ? 1 : 0,
      JSON.stringify(pair.evidence),
    ]);
    writeFileSync(
      values.out,
      stringify(rows, { header: true, columns: ['left_id', 'right_id', 'score', 'best', 'evidence'] }),
    );
    const chosen = pairs.filter((pair) => pair.best).length;
    console.log(
      `${left.length} × ${right.length} bản ghi: ${chosen} cặp được chọn, ${pairs.length} cặp gợi ý → ${values.out}`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 2;
  }
}
