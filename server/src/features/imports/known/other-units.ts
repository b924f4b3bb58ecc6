import { formatVnd } from '@khop/engine/money.ts';
import { foldText } from '@khop/engine/text/fold.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ImportTarget, ImportWarning } from '../target.ts';

/** Rows that a remark names. */
const MOST_NAMED = 3;

/** The first row of a product in a unit that is not the product's own, and how many such rows there are. */
export type OtherUnit = {
  readonly row: number;
  readonly product: string;
  readonly unit: string;
  readonly main: string;
  readonly rows: number;
};

/** True when both units are known and are not the same word; a dash is none. */
export function isOtherUnit(unit: string, main: string): boolean {
  const [one, other] = [foldText(unit), foldText(main)];
  return one !== '' && other !== '' && one !== other;
}

/**
 * A sentence on the rows of a stock report or a ledger whose figures are in another unit than the catalogue's main one, while the
 * file does not say what they are in that: stock counts in no other unit, so that 5 thùng pass for 5 hộp. Undefined for none.
 */
export function otherUnitsText(others: readonly OtherUnit[], again: 'chạy' | 'tải'): string | undefined {
  if (others.length === 0) return undefined;
  const count = others.reduce((sum, one) => sum + one.rows, 0);
  const named = others.slice(0, MOST_NAMED);
  const shown = named.map(
    ({ row, product, unit, main }) => `dòng ${row} «${product}» ghi «${unit}», đơn vị tính chính là «${main}»`,
  );
  const isAll = named.reduce((sum, one) => sum + one.rows, 0) === count && named.every((one) => one.rows === 1);
  return `${formatVnd(count)} dòng ghi đơn vị khác đơn vị tính chính của mã hàng mà không có số lượng theo ĐVC, Khớp đọc số lượng như đơn vị tính chính: ${shown.join('; ')}${isAll ? '' : '; …'}. Hãy xuất lại tệp có cột «Số lượng theo ĐVC» (hay bản theo ĐVC) rồi ${again} lại.`;
}

/** The same of a file that was staged, against the products that the profile has by now. */
export async function otherUnits(
  tx: Tx,
  runId: string,
  profileId: string,
  { productColumn, isCatalogue }: Pick<ImportTarget, 'productColumn' | 'isCatalogue'>,
): Promise<ImportWarning[]> {
  if (productColumn === undefined || isCatalogue) return [];
  // One row per product and unit: a ledger names few units, so that most of it is left behind by the hash of the products.
  const { rows } = await tx.client.query<OtherUnit>(
    `select min(s.row_number)::int as row, min(s.data ->> $3) as product, min(s.data ->> 'unit') as unit, min(p.unit) as main,
            count(*)::int as rows
     from staged_rows s join amis_products p on p.profile_id = $2 and lower(p.code) = lower(s.data ->> $3)
     where s.run_id = $1 and p.unit <> '' and lower(trim(s.data ->> 'unit')) <> lower(trim(p.unit))
     group by p.id, lower(trim(s.data ->> 'unit')) order by 1`,
    [runId, profileId, productColumn],
  );
  const message = otherUnitsText(
    rows.filter(({ unit, main }) => isOtherUnit(unit, main)),
    'tải',
  );
  return message === undefined ? [] : [{ code: 'UNIT_DIFFERS', message }];
}
