import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import names from '../../engine/golden/connections/spoken-names.json' with { type: 'json' };
import partners from '../../engine/golden/connections/spoken-partners.json' with { type: 'json' };

/** Two lists of one length and more on either side: record k of one belongs to record k of the other, as far as `own` goes. */
type Lists = {
  readonly kind: 'product' | 'partner';
  readonly left: readonly { readonly name: string; readonly unit?: string }[];
  readonly right: readonly { readonly name: string; readonly unit?: string }[];
  readonly own: number;
};

/** From these scores on pairs are counted apart. */
const FROM = [0.5, 0.9, 0.99];

/** The lists written by hand: goods and partners as sellers say them, beside their names in registers and on purchase invoices. */
export function printSpoken(): void {
  const wide = (text: string) => text.padStart(13);
  console.log(
    `\nF. Lists written by hand, never trained on; their errors were read while mending. Best pairs, right and wrong\n${'list'.padEnd(28)}${'its own'.padStart(8)}${FROM.map((from) => wide(`≥ ${from}`)).join('')}`,
  );
  for (const [list, trades] of Object.entries(names)) {
    if (typeof trades !== 'string') printCounts(`goods, ${list}`, goodsLists(trades), wide);
  }
  for (const [list, told] of Object.entries(partners)) {
    if (typeof told !== 'string') printCounts(`partners, ${list}`, partnerLists(told), wide);
  }
}

function printCounts(title: string, lists: Lists, wide: (text: string) => string): void {
  const best = suggestConnections(
    lists.kind,
    lists.left.map((record, i) => ({ id: `${i}`, ...record })),
    lists.right.map((record, i) => ({ id: `${i}`, ...record })),
  ).filter((pair) => pair.best);
  const counts = FROM.map((from) => {
    const sure = best.filter(({ score }) => score >= from);
    const right = sure.filter((pair) => pair.left === pair.right && pair.left < lists.own).length;
    return `${right} · ${sure.length - right}`;
  });
  console.log(`${title.padEnd(28)}${`${lists.own}`.padStart(8)}${counts.map(wide).join('')}`);
}

function goodsLists(trades: Readonly<Record<string, readonly (readonly string[])[]>>): Lists {
  const goods = Object.values(trades).flat();
  return {
    kind: 'product',
    left: goods.map(([name, unit]) => ({ name: name!, unit: unit! })),
    right: goods.map(([, , name, unit]) => ({ name: name!, unit: unit! })),
    own: goods.length,
  };
}

/** A list of groups of pairs, or pairs beside names that are on one side only. */
type Partners =
  | { readonly pairs: readonly (readonly string[])[]; readonly aloneLeft?: string[]; readonly aloneRight?: string[] }
  | Readonly<Record<string, readonly (readonly string[])[]>>;

function partnerLists(told: Partners): Lists {
  const { pairs, aloneLeft, aloneRight } = Array.isArray(told.pairs)
    ? (told as { pairs: string[][]; aloneLeft?: string[]; aloneRight?: string[] })
    : { pairs: Object.values(told as Record<string, string[][]>).flat() };
  const named = (names: readonly string[]) => names.map((name) => ({ name }));
  return {
    kind: 'partner',
    left: named([...pairs.map(([name]) => name!), ...(aloneLeft ?? [])]),
    right: named([...pairs.map(([, name]) => name!), ...(aloneRight ?? [])]),
    own: pairs.length,
  };
}
