import { Problem } from '../../problem.ts';
import { type Cell, columnLetters } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import type { Row } from '../layouts/layout.ts';
import {
  currencyAbove,
  isCurrencyHeader,
  isInCurrency,
  isInDong,
  isRateHeader,
  otherCurrency,
  otherRate,
  saysDong,
} from '../recognise/currency.ts';
import type { FoundHeader } from '../recognise/found.ts';
import type { Plan } from './plan.ts';
import type { Remarks } from './remarks.ts';

/** Prices: no sum is made of them, and the amount says what they say. */
const PRICES: ReadonlySet<string> = new Set(['unitPrice', 'mainUnitPrice']);

/** False for a row whose amounts are not đồng: it was rejected. A price that is not đồng is taken out of the row. */
export type ForeignMoney = (row: Row, cells: readonly Cell[], rowNumber: number) => boolean;

/**
 * Watches the ledger for rows in another currency, whose amounts would be taken for đồng: ten dollars for ten đồng. An amount is in đồng where its
 * header says so («Thành tiền quy đổi»), or where another column has the one of the document («Tiền hàng nt»). Undefined where nothing
 * tells of a currency. Throws AMOUNTS_NOT_DONG where the heading says that all of it is in another one.
 */
export function foreignMoney(
  plan: Plan,
  { columns, layout }: FoundHeader,
  above: readonly (readonly Cell[])[],
  told: Remarks,
): ForeignMoney | undefined {
  if (!layout.fields.some(({ type }) => type === 'vnd')) return undefined;
  const stated = currencyAbove(above);
  const named = columns.find(({ field, header }) => field === null && isCurrencyHeader(foldHeader(header)));
  const rated = columns.find(({ field, header }) => field === null && isRateHeader(foldHeader(header)));
  const isBareDong = columns.some(({ field, header }) => field === null && isInCurrency(foldHeader(header), layout));
  if (isBareDong || (!stated && !named && !rated)) return undefined;
  const inDoubt = plan.columns.filter(({ header }) => !isInDong(foldHeader(header)));
  const amounts = inDoubt.filter(({ field }) => field.type === 'vnd');
  const prices = inDoubt.filter(({ field }) => PRICES.has(field.field));
  if (stated && amounts.some(({ field }) => field.required)) throw notDong(stated.line);
  const placeOf = (column: FoundHeader['columns'][number] | undefined): string =>
    column ? `ở cột ${columnLetters(column.index)} «${column.header.slice(0, 80)}»` : 'ở phần đầu tệp';
  /** The other currency that a row says, and where. A rate alone says it too, unless the row itself says đồng. */
  const saidIn = (cells: readonly Cell[]): readonly [currency: string, place: string] | undefined => {
    const own = named && cells[named.index];
    const currency = otherCurrency(own) ?? stated?.currency;
    if (currency !== undefined) return [currency, placeOf(named)];
    const rate = rated && !saysDong(own) ? otherRate(cells[rated.index]) : undefined;
    return rate === undefined ? undefined : [rate, placeOf(rated)];
  };
  return (row, cells, rowNumber) => {
    const said = saidIn(cells);
    if (said === undefined) return true;
    const [currency, place] = said;
    const wrong = amounts.find(({ field }) => row[field.field] !== null && row[field.field] !== 0);
    if (wrong) {
      const sentence = `không phải là đồng: dòng ghi «${currency}» ${place}. Hãy xuất lại báo cáo có cột tiền quy đổi («${wrong.field.header} quy đổi»), hoặc sửa thành số tiền đồng; nếu cả cột đã là đồng thì ghi «(VND)» sau tên cột.`;
      told.reject(rowNumber, wrong, cells[wrong.index], 'AMOUNTS_NOT_DONG', sentence);
      return false;
    }
    for (const price of prices) {
      if (row[price.field.field] === null) continue;
      const sentence = `không phải là đồng (dòng ghi «${currency}» ${place}): đơn giá không được đọc, tiền lấy ở cột quy đổi.`;
      told.warn(rowNumber, price, cells[price.index], 'PRICE_NOT_DONG', sentence);
      row[price.field.field] = null;
    }
    return true;
  };
}

const notDong = (line: string): Problem =>
  new Problem(
    'AMOUNTS_NOT_DONG',
    `Phần đầu tệp ghi «${line}»: tiền trong tệp không phải là đồng. Hãy xuất lại báo cáo với loại tiền là đồng, hoặc có cột tiền quy đổi, rồi tải lên.`,
    { heading: line },
  );
