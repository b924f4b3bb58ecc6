import { type SalesLine, type SalesLineKind, unstatedFigures } from '@khop/engine/bravo/sales-line.ts';
import { isDay } from '@khop/engine/day.ts';
import { type Vnd, vnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { formatFactor, formatQuantity, parseFactor, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import { withoutDirectionMarks } from '@khop/engine/text/direction-marks.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import type { BravoItemRecord, BravoPartnerRecord, BravoStockRecord } from './port.ts';

/** A row as text, whatever it came from: a CSV file or columns cast to varchar. A missing value is ''. */
export type TextRow = Readonly<Record<string, string>>;

const kinds: readonly string[] = ['goods', 'service', 'discount', 'free'] satisfies SalesLineKind[];

function refuse(row: TextRow, field: string, expected: string): never {
  const key = row.rowId ?? row.code ?? row.itemCode ?? '';
  const value = row[field] ?? '';
  throw new Problem(
    'BRAVO_QUERY_INVALID',
    `Dữ liệu Bravo không hợp lệ: dòng «${key}», trường ${field} có giá trị «${value}»; cần ${expected}.`,
    { key, field, value },
  );
}

const text = (row: TextRow, field: string): string => withoutDirectionMarks(row[field] ?? '');

function filled(row: TextRow, field: string): string {
  const value = text(row, field).trim();
  return value === '' ? refuse(row, field, 'giá trị không rỗng') : value;
}

function parsed<T>(row: TextRow, field: string, expected: string, parse: (value: string) => T): T {
  try {
    return parse(text(row, field).trim());
  } catch (error) {
    if (error instanceof Problem) return refuse(row, field, expected);
    throw error;
  }
}

/** "12.500000" → 12.5; blank is 0, which `unstatedFigures` tells from a stated one. Zeros beyond the sixth place are dropped, other digits there are refused. */
const quantityOf = (row: TextRow, field: string): Quantity =>
  parsed(row, field, 'số thập phân, tối đa 6 chữ số lẻ', (value) => parseQuantity(value || '0'));

/** "150000", "150000.0000" → 150000; a fraction of a đồng is refused. */
const vndOf = (row: TextRow, field: string): Vnd =>
  parsed(row, field, 'số đồng nguyên', (value) => vnd(Number(value.replace(/\.0+$/, '') || '0')));

/** Decimal text without superfluous zeros. */
const decimalOf = (row: TextRow, field: string): string => {
  const value = text(row, field).trim() || '0';
  if (!/^-?\d+(\.\d+)?$/.test(value)) return refuse(row, field, 'số thập phân');
  return value.includes('.') ? value.replace(/0+$/, '').replace(/\.$/, '') : value;
};

const isBlank = (row: TextRow, field: string): boolean => text(row, field).trim() === '';

const rateOf = (row: TextRow, field: string): string =>
  parsed(row, field, 'hệ số quy đổi dương', (value) => formatFactor(parseFactor(value)));

/** The stated rate; of a line that states none what its two quantities say, which contradicts neither. */
function convertRateOf(row: TextRow, quantity: Quantity, baseQuantity: Quantity): string {
  if (!isBlank(row, 'convertRate')) return rateOf(row, 'convertRate');
  if (quantity === 0n || baseQuantity === 0n || quantity > 0n !== baseQuantity > 0n) return '1';
  const size = (value: Quantity): string => formatQuantity(value < 0n ? -value : value);
  return formatFactor(parseFactor(`${size(baseQuantity)}/${size(quantity)}`));
}

function instantOf(row: TextRow, field: string): string {
  const value = text(row, field).trim();
  const moment = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(moment.getTime()) ? refuse(row, field, 'thời điểm ISO 8601') : moment.toISOString();
}

function dayOf(row: TextRow, field: string): string {
  const value = text(row, field).trim().slice(0, 10);
  return isDay(value) ? value : refuse(row, field, 'ngày YYYY-MM-DD');
}

const truthy = new Set(['true', '1', 'yes', 'y']);
/** Blank means active: installations without the flag retire nothing. */
const flagOf = (row: TextRow, field: string): boolean => {
  const value = text(row, field).trim().toLowerCase();
  return value === '' || truthy.has(value);
};

/**
 * An item; `units` are its rows of the unit table. The base unit is added where that table leaves it out, and another unit
 * without a rate says nothing.
 */
export function itemRecord(row: TextRow, units: readonly TextRow[]): BravoItemRecord {
  const unit = text(row, 'unit').trim();
  const rated = units
    .filter((each) => !isBlank(each, 'rate'))
    .map((each) => ({ unit: filled(each, 'unit'), rate: rateOf(each, 'rate') }));
  return {
    code: filled(row, 'code'),
    name: text(row, 'name'),
    unit,
    units: unit === '' || rated.some((each) => each.unit === unit) ? rated : [{ unit, rate: '1' }, ...rated],
    group: text(row, 'group'),
    type: text(row, 'type'),
    isActive: flagOf(row, 'isActive'),
    modifiedAt: instantOf(row, 'modifiedAt'),
  };
}

export const partnerRecord = (row: TextRow): BravoPartnerRecord => ({
  code: filled(row, 'code'),
  name: text(row, 'name'),
  address: text(row, 'address'),
  taxCode: text(row, 'taxCode').trim(),
  phone: text(row, 'phone'),
  email: text(row, 'email'),
  type: text(row, 'type'),
  isActive: flagOf(row, 'isActive'),
  modifiedAt: instantOf(row, 'modifiedAt'),
});

export const stockRecord = (row: TextRow): BravoStockRecord => ({
  asOf: dayOf(row, 'asOf'),
  warehouseCode: text(row, 'warehouseCode'),
  itemCode: filled(row, 'itemCode'),
  quantity: quantityOf(row, 'quantity'),
  value: vndOf(row, 'value'),
});

export function salesLine(row: TextRow): SalesLine {
  const kind = text(row, 'kind').trim() || 'goods';
  if (!kinds.includes(kind)) refuse(row, 'kind', `một trong: ${kinds.join(', ')}`);
  const unstated = unstatedFigures(kind as SalesLineKind, (field) => isBlank(row, field));
  const [quantity, baseQuantity] = [quantityOf(row, 'quantity'), quantityOf(row, 'baseQuantity')];
  return {
    id: filled(row, 'rowId'),
    branchCode: text(row, 'branchCode').trim(),
    docCode: text(row, 'docCode').trim(),
    docNo: filled(row, 'docNo'),
    docDate: dayOf(row, 'docDate'),
    docStatus: text(row, 'docStatus').trim(),
    partnerCode: text(row, 'partnerCode').trim(),
    itemCode: text(row, 'itemCode').trim(),
    itemName: text(row, 'itemName'),
    unit: text(row, 'unit').trim(),
    quantity,
    baseQuantity,
    convertRate: convertRateOf(row, quantity, baseQuantity),
    unitPrice: decimalOf(row, 'unitPrice'),
    amount: vndOf(row, 'amount'),
    discount: vndOf(row, 'discount'),
    vatRate: parsed(row, 'vatRate', '0, 5, 8, 10, KCT, KKKNT hoặc KHAC:x', parseVatRate),
    vatAmount: vndOf(row, 'vatAmount'),
    warehouseCode: text(row, 'warehouseCode').trim(),
    kind: kind as SalesLineKind,
    description: text(row, 'description'),
    ...(unstated.length > 0 && { unstated }),
  };
}
