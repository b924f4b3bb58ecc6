import { compare } from '../../order.ts';
import { convert, convertBack, type Factor, type Quantity } from '../../quantity.ts';
import type { ProfileBooks } from '../books.ts';
import type { IssuanceInput, IssuancePlan, ShortageReason } from '../types.ts';
import type { ExpectedByProduct } from './expected-goods.ts';
import { purchaseNeeds } from './purchase-needs.ts';
import { type StockCause, type StockLack, type StockTraces, stockCauses } from './stock-causes.ts';

/** A lack with what explains it. */
export type ExplainedLack = StockLack & { readonly causes: readonly StockCause[] };

/** Every reason for which goods lack, also where they came too late. */
const OF_STOCK: ReadonlySet<ShortageReason> = new Set(['NO_STOCK', 'TAKEN_BY_OTHERS', 'STOCK_AFTER_SALE']);

/**
 * The lacks of a period, explained: each product that a profile sold and does not have, and each negative row of its stock report, with the causes that
 * the books show. By profile in the period's order, then by product.
 */
export function explainLacks(
  input: IssuanceInput,
  plan: Pick<IssuancePlan, 'shortages' | 'invoices'>,
  expected: ExpectedByProduct,
): ExplainedLack[] {
  const rank = new Map(input.profiles.map(({ terms }, index) => [terms.code, index]));
  const booksOf = new Map(input.profiles.map((books) => [books.terms.code, books]));
  const invoiced = invoicedOf(plan);
  return [...missing(input, plan), ...negative(input)]
    .toSorted(
      (a, b) => rank.get(a.profile)! - rank.get(b.profile)! || compare(a.product, b.product) || compare(a.kind, b.kind),
    )
    .map((lack) => {
      const books = booksOf.get(lack.profile)!;
      const served = invoiced.get(placeOf(lack.profile, lack.product)) ?? 0n;
      return { ...lack, causes: stockCauses(lack, tracesOf(lack, books, served, { input, expected })) };
    });
}

const placeOf = (profile: string, product: string): string => `${profile}\u0000${product.toLowerCase()}`;

const missing = (input: IssuanceInput, plan: Pick<IssuancePlan, 'shortages'>): StockLack[] =>
  purchaseNeeds(input, plan, OF_STOCK).map(({ profile, product, name, unit, quantity, firstDay }) => ({
    ...{ kind: 'missing', profile, product, name, unit, quantity, day: firstDay, warehouse: null },
  }));

const negative = ({ profiles, period }: IssuanceInput): StockLack[] =>
  profiles.flatMap(({ terms, products, inventory }) => {
    const known = new Map(products.map((product) => [product.code, product]));
    return inventory
      .filter(({ closing }) => closing < 0n)
      .map(({ product, warehouse, closing }): StockLack => {
        const { name, unit } = known.get(product) ?? { name: '', unit: '' };
        const lack = { product, name, unit, quantity: -closing, day: period.toDate, warehouse };
        return { kind: 'negative', profile: terms.code, ...lack };
      });
  });

/** The quantity that the plan's invoices draw of each product. */
function invoicedOf({ invoices }: Pick<IssuancePlan, 'invoices'>): ReadonlyMap<string, Quantity> {
  const drawn = new Map<string, Quantity>();
  for (const { profile, items } of invoices)
    for (const { product, quantity } of items) {
      const place = placeOf(profile, product);
      drawn.set(place, (drawn.get(place) ?? 0n) + quantity);
    }
  return drawn;
}

type World = { readonly input: IssuanceInput; readonly expected: ExpectedByProduct };

function tracesOf(lack: StockLack, books: ProfileBooks, served: Quantity, { input, expected }: World): StockTraces {
  const isIt = (one: { readonly product: string }): boolean => one.product.toLowerCase() === lack.product.toLowerCase();
  const rows = books.inventory.filter(isIt);
  const connections = factorsOf(books, isIt);
  const had = rows.reduce((sum, { opening, incoming }) => sum + opening + incoming, 0n);
  const out = rows.reduce((sum, { outgoing }) => sum + outgoing, 0n);
  return {
    rows,
    excluded: new Set(books.terms.excludedWarehouseCodes),
    purchases: books.purchases.filter(isIt),
    expected: expected.get(lack.profile)?.get(lack.product.toLowerCase()) ?? [],
    connections,
    wanted: lack.kind === 'negative' ? out : lack.quantity + served + out,
    had,
    elsewhere: input.profiles.flatMap((other) =>
      other === books ? [] : connections.flatMap((own) => elsewhereOf(other, own, expected)),
    ),
  };
}

type Connected = { readonly item: string; readonly factor: Factor };

const factorsOf = (books: ProfileBooks, isIt: (one: { readonly product: string }) => boolean): Connected[] =>
  books.productConnections.filter(isIt).flatMap(({ item, factor }) => (factor ? [{ item, factor }] : []));

/** The goods that another profile has, or has been invoiced, of products that are the same Bravo item. */
function elsewhereOf(other: ProfileBooks, own: Connected, expected: ExpectedByProduct): StockTraces['elsewhere'] {
  const excluded = new Set(other.terms.excludedWarehouseCodes);
  return other.productConnections.flatMap(({ product, item, factor }) => {
    if (item !== own.item || !factor) return [];
    const here = (quantity: Quantity): Quantity => convert(convertBack(quantity, factor), own.factor);
    const stock = other.inventory
      .filter((row) => row.product.toLowerCase() === product.toLowerCase() && !excluded.has(row.warehouse))
      .reduce((sum, { closing }) => sum + closing, 0n);
    const coming = (expected.get(other.terms.code)?.get(product.toLowerCase()) ?? []).reduce(
      (sum, { quantity }) => sum + quantity,
      0n,
    );
    const place = { profile: other.terms.code, product, item };
    return [
      { ...place, quantity: here(stock), isInvoicedOnly: false },
      { ...place, quantity: here(coming), isInvoicedOnly: true },
    ];
  });
}
