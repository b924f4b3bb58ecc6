import { formatVnd } from '../../money.ts';
import { formatQuantity, parseQuantity } from '../../quantity.ts';
import type { CheckWarning } from '../checks.ts';
import { foldHeader } from '../fold-header.ts';
import type { Row, Value } from '../layouts/layout.ts';
import type { Plan } from './plan.ts';
import { netOf, reductions } from './reductions.ts';

/** Works out values that a row implies besides its cells; may warn. */
type Derivation = (row: Row) => CheckWarning | undefined;

/** The derivations of a sheet, by the columns that it has. */
export function derivationsOf(plan: Plan): readonly Derivation[] {
  const { has } = plan;
  const ofReductions = plan.layout.dataWhen && !plan.layout.isForTaxRoom ? reductions(plan) : undefined;
  return [
    // Before the net amount, which is worked out from them.
    ...(ofReductions ? [ofReductions] : []),
    // A layout of a net amount states what is off; another one is checked by what the buyer pays.
    ...('netAmount' in plan.blankRow ? [netAmount] : has('totalAmount') ? [sumOfSale] : []),
    ...(has('isPromotion') || has('promotionQuantity') ? [promotion(plan)] : []),
    ...(has('defaultWarehouseName') && !has('defaultWarehouseCode') ? [defaultWarehouse] : []),
  ];
}

const dong = (value: Value | undefined): number => (typeof value === 'number' ? value : 0);

function netAmount(row: Row): CheckWarning | undefined {
  const net = netOf(row);
  row.netAmount = net;
  const stated = row.statedNetAmount;
  if (typeof stated !== 'number' || stated === net) return undefined;
  return {
    field: 'statedNetAmount',
    code: 'NET_MISMATCH',
    sentence: `khác doanh số trừ chiết khấu, trả lại, giảm giá là ${formatVnd(net)}. Hãy bật đủ các cột đó rồi xuất lại.`,
  };
}

/**
 * The file's own sum of what the buyer pays shows that the goods' amount has its discount off already, that it has tax in it, or
 * that a cell is in the wrong column: each of these is another ledger. One đồng is rounding.
 */
function sumOfSale(row: Row): CheckWarning | undefined {
  const { amount, vatAmount, totalAmount } = row;
  if (typeof amount !== 'number' || typeof vatAmount !== 'number' || typeof totalAmount !== 'number') return undefined;
  const due = netOf(row) + vatAmount;
  if (Math.abs(due - totalAmount) <= 1) return undefined;
  const isNetAlready = dong(row.discount) !== 0 && Math.abs(amount + vatAmount - totalAmount) <= 1;
  const why = isNetAlready
    ? 'Cột tiền hàng có thể đã trừ chiết khấu, và chiết khấu sẽ bị trừ hai lần.'
    : 'Cột tiền hàng có thể đã gồm thuế, hay dòng bị lệch cột.';
  return {
    field: 'totalAmount',
    code: 'NET_MISMATCH',
    sentence: `khác tiền hàng − chiết khấu + thuế là ${formatVnd(due)}. ${why} Hãy kiểm tra các cột tiền rồi tải lại.`,
  };
}

/**
 * Makes `quantity` all that leaves stock. A column "Tổng số lượng bán" has the promotional goods in it already, one of "Số
 * lượng bán" has not; where a line has nothing but promotional goods, both may show them.
 */
function promotion({ columns }: Plan): Derivation {
  const hasAll = (field: string): boolean =>
    foldHeader(columns.find((column) => column.field.field === field)?.header ?? '').startsWith('tong');
  const isTotal = hasAll('quantity');
  const isMainTotal = hasAll('mainQuantity');
  return (row) => {
    if (row.promotionQuantity === null) {
      if (row.isPromotion !== null) row.promotionQuantity = row.isPromotion === true ? (row.quantity ?? null) : '0';
      return undefined;
    }
    const [sold, given] = [parseQuantity(String(row.quantity ?? '0')), parseQuantity(String(row.promotionQuantity))];
    const isSame = sold === given && (row.isPromotion === true || dong(row.amount) === 0);
    if (given === 0n || (isTotal && sold !== 0n) || isSame) return undefined;
    row.quantity = formatQuantity(sold + given);
    if (!isMainTotal && typeof row.mainQuantity === 'string')
      row.mainQuantity = withGiven(row.mainQuantity, sold, given);
    return undefined;
  };
}

/** Goods sold in the main unit with those given in the document's; null where the line does not say how one makes the other. */
function withGiven(main: string, sold: bigint, given: bigint): string | null {
  if (sold === 0n) return null;
  const all = parseQuantity(main) * (sold + given);
  return all % sold === 0n ? formatQuantity(all / sold) : null;
}

/** SME has one column "Kho ngầm định" with a code in it: one word of plain letters and digits. */
function defaultWarehouse(row: Row): undefined {
  if (typeof row.defaultWarehouseName === 'string' && /^[A-Z0-9][A-Z0-9._/-]{0,19}$/.test(row.defaultWarehouseName))
    row.defaultWarehouseCode = row.defaultWarehouseName;
}
