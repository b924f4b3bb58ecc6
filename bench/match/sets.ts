import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assignment, MatchKind, MatchRecord } from '@khop/engine/connections/record.ts';
import { parse } from 'csv-parse/sync';

/** A pair of catalogues with its truth as "left position, right position". */
export type LabelledSet = {
  readonly name: string;
  /** Sets of one family share data: they are never on both sides of a validation. */
  readonly family: string;
  readonly kind: MatchKind;
  readonly assignment: Assignment;
  readonly left: MatchRecord[];
  readonly right: MatchRecord[];
  readonly gold: ReadonlySet<number>;
};

export const pairKey = (left: number, right: number): number => left * 1_000_000 + right;

const FAMILY: Record<string, string> = {
  'dblp-acm': 'papers',
  'amazon-google': 'software',
  'fodors-zagats': 'restaurants',
  restaurants: 'restaurants',
  'imdb-tmdb': 'films',
  'tmdb-tvdb': 'films',
  febrl4: 'persons',
};

const PARTNERS = new Set(['fodors-zagats', 'restaurants', 'febrl4']);

/** The sets whose licence (Apache-2.0, BSD-3) allows learning from them. */
export const LEARNABLE = Object.keys(FAMILY);

function readRecords(path: string): MatchRecord[] {
  const rows = parse(readFileSync(path), { columns: true, bom: true, relax_column_count: true }) as Record<
    string,
    string
  >[];
  return rows.map((row) => ({
    id: row.id ?? '',
    name: row.name ?? '',
    description: row.description,
    brand: row.brand,
    price: row.price ? Number(row.price) : undefined,
    phone: row.phone,
    address: row.address,
  }));
}

export function readSet(folder: string, name: string): LabelledSet {
  const left = readRecords(join(folder, name, 'left.csv'));
  const right = readRecords(join(folder, name, 'right.csv'));
  const leftAt = new Map(left.map((record, i) => [record.id, i]));
  const rightAt = new Map(right.map((record, i) => [record.id, i]));
  const rows = parse(readFileSync(join(folder, name, 'gold.csv')), { columns: true }) as Record<string, string>[];
  const gold = new Set(rows.map((row) => pairKey(leftAt.get(row.left_id!)!, rightAt.get(row.right_id!)!)));
  const fuzzyJoin = name.startsWith('autofj-');
  return {
    name,
    family: fuzzyJoin ? 'autofj' : (FAMILY[name] ?? name),
    kind: PARTNERS.has(name) ? 'partner' : 'product',
    assignment: fuzzyJoin ? 'each-right' : 'one-to-one',
    left,
    right,
    gold,
  };
}

/** All sets below a folder, or undefined when the folder is absent. */
export function readSets(folder: string): LabelledSet[] | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'gold.csv')))
    .sort()
    .map((name) => readSet(folder, name));
}
