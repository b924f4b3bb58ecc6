import { type Figure, isPositiveReturn, type SalesLine } from '@khop/engine/bravo/sales-line.ts';
import type { BravoBuyer, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import { type TextRow, text } from '../../adapters/bravo/cells.ts';
import { salesLineReader } from '../../adapters/bravo/sales-lines.ts';
import { QuantityPoints } from './issue-quantities.ts';
import { cell, filled, refuseCell, type Table } from './issue-tables.ts';

/** Bravo's items, as far as a generation needs them. */
export const ITEMS: Table<{ readonly code: string; readonly unit: string }> = {
  path: 'bravo/items.csv',
  columns: ['code', 'unit'],
  toValue: (row) => ({ code: filled(row, 'code'), unit: text(row, 'unit') }),
  key: { name: 'mã mặt hàng', code: 'DUPLICATE_CODE', of: ({ code }) => code },
};

const REQUIREMENTS: readonly string[] = ['required', 'not_required', 'unset'] satisfies BravoBuyer['requirement'][];

export const PARTNERS: Table<BravoBuyer> = {
  path: 'bravo/partners.csv',
  columns: ['code', 'name', 'invoiceRequirement'],
  toValue: (row) => ({
    code: filled(row, 'code'),
    name: text(row, 'name'),
    address: text(row, 'address'),
    taxCode: normaliseTaxCode(row.taxCode),
    phone: text(row, 'phone'),
    email: text(row, 'email'),
    requirement: cell(row, 'invoiceRequirement', requirementOf),
    noInvoiceConfirmed: text(row, 'noInvoiceConfirmed'),
  }),
  key: { name: 'mã khách', code: 'DUPLICATE_CODE', of: ({ code }) => code },
};

function requirementOf(value: string): BravoBuyer['requirement'] {
  const requirement = value.toLowerCase() || 'unset';
  if (!REQUIREMENTS.includes(requirement))
    throw new Problem(
      'BAD_INVOICE_REQUIREMENT',
      `«${value}» không hợp lệ: cần required, not_required hoặc unset (trống là unset).`,
    );
  return requirement as BravoBuyer['requirement'];
}

/** Columns that a ledger may do without; one whose name is misspelt is missed all the same, and every cell of it is blank. */
const WISHED = ['docCode', 'docStatus', 'discount', 'vatRate', 'vatAmount', 'kind'];

/** The ledger, to be read once. Without its columns it would be read as one of nothing. Others that are missing are told. */
export const salesTable = (
  warnings: Warning[],
  points = new QuantityPoints(),
  returns = new PositiveReturns(),
): Table<SalesLine> => ({
  path: 'bravo/sales.csv',
  columns: [
    ...['rowId', 'branchCode', 'docNo', 'docDate', 'partnerCode', 'itemCode'],
    ...['quantity', 'baseQuantity', 'amount'],
  ],
  toValue: lineReader(warnings, points, returns),
  key: { name: 'khóa dòng (rowId)', code: 'DUPLICATE_LINE', of: ({ id }) => id },
});

/** Reads lines. A ledger repeats its customers, items, prices and days: equal texts are looked at once and kept once. */
function lineReader(
  warnings: Warning[],
  points: QuantityPoints,
  returns: PositiveReturns,
): (row: TextRow, number: number) => SalesLine {
  const read = salesLineReader(refuseCell, remembered);
  let isFirst = true;
  return (row, number) => {
    if (isFirst) warnings.push(...missedColumns(row));
    isFirst = false;
    for (const column of MONEY) if (row[column]?.includes('.000')) cell(row, column, refuseThousands);
    const line = read(row);
    points.see(row, line, number);
    returns.see(line, number);
    const [blank] = line.unstated ?? [];
    return blank ? cell(row, blank, () => refuseBlank(blank)) : line;
  };
}

function missedColumns(row: TextRow): Warning[] {
  const missed = WISHED.filter((name) => !(name in row)).map((name) => `«${name}»`);
  if (missed.length === 0) return [];
  const message = `Tệp bravo/sales.csv không có cột ${missed.join(', ')}: coi như trống ở mọi dòng. Nếu tệp ghi cột ấy dưới tên khác thì sửa tên cột rồi chạy lại.`;
  return [{ code: 'MISSING_COLUMN', message }];
}

const MONEY = ['amount', 'discount', 'vatAmount'] as const;

/** A file that people write parts thousands by points; a database writes as many zeros as its column has places. */
function refuseThousands(value: string): void {
  const [whole = ''] = value.split('.');
  if (/^[+-]?[1-9]\d{0,2}\.000$/.test(value))
    throw new Problem(
      'NOT_WHOLE_DONG',
      `Số tiền «${value}» là ${whole} hay ${whole}000 đồng? Ghi ${whole}000 hoặc ${whole}, không có dấu chấm.`,
    );
}

/** In a folder a blank is mended at once; lines of a live Bravo wait for a person instead. */
function refuseBlank(figure: Figure): never {
  if (figure === 'amount')
    throw new Problem('NOT_WHOLE_DONG', 'Số tiền đang trống: dòng thật không có tiền thì ghi 0.');
  throw new Problem('BAD_QUANTITY', 'Số lượng đang trống: dòng thật không có hàng thì ghi 0.');
}

/** Rows that a warning names. */
const MOST_NAMED = 5;

/** The upload of a ledger warns of such lines by the same code; here as there no invoice is made of them. */
export class PositiveReturns {
  #count = 0;
  readonly #named: string[] = [];

  see(line: SalesLine, number: number): void {
    if (!isPositiveReturn(line)) return;
    if (this.#count++ < MOST_NAMED) this.#named.push(`dòng ${number} «${line.docCode}» «${line.docNo}»`);
  }

  warnings(): Warning[] {
    if (this.#count === 0) return [];
    const shown = `${this.#named.join(', ')}${this.#count > MOST_NAMED ? ', …' : ''}`;
    const message = `Tệp bravo/sales.csv: ${this.#count} dòng của chứng từ trả lại (TL, R2) ghi như hàng bán (số lượng, tiền không âm), Khớp không lập hóa đơn cho những dòng ấy: ${shown}. Là hàng trả lại thì ghi số lượng và tiền âm; thật là hàng bán thì ghi «docCode» của chứng từ bán hàng, rồi chạy lại.`;
    return [{ code: 'RETURN_NOT_NEGATIVE', message }];
  }
}

/** Texts that are remembered at most: what has more of them hardly repeats. */
const MOST_REMEMBERED = 100_000;

/** The same reading, done once for each of the first texts that come. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = read(value);
    if (known.size < MOST_REMEMBERED) known.set(value, made);
    return made;
  };
}
