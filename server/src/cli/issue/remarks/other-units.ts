import { foldCode } from '@khop/engine/invoice-issuance/stock-keys.ts';
import type { Value } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { foldText } from '@khop/engine/text/fold.ts';

/** Rows that a remark names. */
const MOST_NAMED = 3;

/**
 * A sentence on the rows of a stock report or a ledger whose figures are in another unit than the catalogue's main one, while the
 * file does not say what they are in that: stock counts in no other unit, so that 5 thùng pass for 5 hộp. Undefined for none.
 */
export function otherUnits({ rows, rowNumbers }: ReadResult, products: ReadResult): string | undefined {
  const unitOf = new Map(products.rows.map((row) => [foldCode(text(row.code)), text(row.unit)]));
  const named: string[] = [];
  let count = 0;
  rows.forEach((row, index) => {
    const unit = text(inMainUnit(row).unit);
    const main = unitOf.get(foldCode(text(row.productCode))) ?? '';
    if (unit === '' || main === '' || foldText(unit) === foldText(main)) return;
    if (count++ < MOST_NAMED)
      named.push(`dòng ${rowNumbers[index]} «${text(row.productCode)}» ghi «${unit}», đơn vị tính chính là «${main}»`);
  });
  if (count === 0) return undefined;
  const shown = `${named.join('; ')}${count > MOST_NAMED ? '; …' : ''}`;
  return `${count} dòng ghi đơn vị khác đơn vị tính chính của mã hàng mà không có số lượng theo ĐVC, Khớp đọc số lượng như đơn vị tính chính: ${shown}. Hãy xuất lại tệp có cột «Số lượng theo ĐVC» (hay bản theo ĐVC) rồi chạy lại.`;
}

const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value));
