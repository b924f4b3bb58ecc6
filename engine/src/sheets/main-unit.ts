import { parseQuantity } from '../quantity.ts';
import type { Row, Value } from './layouts/layout.ts';

/** Figures of the document's unit, each with the one that a report «theo ĐVC» has beside it. */
const FIGURES: readonly (readonly [field: string, main: string])[] = [
  ['quantity', 'mainQuantity'],
  ['returnQuantity', 'mainReturnQuantity'],
  ['openingQuantity', 'openingMainQuantity'],
  ['inQuantity', 'inMainQuantity'],
  ['outQuantity', 'outMainQuantity'],
  ['closingQuantity', 'closingMainQuantity'],
];

/**
 * A row of a stock report or a ledger, with the figures of the unit that AMIS keeps the product in: stock, factors and
 * invoices count in no other, and 2 thùng are 48 lon of it. The row itself where its unit is that one, where the file
 * does not say so, or where a figure is known in the document's unit alone. The price goes with its unit or is not known.
 */
export function inMainUnit(row: Row): Row {
  const { unit, mainUnit } = row;
  if (!isText(unit) || !isText(mainUnit) || same(unit) === same(mainUnit)) return row;
  const main: Row = { ...row, unit: mainUnit };
  if (row.unitPrice !== undefined) main.unitPrice = row.mainUnitPrice ?? null;
  let isKnown = false;
  for (const [field, from] of FIGURES) {
    if (row[field] === undefined) continue;
    const figure = row[from] ?? null;
    if (isNone(figure) && !isNone(row[field])) return row;
    if (figure === null) continue;
    main[field] = figure;
    isKnown = true;
  }
  return isKnown ? main : row;
}

const isText = (value: Value | undefined): value is string => typeof value === 'string' && value !== '';
const same = (unit: string): string => unit.normalize('NFC').trim().toLowerCase();
const isNone = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || parseQuantity(String(value)) === 0n;
