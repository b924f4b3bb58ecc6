import { Problem } from '@khop/engine/problem.ts';
import {
  DAY,
  DONG,
  FILLED,
  isBlank,
  type Kind,
  QUANTITY,
  RATE,
  refuseAnswer,
  type TextRow,
  text,
  trimmed,
  valueIn,
} from './cells.ts';
import type { BravoItemRecord, BravoPartnerRecord, BravoStockRecord } from './port.ts';

const reading =
  <T>(kind: Kind<T>) =>
  (row: TextRow, field: string): T =>
    valueIn(refuseAnswer, kind, row, field);

const INSTANT: Kind<string> = {
  expected: 'thời điểm ISO 8601',
  read: (value) => {
    const moment = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`);
    if (Number.isNaN(moment.getTime())) throw new Problem('BAD_INSTANT', `«${value}» không phải thời điểm ISO 8601.`);
    return moment.toISOString();
  },
};
const [filled, rateOf, instantOf, dayOf] = [reading(FILLED), reading(RATE), reading(INSTANT), reading(DAY)];
const [quantityOf, vndOf] = [reading(QUANTITY), reading(DONG)];

const truthy = new Set(['true', '1', 'yes', 'y']);
/** Blank means active: installations without the flag retire nothing. */
const flagOf = (row: TextRow, field: string): boolean => {
  const value = trimmed(row, field).toLowerCase();
  return value === '' || truthy.has(value);
};

/**
 * An item; `units` are its rows of the unit table. The base unit is added where that table leaves it out, and another unit
 * without a rate says nothing.
 */
export function itemRecord(row: TextRow, units: readonly TextRow[]): BravoItemRecord {
  const unit = trimmed(row, 'unit');
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
  taxCode: trimmed(row, 'taxCode'),
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
