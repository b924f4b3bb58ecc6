import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';

/** Two lists of one length and more on either side: record k of one belongs to record k of the other, as far as `own` goes. */
type Lists = {
  readonly kind: 'product' | 'partner';
  readonly left: readonly { readonly name: string; readonly unit?: string }[];
  readonly right: readonly { readonly name: string; readonly unit?: string }[];
  readonly own: number;
};

/** Records of a trade or a kind; the names of both sides in a row. */
type Groups = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Pairs of names, and names that are on one side only. */
type Partners = { readonly pairs: Groups[string]; readonly aloneLeft?: string[]; readonly aloneRight?: string[] };

/** From these scores on pairs are counted apart. */
const FROM = [0.5, 0.9, 0.99];

/** The lists written by hand: goods and partners as sellers say them, beside their names in registers and on purchase invoices. */
export function printSpoken(): void {
  const wide = (text: string) => text.padStart(13);
  console.log(
    `\nF. Lists written by hand, never trained on; their errors were read while mending. Best pairs, right and wrong\n${'list'.padEnd(28)}${'its own'.padStart(8)}${FROM.map((from) => wide(`≥ ${from}`)).join('')}`,
  );
  for (const [list, trades] of listsIn<Groups>('spoken-names.json'))
    printCounts(`goods, ${list}`, goodsLists(trades), wide);
  for (const [list, told] of listsIn<Groups | Partners>('spoken-partners.json'))
    printCounts(`partners, ${list}`, partnerLists(told), wide);
}

/** The lists of a golden file, beside the words about it. */
function listsIn<List>(file: string): [string, List][] {
  const golden = path.join(import.meta.dirname, '../../engine/golden/connections', file);
  const told = JSON.parse(readFileSync(golden, 'utf8')) as Record<string, List | string>;
  return Object.entries(told).flatMap(([name, list]) =>
    typeof list === 'string' ? [] : [[name, list] as [string, List]],
  );
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

function goodsLists(trades: Groups): Lists {
  const goods = Object.values(trades).flat();
  return {
    kind: 'product',
    left: goods.map(([name, unit]) => ({ name: name!, unit: unit! })),
    right: goods.map(([, , name, unit]) => ({ name: name!, unit: unit! })),
    own: goods.length,
  };
}

function partnerLists(told: Groups | Partners): Lists {
  const { pairs, aloneLeft, aloneRight } = isPartners(told) ? told : { pairs: Object.values(told).flat() };
  const named = (names: readonly string[]) => names.map((name) => ({ name }));
  return {
    kind: 'partner',
    left: named([...pairs.map(([name]) => name!), ...(aloneLeft ?? [])]),
    right: named([...pairs.map(([, name]) => name!), ...(aloneRight ?? [])]),
    own: pairs.length,
  };
}

const isPartners = (told: Groups | Partners): told is Partners => 'pairs' in told;
