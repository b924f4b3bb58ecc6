import type { Day } from '../../day.ts';
import type { Quantity } from '../../quantity.ts';
import { foldText } from '../../text/fold.ts';
import type { IssuanceInput, StockLot } from '../types.ts';

/** Stock of a product that no Bravo item is connected to, in AMIS units. */
export type UnconnectedStock = { readonly profile: string; readonly product: string; readonly quantity: Quantity };

/**
 * Finds stock that may be the same goods under an unconnected code: an AMIS product whose name, folded, is the item's
 * own. It is only ever named to a person; nothing is connected here.
 */
export function unconnectedFinder(
  input: IssuanceInput,
  lots: readonly StockLot[],
  free: ReadonlyMap<string, Quantity>,
): (profiles: readonly string[], itemName: string, day: Day) => readonly UnconnectedStock[] {
  const lotsOf = new Map<string, StockLot[]>();
  for (const lot of lots) {
    const key = keyOf(lot.profile, lot.product);
    const own = lotsOf.get(key);
    if (own) own.push(lot);
    else lotsOf.set(key, [lot]);
  }
  const byName = new Map<string, string[]>();
  const names = new Set<string>();
  for (const { terms, products, productConnections } of input.profiles) {
    const connected = new Set(productConnections.map((connection) => connection.product));
    for (const { code, name } of products) {
      if (connected.has(code) || !lotsOf.has(keyOf(terms.code, code))) continue;
      const folded = foldText(name);
      names.add(folded);
      const key = keyOf(terms.code, folded);
      byName.set(key, [...(byName.get(key) ?? []), code]);
    }
  }
  const folded = new Map<string, string>();
  return (profiles, itemName, day) => {
    if (names.size === 0) return [];
    const name = folded.get(itemName) ?? foldText(itemName);
    folded.set(itemName, name);
    if (!names.has(name)) return [];
    return profiles.flatMap((profile) =>
      (byName.get(keyOf(profile, name)) ?? []).flatMap((product) => {
        const own = (lotsOf.get(keyOf(profile, product)) ?? []).filter((lot) => lot.availableFrom <= day);
        const quantity = own.reduce((sum, lot) => sum + (free.get(lot.id) ?? 0n), 0n);
        return quantity > 0n ? [{ profile, product, quantity }] : [];
      }),
    );
  };
}

const keyOf = (profile: string, code: string): string => `${profile}\u0000${code}`;
