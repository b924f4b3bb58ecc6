import { DAY_FACT_DAYS, statedFacts } from '@khop/engine/bravo/day-facts.ts';
import { type SalesLine, type SalesLineKind, unstatedFigures } from '@khop/engine/bravo/sales-line.ts';
import { Problem } from '@khop/engine/problem.ts';
import { formatFactor, formatQuantity, parseFactor, type Quantity } from '@khop/engine/quantity.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import {
  DAY,
  DECIMAL,
  DONG,
  FILLED,
  FLAG,
  isBlank,
  type Kind,
  QUANTITY,
  RATE,
  type Refuse,
  refuseAnswer,
  type TextRow,
  text,
  trimmed,
  valueIn,
} from './cells.ts';

const KINDS: readonly string[] = ['goods', 'service', 'discount', 'free'] satisfies SalesLineKind[];

const LINE_KIND: Kind<SalesLineKind> = {
  expected: `một trong: ${KINDS.join(', ')}`,
  read: (value) => {
    const kind = value || 'goods';
    if (!KINDS.includes(kind))
      throw new Problem('BAD_LINE_KIND', `Loại dòng «${kind}» không hợp lệ: cần goods, service, discount hoặc free.`);
    // The list holds every kind and nothing else.
    return kind as SalesLineKind;
  },
};

const VAT_RATE = { expected: '0, 5, 8, 10, KCT, KKKNT hoặc KHAC:x', read: parseVatRate };

/** The same reading, done once for equal texts where a source keeps what it has read. */
export type Keep = <T>(read: (text: string) => T) => (text: string) => T;

/**
 * Reads lines of Bravo's sales ledger, from a database or from a file. A blank figure is 0 and named in `unstated`.
 * @param refuse says what is wrong with a field.
 * @param keep where a whole ledger stays in memory: it repeats its customers, items, prices and days.
 */
export function salesLineReader(refuse: Refuse, keep: Keep = (read) => read): (row: TextRow) => SalesLine {
  const fieldOf = <T>({ expected, read }: Kind<T>) => {
    const kind = { expected, read: keep(read) };
    return (row: TextRow, field: string): T => valueIn(refuse, kind, row, field);
  };
  const same = keep((value) => value);
  const word = (row: TextRow, field: string): string => same(trimmed(row, field));
  const [quantityOf, dayOf, kindOf] = [fieldOf(QUANTITY), fieldOf(DAY), fieldOf(LINE_KIND)];
  const [rateOf, vatRateOf, priceOf] = [fieldOf(RATE), fieldOf(VAT_RATE), fieldOf(DECIMAL)];
  const filled = (row: TextRow, field: string): string => valueIn(refuse, FILLED, row, field);
  const maybeDayOf = fieldOf({ expected: DAY.expected, read: (value) => (value === '' ? undefined : DAY.read(value)) });
  const flagOf = fieldOf(FLAG);
  const dayFactsOf = (row: TextRow) =>
    statedFacts({
      ...Object.fromEntries(DAY_FACT_DAYS.map((field) => [field, maybeDayOf(row, field)])),
      isExport: flagOf(row, 'isExport'),
      trade: word(row, 'trade'),
    });
  const vndOf = (row: TextRow, field: string): number => valueIn(refuse, DONG, row, field);
  return (row) => {
    const kind = kindOf(row, 'kind');
    const unstated = unstatedFigures(kind, (field) => isBlank(row, field));
    const dayFacts = dayFactsOf(row);
    const [quantity, baseQuantity] = [quantityOf(row, 'quantity'), quantityOf(row, 'baseQuantity')];
    return {
      id: filled(row, 'rowId'),
      branchCode: word(row, 'branchCode'),
      docCode: word(row, 'docCode'),
      docNo: same(filled(row, 'docNo')),
      docDate: dayOf(row, 'docDate'),
      docStatus: word(row, 'docStatus'),
      partnerCode: word(row, 'partnerCode'),
      itemCode: word(row, 'itemCode'),
      itemName: same(text(row, 'itemName')),
      unit: word(row, 'unit'),
      quantity,
      baseQuantity,
      convertRate: isBlank(row, 'convertRate') ? derivedRate(quantity, baseQuantity) : rateOf(row, 'convertRate'),
      unitPrice: priceOf(row, 'unitPrice'),
      amount: vndOf(row, 'amount'),
      discount: vndOf(row, 'discount'),
      vatRate: vatRateOf(row, 'vatRate'),
      vatAmount: vndOf(row, 'vatAmount'),
      warehouseCode: word(row, 'warehouseCode'),
      kind,
      description: same(text(row, 'description')),
      ...(unstated.length > 0 && { unstated }),
      ...(dayFacts && { dayFacts }),
    };
  };
}

/** Of a line that states no rate: what its two quantities say, which contradicts neither. */
function derivedRate(quantity: Quantity, baseQuantity: Quantity): string {
  if (quantity === 0n || baseQuantity === 0n || quantity > 0n !== baseQuantity > 0n) return '1';
  const size = (value: Quantity): string => formatQuantity(value < 0n ? -value : value);
  return formatFactor(parseFactor(`${size(baseQuantity)}/${size(quantity)}`));
}

/** Reads a line that Bravo answers with. */
export const salesLine = salesLineReader(refuseAnswer);
