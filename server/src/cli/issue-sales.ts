import { type Figure, type SalesLine, type SalesLineKind, unstatedFigures } from '@khop/engine/bravo/sales-line.ts';
import { isDay } from '@khop/engine/day.ts';
import type { BravoBuyer } from '@khop/engine/invoice-issuance/types.ts';
import { vnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import type { TextRow } from '../adapters/bravo/records.ts';
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

/** Without its columns a ledger would be read as one of nothing. */
export const SALES: Table<SalesLine> = {
  path: 'bravo/sales.csv',
  columns: [
    ...['rowId', 'branchCode', 'docNo', 'docDate', 'partnerCode', 'itemCode'],
    ...['quantity', 'baseQuantity', 'amount'],
  ],
  toValue: lineOf,
  key: { name: 'khóa dòng (rowId)', code: 'DUPLICATE_LINE', of: ({ id }) => id },
};

const KINDS: readonly string[] = ['goods', 'service', 'discount', 'free'] satisfies SalesLineKind[];

function lineOf(row: TextRow): SalesLine {
  const kind = cell(row, 'kind', kindOf);
  const [blank] = unstatedFigures(kind, (field) => text(row, field).trim() === '');
  if (blank) cell(row, blank, () => refuseBlank(blank));
  return {
    id: filled(row, 'rowId'),
    branchCode: text(row, 'branchCode'),
    docCode: text(row, 'docCode'),
    docNo: filled(row, 'docNo'),
    docDate: cell(row, 'docDate', dayOf),
    docStatus: text(row, 'docStatus'),
    partnerCode: text(row, 'partnerCode'),
    itemCode: text(row, 'itemCode'),
    itemName: text(row, 'itemName'),
    unit: text(row, 'unit'),
    quantity: cell(row, 'quantity', (value) => parseQuantity(value || '0')),
    baseQuantity: cell(row, 'baseQuantity', (value) => parseQuantity(value || '0')),
    convertRate: cell(row, 'convertRate', (value) => value),
    unitPrice: cell(row, 'unitPrice', (value) => value),
    amount: cell(row, 'amount', dongOrNothing),
    discount: cell(row, 'discount', dongOrNothing),
    vatRate: cell(row, 'vatRate', parseVatRate),
    vatAmount: cell(row, 'vatAmount', dongOrNothing),
    warehouseCode: text(row, 'warehouseCode'),
    kind,
    description: text(row, 'description'),
  };
}

/** In a folder a blank is mended at once; lines of a live Bravo wait for a person instead. */
function refuseBlank(figure: Figure): never {
  if (figure === 'amount')
    throw new Problem('NOT_WHOLE_DONG', 'Số tiền đang trống: dòng thật không có tiền thì ghi 0.');
  throw new Problem('BAD_QUANTITY', 'Số lượng đang trống: dòng thật không có hàng thì ghi 0.');
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
