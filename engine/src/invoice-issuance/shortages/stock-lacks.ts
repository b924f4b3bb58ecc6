import { compare } from '../../order.ts';
import { convert, convertBack, type Quantity } from '../../quantity.ts';
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
  const books = input.profiles.map(findable);
  const invoiced = invoicedOf(plan);
  return [...missing(input, plan), ...negative(input)]
    .toSorted(
      (a, b) => rank.get(a.profile)! - rank.get(b.profile)! || compare(a.product, b.product) || compare(a.kind, b.kind),
    )
    .map((lack) => {
      const served = invoiced.get(placeOf(lack.profile, lack.product)) ?? 0n;
      return { ...lack, causes: stockCauses(lack, tracesOf(lack, served, books, expected)) };
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

/** The books of a profile by what is looked for in them: products in lower-case letters, as AMIS compares codes. */
function findable({ terms, inventory, purchases, productConnections }: ProfileBooks) {
  const connections = productConnections.flatMap(({ product, item, factor }) =>
    factor ? [{ product, item, factor }] : [],
  );
  const excluded = new Set(terms.excludedWarehouseCodes);
  return {
    code: terms.code,
    excluded,
    rows: Map.groupBy(inventory, byCode),
    purchases: Map.groupBy(purchases, byCode),
    byProduct: Map.groupBy(connections, byCode),
    byItem: Map.groupBy(connections, ({ item }) => item),
  };
}
type Findable = ReturnType<typeof findable>;

const byCode = ({ product }: { readonly product: string }): string => product.toLowerCase();

function tracesOf(
  lack: StockLack,
  served: Quantity,
  all: readonly Findable[],
  expected: ExpectedByProduct,
): StockTraces {
  const code = byCode(lack);
  const books = all.find((one) => one.code === lack.profile)!;
  const rows = books.rows.get(code) ?? [];
  const connections = books.byProduct.get(code) ?? [];
  const had = rows.reduce((sum, { opening, incoming }) => sum + opening + incoming, 0n);
  const out = rows.reduce((sum, { outgoing }) => sum + outgoing, 0n);
  return {
    rows,
    excluded: books.excluded,
    purchases: books.purchases.get(code) ?? [],
    expected: expected.get(lack.profile)?.get(code) ?? [],
    connections,
    wanted: lack.kind === 'negative' ? out : lack.quantity + served + out,
    had,
    elsewhere: all.flatMap((other) =>
      other === books ? [] : connections.flatMap((own) => elsewhereOf(other, own, expected)),
    ),
  };
}

/** The goods that another profile has, or has been invoiced, of products that are the same Bravo item. */
function elsewhereOf(
  other: Findable,
  own: StockTraces['connections'][number],
  expected: ExpectedByProduct,
): StockTraces['elsewhere'] {
  return (other.byItem.get(own.item) ?? []).flatMap(({ product, item, factor }) => {
    const here = (quantity: Quantity): Quantity => convert(convertBack(quantity, factor), own.factor);
    const stock = (other.rows.get(byCode({ product })) ?? [])
      .filter(({ warehouse }) => !other.excluded.has(warehouse))
      .reduce((sum, { closing }) => sum + closing, 0n);
    const coming = (expected.get(other.code)?.get(byCode({ product })) ?? []).reduce(
      (sum, { quantity }) => sum + quantity,
      0n,
    );
    const place = { profile: other.code, product, item };
    return [
      { ...place, quantity: here(stock), isInvoicedOnly: false },
      { ...place, quantity: here(coming), isInvoicedOnly: true },
    ];
  });
}
