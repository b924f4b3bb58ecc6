import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { HOLDING } from '../invoice-status.ts';
import { openingQuantity } from '../ledger/open-lines.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';

/** An invoice that has left and holds each of its lines as a whole, alone: nothing of them is left to place. */
export type WholeInvoice = { readonly invoice: PlannedInvoice; readonly lines: readonly SalesLine[] };

/** Several invoices hold the line. */
const SEVERAL = -2;

/** Divides the kept invoices of a ledger into those that may be summed and the others, whose lines stay open. */
export function divide({ lines, kept }: Pick<IssuanceInput, 'lines' | 'kept'>): {
  readonly whole: readonly WholeInvoice[];
  readonly rest: Pick<IssuanceInput, 'lines' | 'kept'>;
} {
  const placeOf = placesHeld(lines, kept);
  const holders = new Int32Array(lines.length).fill(-1);
  kept.forEach(({ status, items }, index) => {
    if (!HOLDING.has(status)) return;
    for (const { allocations } of items)
      for (const { line } of allocations) {
        const place = placeOf.get(line)!;
        if (place < 0) continue;
        holders[place] = holders[place] === -1 || holders[place] === index ? index : SEVERAL;
      }
  });
  const whole: WholeInvoice[] = [];
  const open: PlannedInvoice[] = [];
  const isSummed = new Uint8Array(lines.length);
  kept.forEach((invoice, index) => {
    const places = hasLeft(invoice)
      ? wholeLines(invoice, { lines, placeOf }, (place) => holders[place] === index)
      : undefined;
    if (!places) {
      open.push(invoice);
      return;
    }
    for (const place of places) isSummed[place] = 1;
    whole.push({ invoice, lines: places.map((place) => lines[place]!) });
  });
  return { whole, rest: { kept: open, lines: lines.filter((_, place) => isSummed[place] === 0) } };
}

/** The places of the lines that invoices hold, from 0; −1 where the ledger has lost one. Most lines wait, and are on none. */
function placesHeld(lines: readonly SalesLine[], kept: readonly PlannedInvoice[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const { items } of kept)
    for (const { allocations } of items) for (const { line } of allocations) places.set(line, -1);
  lines.forEach(({ id }, place) => {
    if (places.has(id)) places.set(id, place);
  });
  return places;
}

const hasLeft = ({ status }: PlannedInvoice): boolean => status !== 'draft' && HOLDING.has(status);

/** The places of an invoice's lines in the ledger's order, if it has the whole of each of them; otherwise undefined. */
function wholeLines(
  { items }: PlannedInvoice,
  { lines, placeOf }: { readonly lines: readonly SalesLine[]; readonly placeOf: ReadonlyMap<string, number> },
  isOwn: (place: number) => boolean,
): number[] | undefined {
  const held = new Map<number, { baseQuantity: Quantity; amount: Vnd }>();
  for (const { allocations } of items)
    for (const { line, baseQuantity, amount } of allocations) {
      const place = placeOf.get(line)!;
      if (!isOwn(place)) return undefined;
      const known = held.get(place);
      if (known) {
        known.baseQuantity += baseQuantity;
        known.amount += amount;
      } else held.set(place, { baseQuantity, amount });
    }
  for (const [place, { baseQuantity, amount }] of held) {
    const line = lines[place]!;
    if (line.unstated || netAmountOf(line) !== amount || openingQuantity(line) !== baseQuantity) return undefined;
  }
  return [...held.keys()].sort((a, b) => a - b);
}

/** A ledger and its kept invoices together with some more of both. */
export function withInvoices<Input extends Pick<IssuanceInput, 'lines' | 'kept'>>(
  input: Input,
  more: ReadonlySet<WholeInvoice>,
): Input {
  if (more.size === 0) return input;
  const all = [...more];
  return {
    ...input,
    lines: [...input.lines, ...all.flatMap(({ lines }) => lines)],
    kept: [...input.kept, ...all.map(({ invoice }) => invoice)],
  };
}
