import type { Vnd } from '../money.ts';
import type { Quantity } from '../quantity.ts';
import type { PurchaseInvoice, PurchaseInvoiceLine } from './purchase-invoice.ts';

/** A line of goods as it counts after everything that was said of its invoice later. */
export type CountedLine = {
  readonly invoice: PurchaseInvoice;
  readonly line: PurchaseInvoiceLine;
  /** In the supplier's unit; 0 when its invoice was replaced or it was adjusted away. */
  readonly quantity: Quantity;
  readonly value: Vnd | null;
};

type Counting = { -readonly [K in keyof CountedLine]: CountedLine[K] };

/**
 * The lines of goods that purchase invoices promise. A replaced invoice promises nothing, the one in its place does; an adjusting
 * invoice moves the lines of the same item on the invoice that it names by its signed difference, and adds what that one has not.
 * Drafts have no number and promise nothing. Source: NĐ 123/2020 Điều 19 as amended by NĐ 70/2025 (replacing and adjusting).
 */
export function countedLines(invoices: readonly PurchaseInvoice[]): CountedLine[] {
  const issued = invoices.filter(({ key }) => key !== null);
  const byKey = new Map(issued.map((invoice) => [invoice.key!, invoice]));
  const replaced = replacedKeys(issued);
  const counted = new Map<string, Counting[]>();
  const extra: Counting[] = [];
  for (const invoice of issued) {
    if (namedBy(invoice, 'adjusts').length > 0) continue;
    counted.set(
      invoice.key!,
      linesOf(invoice).map((line) => asWritten(invoice, line, replaced.has(invoice.key!))),
    );
  }
  for (const invoice of issued.toSorted(inOrder)) {
    if (namedBy(invoice, 'adjusts').length === 0) continue;
    const originals = [...originalsOf(invoice, byKey, new Set())];
    const isEnded = replaced.has(invoice.key!) || (originals.length > 0 && originals.every((key) => replaced.has(key)));
    const targets = isEnded
      ? []
      : originals.filter((key) => !replaced.has(key)).flatMap((key) => counted.get(key) ?? []);
    extra.push(...adjust(invoice, targets, isEnded));
  }
  return [...counted.values()].flat().concat(extra);
}

/** The keys of other invoices of its supplier that an invoice names. */
export const namedBy = ({ related, key, supplier }: PurchaseInvoice, relation: 'replaces' | 'adjusts'): string[] =>
  related.flatMap((one) =>
    one.relation === relation && one.key !== null && one.key !== key && one.key.startsWith(`${supplier}|`)
      ? [one.key]
      : [],
  );

/** Replaced by another invoice in hand, or void by the portal's list. */
const replacedKeys = (invoices: readonly PurchaseInvoice[]): ReadonlySet<string> =>
  new Set([
    ...invoices.flatMap((invoice) => namedBy(invoice, 'replaces')),
    ...invoices.flatMap(({ isVoid, key }) => (isVoid ? key! : [])),
  ]);

/** The invoices that an adjusting one is about in the end: one that adjusts another adjustment is about what that one adjusted. */
function* originalsOf(
  invoice: PurchaseInvoice,
  byKey: ReadonlyMap<string, PurchaseInvoice>,
  seen: Set<string>,
): Generator<string> {
  for (const key of namedBy(invoice, 'adjusts')) {
    if (seen.has(key)) continue;
    seen.add(key);
    const named = byKey.get(key);
    if (named && namedBy(named, 'adjusts').length > 0) yield* originalsOf(named, byKey, seen);
    else yield key;
  }
}

const inOrder = (a: PurchaseInvoice, b: PurchaseInvoice): number =>
  (a.date ?? '') < (b.date ?? '') ? -1 : (a.date ?? '') > (b.date ?? '') ? 1 : a.key! < b.key! ? -1 : 1;

/** A line without a quantity, or with a negative one on an invoice that adjusts nothing, brings no goods. */
const linesOf = ({ lines }: PurchaseInvoice): PurchaseInvoiceLine[] =>
  lines.filter(({ quantity }) => quantity !== null && quantity > 0n);

const asWritten = (invoice: PurchaseInvoice, line: PurchaseInvoiceLine, isEnded: boolean): Counting => ({
  invoice,
  line,
  quantity: isEnded ? 0n : line.quantity!,
  value: isEnded ? 0 : line.value,
});

/** Moves the lines by what an adjusting invoice says. @returns the lines that it adds: goods that none of them is. */
function adjust(invoice: PurchaseInvoice, targets: readonly Counting[], isEnded: boolean): Counting[] {
  const added: Counting[] = [];
  for (const line of invoice.lines) {
    const same = targets.filter((one) => one.line.item === line.item && one.line.unit === line.unit);
    const [first] = same;
    if (!first) {
      if ((line.quantity ?? 0n) > 0n) added.push(asWritten(invoice, line, isEnded));
      continue;
    }
    if (line.value !== null) first.value = (first.value ?? 0) + line.value;
    let rest = line.quantity ?? 0n;
    if (rest > 0n) first.quantity += rest;
    for (const one of same) {
      if (rest >= 0n) break;
      const taken = one.quantity < -rest ? one.quantity : -rest;
      one.quantity -= taken;
      rest += taken;
    }
  }
  return added;
}
