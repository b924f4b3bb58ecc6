import { compare } from '../../order.ts';
import type { Evidence } from '../record.ts';

/** The things about a pair that errors may share. */
export type TraitsFrom = {
  readonly score: number;
  readonly evidence: readonly Evidence[];
  readonly group: string;
  /** The first things that a person would look for: no factor, no tax code on either side, no unit. */
  readonly lacks: readonly ('factor' | 'taxCode' | 'unit')[];
};

/** Lower edges of the bands of the score, from the highest. */
const BANDS: readonly number[] = [0.999, 0.995, 0.99, 0.98, 0.95, 0.9, 0.8, 0.5, 0];

const percent = (share: number): string => `${String(Math.round(share * 1000) / 10).replace('.', ',')}%`;

const FIELDS: Readonly<Record<string, string>> = {
  name: 'tên',
  code: 'mã hiệu trong tên',
  size: 'quy cách',
  unit: 'ĐVT',
  price: 'giá',
  taxCode: 'mã số thuế',
  phone: 'điện thoại',
  email: 'email',
  address: 'địa chỉ',
  other: 'mô tả, nhãn hiệu',
};
const LACKING = { factor: 'Chưa có hệ số quy đổi', taxCode: 'Thiếu mã số thuế', unit: 'Thiếu ĐVT' } as const;

/** The traits of a pair by their keys, each once. */
export function traitsOf({ score, evidence, group, lacks }: TraitsFrom): string[] {
  const chips = evidence.flatMap(({ field, kind, label }) => {
    if (field === 'base' || field === 'learned') return [];
    if (field === 'context') return [`context:${label}`];
    return kind === 'different' || kind === 'missing' ? [`${kind}:${field}`] : [];
  });
  const band = `score:${BANDS.find((edge) => score >= edge) ?? 0}`;
  return [...new Set([band, ...chips, ...(group ? [`group:${group}`] : []), ...lacks.map((what) => `lacks:${what}`)])];
}

/** A trait in words. */
export function traitWords(key: string): string {
  const [kind, rest] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  switch (kind) {
    case 'score': {
      const above = BANDS[BANDS.indexOf(Number(rest)) - 1];
      return above === undefined
        ? `Điểm từ ${percent(Number(rest))}`
        : `Điểm ${percent(Number(rest))} – ${percent(above)}`;
    }
    case 'different':
      return `Khác ${FIELDS[rest] ?? rest}`;
    case 'missing':
      return `Chỉ một bên ghi ${FIELDS[rest] ?? rest}`;
    case 'group':
      return `Nhóm AMIS «${rest}»`;
    case 'lacks':
      return LACKING[rest as keyof typeof LACKING] ?? rest;
    default:
      return rest;
  }
}

export type SharedTrait = {
  readonly key: string;
  /** Judged pairs with the trait, and those of them that were not found right. */
  readonly judged: number;
  readonly wrong: number;
  /** Pairs of the bucket that have it. */
  readonly members: number;
  /** True when taking the traits marked so out of the bucket takes out all errors at the least cost found. */
  readonly isProposed: boolean;
};

type Judged = { readonly traits: readonly string[]; readonly isWrong: boolean };

/** A trait that few pairs have explains by chance: this share of the bucket is the least that one is reckoned to cost. */
const LEAST_COST = 0.05;

/**
 * The traits that errors of the sample share and that are more frequent among errors than among all judged pairs. Proposed
 * are, one after the other, the ones that take out most errors for the fewest pairs, until no error is left that a trait
 * explains. `membersOf`: the pairs of the bucket that have a trait; `size`: all of them.
 */
export function sharedTraits(
  judged: readonly Judged[],
  membersOf: ReadonlyMap<string, number>,
  size: number,
): SharedTrait[] {
  const wrong = judged.filter(({ isWrong }) => isWrong);
  const having = (some: readonly Judged[], key: string) => some.filter(({ traits }) => traits.includes(key)).length;
  const traits = [...new Set(wrong.flatMap((one) => one.traits))]
    .map((key) => ({
      key,
      judged: having(judged, key),
      wrong: having(wrong, key),
      members: membersOf.get(key) ?? 0,
    }))
    .filter((trait) => trait.wrong * judged.length > trait.judged * wrong.length);
  const proposed = new Set<string>();
  let open = wrong;
  while (open.length > 0) {
    const explained = ({ key, members }: { key: string; members: number }) =>
      having(open, key) / (members + LEAST_COST * size);
    const best = traits.toSorted((a, b) => explained(b) - explained(a) || compare(a.key, b.key))[0];
    if (!best || explained(best) === 0) break;
    proposed.add(best.key);
    open = open.filter((one) => !one.traits.includes(best.key));
  }
  return traits
    .map((trait) => ({ ...trait, isProposed: proposed.has(trait.key) }))
    .sort(
      (a, b) =>
        Number(b.isProposed) - Number(a.isProposed) ||
        b.wrong - a.wrong ||
        a.members - b.members ||
        compare(a.key, b.key),
    );
}
