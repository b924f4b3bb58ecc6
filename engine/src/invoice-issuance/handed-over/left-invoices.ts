import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { agrees } from '../amis-ledger/kept-invoices.ts';
import { HOLDING } from '../invoice-status.ts';
import { openingQuantity } from '../ledger/open-lines.ts';
import type { IssuanceInput, PlannedAllocation, PlannedInvoice } from '../types.ts';

/** An invoice that has left, with the lines of the ledger that it holds, wholly or in part. */
export type LeftInvoice = { readonly invoice: PlannedInvoice; readonly lines: readonly SalesLine[] };

/** The part of a line that invoices hold; `parts` is the number of allocations. */
export type HeldFigures = { readonly baseQuantity: Quantity; readonly amount: Vnd; readonly parts: number };

type Candidate = { readonly invoice: PlannedInvoice; readonly places: readonly number[] };

/** The part of a line that the sums have, and whether the ledger has changed it since. */
type Before = {
  readonly heldOf: (line: string) => HeldFigures | undefined;
  readonly isChanged: (line: SalesLine) => boolean;
};

/**
 * The kept invoices of which sums will do, and the others: those that have not left, that hold a line which the ledger has lost, changed or
 * left blank, or one of which invoices hold another amount than the ledger has.
 */
export function divide(
  { lines, kept }: Pick<IssuanceInput, 'lines' | 'kept'>,
  before: Before,
): { readonly left: readonly LeftInvoice[]; readonly rest: readonly PlannedInvoice[] } {
  const placeOf = placesHeld(lines, kept);
  let candidates = kept.flatMap((invoice): Candidate | readonly Candidate[] => {
    const places = hasLeft(invoice) ? placesOf(invoice, lines, placeOf) : undefined;
    return places ? { invoice, places } : [];
  });
  for (;;) {
    const held = heldFigures(candidates, lines, placeOf, before.heldOf);
    const agreeing = candidates.filter(({ places }) =>
      places.every((place) => !before.isChanged(lines[place]!) && agrees(lines[place]!, held.get(place)!)),
    );
    const isSame = agreeing.length === candidates.length;
    candidates = agreeing;
    if (isSame) break;
  }
  const isSummed = new Set(candidates.map(({ invoice }) => invoice));
  return {
    left: candidates.map(({ invoice, places }) => ({ invoice, lines: places.map((place) => lines[place]!) })),
    rest: kept.filter((invoice) => !isSummed.has(invoice)),
  };
}

/** The places of the lines that invoices hold, from 0; −1 where the ledger has lost one. Most lines wait, and are on none. */
function placesHeld(lines: readonly SalesLine[], kept: readonly PlannedInvoice[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const allocation of allocationsOf(kept)) places.set(allocation.line, -1);
  lines.forEach(({ id }, place) => {
    if (places.has(id)) places.set(id, place);
  });
  return places;
}

const hasLeft = ({ status }: PlannedInvoice): boolean => status !== 'draft' && HOLDING.has(status);

/** The places of an invoice's lines in the ledger's order, if the ledger states each of them and it holds something of each. */
function placesOf(
  invoice: PlannedInvoice,
  lines: readonly SalesLine[],
  placeOf: ReadonlyMap<string, number>,
): number[] | undefined {
  const places = new Set<number>();
  for (const allocation of allocationsOf([invoice])) {
    const place = placeOf.get(allocation.line)!;
    if (place < 0 || lines[place]!.unstated || !isPartOf(lines[place]!, allocation)) return undefined;
    places.add(place);
  }
  return [...places].sort((a, b) => a - b);
}

/** True for something of a line, with its sign: part after part is less left of it then, and the last one alone leaves nothing. */
const isPartOf = (line: SalesLine, { baseQuantity, amount }: PlannedAllocation): boolean =>
  (baseQuantity !== 0n || amount !== 0) &&
  baseQuantity * openingQuantity(line) >= 0n &&
  amount * netAmountOf(line) >= 0;

function heldFigures(
  candidates: readonly Candidate[],
  lines: readonly SalesLine[],
  placeOf: ReadonlyMap<string, number>,
  heldBefore: (line: string) => HeldFigures | undefined,
): Map<number, HeldFigures> {
  const held = new Map<number, HeldFigures>();
  for (const allocation of allocationsOf(candidates.map(({ invoice }) => invoice))) {
    const place = placeOf.get(allocation.line)!;
    held.set(place, plus(held.get(place) ?? heldBefore(lines[place]!.id), allocation));
  }
  return held;
}

/** The held part of a line together with one more allocation of it. */
export const plus = (known: HeldFigures | undefined, { baseQuantity, amount }: PlannedAllocation): HeldFigures =>
  known
    ? { baseQuantity: known.baseQuantity + baseQuantity, amount: known.amount + amount, parts: known.parts + 1 }
    : { baseQuantity, amount, parts: 1 };

/** All allocations of some invoices, in their order. */
export function* allocationsOf(invoices: Iterable<PlannedInvoice>): Generator<PlannedAllocation> {
  for (const { items } of invoices) for (const { allocations } of items) yield* allocations;
}
