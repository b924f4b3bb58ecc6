import { documentKeyOf } from '@khop/engine/bravo/sales-line.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import type { Amis } from '@khop/sample/amis-world/amis.ts';
import { beyondStock } from '@khop/sample/amis-world/witness.ts';

const HOLDS: ReadonlySet<string> = new Set(['draft', 'exported', 'issued', 'adjusted']);
const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
const addTo = <T>(map: Map<string, T>, key: string, value: T, plus: (a: T, b: T) => T) => {
  const known = map.get(key);
  map.set(key, known === undefined ? value : plus(known, value));
};

/**
 * The laws of the circle on one plan, computed from the lines and from AMIS's own books: each broken one as a sentence.
 * `numbers` are the numbers that earlier steps have seen, by voucher, and is added to.
 */
export function brokenLaws(
  input: IssuanceInput,
  plan: IssuancePlan,
  amis: ReadonlyMap<string, Amis>,
  numbers: Map<string, string>,
): string[] {
  const live = plan.invoices.filter(({ status }) => HOLDS.has(status));
  return [
    ...tieOut(input, plan, live),
    ...linesTwice(input, plan, live),
    ...oversoldLots(plan, live, amis),
    ...brokenInAmis(live, input.lines, amis, numbers),
  ];
}

/** The laws whose witness is AMIS itself, on the live invoices of a period with these ledger lines. */
function brokenInAmis(
  live: readonly PlannedInvoice[],
  lines: IssuanceInput['lines'],
  amis: ReadonlyMap<string, Amis>,
  numbers: Map<string, string>,
): string[] {
  return [
    ...beyondAmis(live, amis),
    ...documentsTwice(lines, amis),
    ...numbersChanged(live, numbers),
    ...datesBack(live, amis),
  ];
}

function tieOut(input: IssuanceInput, plan: IssuancePlan, live: readonly PlannedInvoice[]): string[] {
  const parts = {
    ledger: sum(input.lines.map(({ amount, discount }) => (amount ?? 0) - (discount ?? 0))),
    invoiced: sum(live.flatMap(({ items }) => items.map(({ amount }) => amount))),
    alreadyInvoiced: sum(plan.alreadyInvoiced.map(({ amount }) => amount)),
    unallocated: sum(plan.shortages.map(({ amount }) => amount)),
    excluded: sum(plan.excluded.map(({ amount }) => amount)),
  };
  const whole = parts.invoiced + parts.alreadyInvoiced + parts.unallocated + parts.excluded;
  const isTold = JSON.stringify(plan.tieOut) === JSON.stringify(parts);
  return parts.ledger === whole && isTold
    ? []
    : [`tie-out: ${JSON.stringify(parts)}, told ${JSON.stringify(plan.tieOut)}`];
}

function linesTwice(input: IssuanceInput, plan: IssuancePlan, live: readonly PlannedInvoice[]): string[] {
  const taken = new Map<string, bigint>();
  const plus = (a: bigint, b: bigint) => a + b;
  for (const { items } of live)
    for (const { allocations } of items)
      for (const { line, baseQuantity } of allocations) addTo(taken, line, baseQuantity, plus);
  for (const { line, baseQuantity } of plan.alreadyInvoiced) addTo(taken, line, baseQuantity, plus);
  return input.lines.flatMap(({ id, baseQuantity }) => {
    const most = baseQuantity > 0n ? baseQuantity : 0n;
    const quantity = taken.get(id) ?? 0n;
    return quantity > most ? [`line ${id} invoiced ${quantity} of ${most}`] : [];
  });
}

/**
 * Lots hold goods of which AMIS does not know yet: invoices that it has taken in have left its closing stock. On every
 * day the draws up to then are at most the stock of then; an invoice that has left may be counted on another lot of the
 * shelf.
 */
