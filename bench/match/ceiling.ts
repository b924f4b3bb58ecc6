import type { Catalogue } from '@khop/engine/connections/index/catalogue.ts';
import { compile } from '@khop/engine/connections/index/catalogue.ts';
import type { Ragged } from '@khop/engine/connections/index/ragged.ts';
import type { LabelledSet } from './sets.ts';

/** The fields that can distinguish two records, as text; '' where the record has none. */
function fieldsOf(side: Catalogue, i: number): string[] {
  const row = (rows: Ragged): string =>
    [...rows.values.subarray(rows.start[i]!, rows.start[i + 1]!)].sort((a, b) => a - b).join(' ');
  const key = (value: number): string => (value === 0 ? '' : String(value));
  return [
    `${row(side.name)}/${side.legal[i]}/${side.promo[i]}`,
    row(side.brand),
    row(side.address),
    side.taxBase[i] === 0 ? '' : `${side.taxBase[i]}-${side.taxBranch[i]}`,
    key(side.phone[i]!),
    key(side.email[i]!),
    key(side.code[i]!),
    key(side.unit[i]!),
    Number.isNaN(side.price[i]!) ? '' : String(side.price[i]),
  ];
}

/**
 * The best possible F1: that of an oracle that knows the truth, except among records of one side that are equal in
 * every field which the other side has too; among those it guesses. Differences in spelling cost the oracle nothing, so
 * the real ceiling is lower.
 */
export function ceilingOf(set: LabelledSet): number {
  const { left, right } = compile(set.kind, set.left, set.right);
  const sides = [left, right].map((side) => Array.from({ length: side.size }, (_, i) => fieldsOf(side, i)));
  const counts: Map<string, number>[][] = [[], []];
  /** The number of records of `side` that equal `i` in the fields that `other` has. */
  const alike = (side: 0 | 1, i: number, other: readonly string[]): number => {
    const mask = other.reduce((sum, field, f) => sum + (field === '' ? 0 : 2 ** f), 0);
    const textOf = (fields: readonly string[]): string =>
      fields.filter((_, f) => Math.floor(mask / 2 ** f) % 2 === 1).join('|');
    let count = counts[side]![mask];
    if (!count) {
      count = new Map();
      for (const fields of sides[side]!) count.set(textOf(fields), (count.get(textOf(fields)) ?? 0) + 1);
      counts[side]![mask] = count;
    }
    return count.get(textOf(sides[side]![i]!))!;
  };
  let found = 0;
  for (const pair of set.gold) {
    const [l, r] = [Math.floor(pair / 1_000_000), pair % 1_000_000];
    const [lefts, rights] = [alike(0, l, sides[1]![r]!), alike(1, r, sides[0]![l]!)];
    found += 1 / (set.assignment === 'each-right' ? lefts : Math.max(lefts, rights));
  }
  return found / set.gold.size;
}
