import { foldCode } from '@khop/engine/invoice-issuance/stock-keys.ts';
import type { Value } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { isOtherUnit, type OtherUnit, otherUnitsText } from '../../../features/imports/known/other-units.ts';

/** A sentence on the rows that are in another unit than their product is kept in, as an import of the service has it. Undefined for none. */
export function otherUnits({ rows, rowNumbers }: ReadResult, products: ReadResult): string | undefined {
  const unitOf = new Map(products.rows.map((row) => [foldCode(text(row.code)), text(row.unit)]));
  const others = rows.flatMap((given, index): OtherUnit[] => {
    const row = inMainUnit(given);
    const [product, unit] = [text(row.productCode), text(row.unit)];
    const main = unitOf.get(foldCode(product)) ?? '';
    return isOtherUnit(unit, main) ? [{ row: rowNumbers[index]!, product, unit, main, rows: 1 }] : [];
  });
  return otherUnitsText(others, 'chạy');
}

const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value));