function oversoldLots(plan: IssuancePlan, live: readonly PlannedInvoice[], amis: ReadonlyMap<string, Amis>): string[] {
  const shelfOf = (profile: string, warehouse: string, product: string) => `${profile}/${warehouse}/${product}`;
  const lots = Map.groupBy(plan.lots, (lot) => shelfOf(lot.profile, lot.warehouse, lot.product));
  const byId = new Map(plan.lots.map((lot) => [lot.id, lot]));
  const draws = new Map<string, { day: string; quantity: bigint }[]>();
  const broken: string[] = [];
  for (const invoice of live) {
    if (isInAmis(invoice, amis)) continue;
    for (const { allocations, warehouse, product } of invoice.items)
      for (const { lot, quantity } of allocations) {
        if (lot === null) continue;
        const shelf = shelfOf(invoice.profile, warehouse, product);
        draws.set(shelf, [...(draws.get(shelf) ?? []), { day: invoice.documentDate, quantity }]);
        const from = byId.get(lot)?.availableFrom;
        if (invoice.status === 'draft' && (from === undefined || invoice.documentDate < from))
          broken.push(`lot ${lot} of ${from} drawn by ${invoice.voucherNumber} on ${invoice.documentDate}`);
      }
  }
  const total = (parts: readonly { readonly quantity: bigint }[]) => parts.reduce((all, one) => all + one.quantity, 0n);
  for (const [shelf, own] of draws) {
    for (const { day } of own) {
      const drawn = total(own.filter((one) => one.day <= day));
      const held = total((lots.get(shelf) ?? []).filter(({ availableFrom }) => availableFrom <= day));
      if (drawn > held) broken.push(`lots of ${shelf} oversold on ${day}: ${drawn} of ${held}`);
    }
  }
  return broken;
}

const isInAmis = ({ profile, voucherNumber }: PlannedInvoice, amis: ReadonlyMap<string, Amis>): boolean =>
  amis.get(profile)?.has(voucherNumber) ?? false;

/** The independent end check: the quantity we invoiced, in AMIS or on its way there, is nowhere more than AMIS has. */
function beyondAmis(live: readonly PlannedInvoice[], amis: ReadonlyMap<string, Amis>): string[] {
  return [...amis].flatMap(([profile, own]) => {
    const waiting = live.filter((invoice) => invoice.profile === profile && !own.has(invoice.voucherNumber));
    const draws = waiting.flatMap(({ documentDate, items }) =>
      items.map(({ warehouse, product, quantity }) => ({ warehouse, product, date: documentDate, quantity })),
    );
    return beyondStock(own.books, draws).map(
      ({ warehouse, product, day, invoiced, held }) =>
        `${profile}: ${product} in ${warehouse} on ${day}: invoiced ${invoiced}, AMIS has ${held}`,
    );
  });
}

/** In AMIS itself, over all profiles, no Bravo document has more invoices of ours than it was sold for. */
function documentsTwice(lines: IssuanceInput['lines'], amis: ReadonlyMap<string, Amis>): string[] {
  const sold = new Map<string, number>();
  const plus = (a: number, b: number) => a + b;
  // A discount that waits for a decision takes nothing off its goods' invoices.
  for (const line of lines)
    addTo(sold, documentKeyOf(line), Math.max(0, (line.amount ?? 0) - (line.discount ?? 0)), plus);
  const invoiced = new Map<string, number>();
  for (const { books } of amis.values())
    for (const { isImported, description, ended, lines: items } of books.sales)
      if (isImported && !ended)
        addTo(invoiced, description.split(' ').at(-1)!, sum(items.map((item) => item.amount - item.discount)), plus);
  // A clerk may have mended an amount in AMIS by hand, by up to a thousand đồng.
  return [...invoiced].flatMap(([document, amount]) =>
    amount > (sold.get(document) ?? 0) + 1000 ? [`${document} sold for ${sold.get(document)}, invoiced ${amount}`] : [],
  );
}

function numbersChanged(live: readonly PlannedInvoice[], numbers: Map<string, string>): string[] {
  const broken: string[] = [];
  const vouchers = new Set<string>();
  for (const { profile, voucherNumber, invoiceNumber = '' } of live) {
    const voucher = `${profile}/${voucherNumber}`;
    if (vouchers.has(voucher)) broken.push(`voucher ${voucher} twice`);
    vouchers.add(voucher);
    const before = numbers.get(voucher) ?? '';
    if (before !== '' && before !== invoiceNumber) broken.push(`${voucher} was number ${before}, is ${invoiceNumber}`);
    numbers.set(voucher, invoiceNumber);
  }
  return broken;
}

function datesBack(live: readonly PlannedInvoice[], amis: ReadonlyMap<string, Amis>): string[] {
  return live.flatMap(({ profile, voucherNumber, status, date }) => {
    const last = amis.get(profile)!.lastInvoiceDate;
    return status === 'draft' && last !== undefined && date < last
      ? [`${voucherNumber} is to be dated ${date}, the last one issued is of ${last}`]
      : [];
  });
}
