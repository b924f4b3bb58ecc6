import { type Figure, type SalesLine, type SalesLineKind, unstatedFigures } from '@khop/engine/bravo/sales-line.ts';
import { isDay } from '@khop/engine/day.ts';
import type { BravoBuyer } from '@khop/engine/invoice-issuance/types.ts';
import { vnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import type { TextRow } from '../../adapters/bravo/records.ts';
import { cell, filled, type Table } from './issue-tables.ts';

const text = (row: TextRow, column: string): string => row[column] ?? '';

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

/** The ledger, to be read once. Without its columns it would be read as one of nothing. */
export const salesTable = (): Table<SalesLine> => ({
  path: 'bravo/sales.csv',
  columns: [
    ...['rowId', 'branchCode', 'docNo', 'docDate', 'partnerCode', 'itemCode'],
    ...['quantity', 'baseQuantity', 'amount'],
  ],
  toValue: lineReader(),
  key: { name: 'khóa dòng (rowId)', code: 'DUPLICATE_LINE', of: ({ id }) => id },
});

const KINDS: readonly string[] = ['goods', 'service', 'discount', 'free'] satisfies SalesLineKind[];

/** Reads lines. A ledger repeats its customers, items, prices and days: equal texts are looked at once and kept once. */
function lineReader(): (row: TextRow) => SalesLine {
  const same = remembered((value) => value);
  const day = remembered(dayOf);
  const kindIn = remembered(kindOf);
  const rate = remembered(parseVatRate);
  const quantity = remembered((value) => parseQuantity(value || '0'));
  const shared = (row: TextRow, column: string): string => same(text(row, column));
  return (row) => {
    const kind = cell(row, 'kind', kindIn);
    const [blank] = unstatedFigures(kind, (field) => text(row, field).trim() === '');
    if (blank) cell(row, blank, () => refuseBlank(blank));
    return {
      id: filled(row, 'rowId'),
      branchCode: shared(row, 'branchCode'),
      docCode: shared(row, 'docCode'),
      docNo: same(filled(row, 'docNo')),
      docDate: cell(row, 'docDate', day),
      docStatus: shared(row, 'docStatus'),
      partnerCode: shared(row, 'partnerCode'),
      itemCode: shared(row, 'itemCode'),
      itemName: shared(row, 'itemName'),
      unit: shared(row, 'unit'),
      quantity: cell(row, 'quantity', quantity),
      baseQuantity: cell(row, 'baseQuantity', quantity),
      convertRate: cell(row, 'convertRate', same),
      unitPrice: cell(row, 'unitPrice', same),
      amount: cell(row, 'amount', dongOrNothing),
      discount: cell(row, 'discount', dongOrNothing),
      vatRate: cell(row, 'vatRate', rate),
      vatAmount: cell(row, 'vatAmount', dongOrNothing),
      warehouseCode: shared(row, 'warehouseCode'),
      kind,
      description: shared(row, 'description'),
    };
  };
}

/** In a folder a blank is mended at once; lines of a live Bravo wait for a person instead. */
function refuseBlank(figure: Figure): never {
  if (figure === 'amount')
    throw new Problem('NOT_WHOLE_DONG', 'Số tiền đang trống: dòng thật không có tiền thì ghi 0.');
  throw new Problem('BAD_QUANTITY', 'Số lượng đang trống: dòng thật không có hàng thì ghi 0.');
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

function kindOf(value: string): SalesLineKind {
  const kind = value || 'goods';
  if (!KINDS.includes(kind))
    throw new Problem('BAD_LINE_KIND', `Loại dòng «${kind}» không hợp lệ: cần goods, service, discount hoặc free.`);
  return kind as SalesLineKind;
}

function dayOf(value: string): string {
  if (!isDay(value)) throw new Problem('BAD_DAY', `Ngày «${value}» không hợp lệ: cần dạng YYYY-MM-DD.`);
  return value;
}

const dongOrNothing = (value: string): number => (value === '' ? 0 : wholeDong(value));

function wholeDong(value: string): number {
  if (!/^-?\d+$/.test(value)) throw new Problem('NOT_WHOLE_DONG', `Số tiền «${value}» phải là số đồng nguyên.`);
  // As a number it would already be another one.
  if (!Number.isSafeInteger(Number(value)))
    throw new Problem('NOT_WHOLE_DONG', `Số tiền «${value}» quá lớn: nhiều nhất ${Number.MAX_SAFE_INTEGER}.`);
  return vnd(Number(value));
}
