import { documentKeyOf, type SalesLine } from '../../bravo/sales-line.ts';
import { splitVnd, type Vnd } from '../../money.ts';
import { by } from '../../order.ts';
import { formatQuantity } from '../../quantity.ts';
import { sha256 } from '../../sha256.ts';
import type { PlannedAllocation, PlannedInvoice, PlannedItem } from '../types.ts';

/** One gift on the list that goes with a consolidated invoice. */
export type GiftRow = {
  readonly number: number;
  readonly item: PlannedItem;
  readonly part: PlannedAllocation;
  /** Undefined: the ledger has it no more. */
  readonly line: SalesLine | undefined;
  readonly vatAmount: Vnd;
};

type Lines = ReadonlyMap<string, SalesLine>;

/** Every gift of a consolidated invoice in the order of its day; amounts and VAT add up to the invoice's own. */
export function giftRows({ items }: Pick<PlannedInvoice, 'items'>, lines: Lines): GiftRow[] {
  const rows = items.flatMap((item) => {
    const weights = item.allocations.map(({ amount }) => BigInt(amount));
    const vat = item.vatAmount === 0 ? [] : splitVnd(item.vatAmount, weights);
    return item.allocations.map((part, index) => ({
      item,
      part,
      line: lines.get(part.line),
      vatAmount: vat[index] ?? 0,
    }));
  });
  const orderOf = ({ line, part }: Omit<GiftRow, 'number'>): string =>
    `${line?.docDate ?? ''}\u0000${line ? documentKeyOf(line) : ''}\u0000${part.line}`;
  return rows.toSorted(by(orderOf)).map((row, index) => ({ ...row, number: index + 1 }));
}

/** The SHA-256 of the lines of such a list, as it is printed: another one is of another list (law.md, T9). */
export function giftListHash(invoice: Pick<PlannedInvoice, 'items'>, lines: Lines): string {
  const printed = giftRows(invoice, lines).map(({ number, item, part, line, vatAmount }) =>
    JSON.stringify([
      ...[number, line?.docDate ?? '', line ? documentKeyOf(line) : '', line?.partnerCode ?? ''],
      ...[item.product, item.name, item.unit, formatQuantity(part.quantity), item.unitPrice, part.amount],
      ...[item.vatRate, vatAmount],
    ]),
  );
  return sha256(printed.join('\n'));
}
