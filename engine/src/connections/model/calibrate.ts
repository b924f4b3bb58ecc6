import { ANOTHER_BRAND } from '../features/beside-features.ts';
import { USUAL } from '../features/coverage.ts';
import { FEATURE as F, type GroupName } from '../features/feature-list.ts';
import { BESIDE, ENDING } from '../features/features.ts';
import { KNOWN } from '../text/exclusive-words.ts';
import { FIRST, MARGIN_LEFT, MARGIN_RIGHT } from './list-features.ts';

/**
 * From the second forest's log-odds to those of the score. What the pair shows by itself (the first forest) is added
 * `lift` times from `RAMP` up, where it matters most, so that a poor pair is never certain for want of rivals; `lead` is
 * added to a pair that no other of its records beats, since one of them is most often the right one. Then the
 * pair of catalogues has its say: where few records find a partner at all (`coverage` below `USUAL`), the same pair is
 * right less often, which takes `shift` off, and `stretch` of all that is above even odds. The sum is mapped by straight
 * lines between knots, measured on catalogues that no forest had seen.
 */
export type Calibration = {
  readonly lift: number;
  readonly lead: number;
  readonly shift: number;
  readonly stretch: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
};

const RAMP = 1.5;
/** First-stage log-odds count between these. */
const [WEAK, STRONG] = [-2, 6];
/** The first knot: 5 %. */
export const FLOOR = -3;

/** The answers of the forests about a pair; `leads` when no other pair of its two records is better in the first's eyes. */
export type Voices = { readonly first: number; readonly second: number; readonly leads: boolean };

/** The log-odds that the knots are about. */
export function lifted(
  { lift, lead, shift, stretch }: Omit<Calibration, 'from' | 'to'>,
  coverage: number,
  { first, second, leads }: Voices,
): number {
  const alone = Math.min(STRONG, Math.max(WEAK, first));
  const sum = second + lift * alone * Math.min(1, Math.max(0, second - RAMP)) + (leads ? lead : 0);
  return sum + (coverage - USUAL) * (shift + stretch * Math.max(0, sum));
}

export function calibrate(calibration: Calibration, coverage: number, voices: Voices): number {
  const { from, to } = calibration;
  const logOdds = lifted(calibration, coverage, voices);
  let k = 0;
  while (k < from.length && from[k]! < logOdds) k++;
  if (k === 0) return logOdds + (to[0] ?? 0) - (from[0] ?? 0);
  if (k === from.length) return Math.min(MOST, logOdds + to[k - 1]! - from[k - 1]!);
  const share = (logOdds - from[k - 1]!) / (from[k]! - from[k - 1]!);
  return to[k - 1]! + share * (to[k]! - to[k - 1]!);
}

/** Below this no lift is given, and no answer of the second forest is passed over. */
const NEVER_OVER = 0;

/**
 * The second forest's log-odds below which no pair comes to `floor`, whatever else is known of it: the curves rise, and
 * rules only take away. Minus infinity where a curve does not rise.
 */
export function leastFor(calibration: Calibration, coverage: number, floor: number): number {
  const { lead, stretch, to } = calibration;
  const rises = 1 + (coverage - USUAL) * stretch >= 0 && to.every((value, k) => k === 0 || value >= to[k - 1]!);
  const of = (second: number): number => calibrate(calibration, coverage, { first: 0, second, leads: lead > 0 });
  let [low, high] = [-64, NEVER_OVER];
  if (!rises || of(low) >= floor) return Number.NEGATIVE_INFINITY;
  if (of(high) < floor) return high;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (of(middle) >= floor) high = middle;
    else low = middle;
  }
  // Room for rounding.
  return low - 1e-6;
}

/** Nothing is surer than this (99.97 %). */
export const MOST = 8;

/**
 * The kind of a pair as far as certainty goes: a partner with or without a key in common, goods whose unit is known,
 * things that show a number or a bare name, which different things share far more often; and things of one list whose
 * variants the other list may hold more than once, where nearly everything has its partner.
 */
export const SORTS = ['goods', 'numbered', 'names', 'variants', 'partner', 'keyed'] as const;
export type Sort = (typeof SORTS)[number];

/** Margins are missing on a side where a record may be used more than once. */
export function sortOf(rows: Float32Array, at: number): Sort {
  if (rows[at + F.partner] === 1) {
    return rows[at + F.taxCode] === 1 || rows[at + F.phone] === 1 || rows[at + F.email] === 1 ? 'keyed' : 'partner';
  }
  if (rows[at + F.unit] !== 0) return 'goods';
  if (Number.isNaN(rows[at + MARGIN_LEFT]!) || Number.isNaN(rows[at + MARGIN_RIGHT]!)) return 'variants';
  return rows[at + F.hardTokens]! > 0 ? 'numbered' : 'names';
}

/** Each sort has a calibration of its own. */
export type Calibrations = Readonly<Record<Sort, Calibration>>;

/** The log-odds that a rule takes off, and the chip that says so. */
export type Veto = { readonly group: GroupName; readonly by: number };

/** Takes log-odds off for a group: so many, all above `most`, or so many and all above. What one rule took counts for the next. */
type Take = (group: GroupName, by: number, most?: number) => void;
type Value = (feature: number) => number;

/**
 * The rules for pairs that an accountant would never accept, however few rivals they have. The forest weighs these too,
 * but where a record has no rival it has seen too few such pairs to be firm. «Never sure» is at most 86 %, «never certain»
 * 98.5 %.
 */
function vetoes(rows: Float32Array, at: number, logOdds: number): Veto[] {
  const found: Veto[] = [];
  let odds = logOdds;
  const take: Take = (group, by, most = odds - by) => {
    const off = Math.min(-by, most - odds);
    if (off >= 0) return;
    found.push({ group, by: off });
    odds += off;
  };
  const value: Value = (feature) => rows[at + feature]!;
  const otherSize = value(F.quantityConflict) >= 1 || value(F.packConflict) >= 1;
  if (otherSize) take('size', 2.5, APART);
  if (value(F.partner) === 1) partnerRules(value, take);
  else goodsRules(value, take, otherSize);
  return found;
}

/**
 * Another size in the same unit or another number in the carton; another figure where units are known (on generated
 * catalogues 2 of 9 such pairs above even odds were right); another model code, or one with a letter more (never sure
 * where no third shares the rest of the code, never certain with a long ending); a figure beside a model, a promotional
 * record beside one that is not, another brand, or another figure of one kind in both descriptions (never sure); telling
 * words left over on both sides or other marks (never certain); another colour, side or size of clothes.
 */
function goodsRules(value: Value, take: Take, otherSize: boolean): void {
  if (value(F.codeWordConflict) >= 1 && value(F.codeWordAgree) === 0) take('code', 1.2);
  // Of goods in price lists; descriptions elsewhere name figures that others leave out.
  const priced = value(F.unit) !== 0 && value(F.codeWordAgree) === 0;
  if (priced && !otherSize && value(F.hardConflict) >= 1) take('size', 2.5, APART);
  // Elsewhere a longer code often names the same thing.
  const partial = value(F.codePartial);
  if (priced && partial >= 1) take('code', 2.5, SERIES);
  if (partial > 0 && partial < 1) take('code', 0, partial === ENDING ? NOT_CERTAIN : NOT_ALONE);
  if (value(F.hardConflict) === BESIDE) take('size', 0, NOT_ALONE);
  if (value(F.contrast) === KNOWN_CONTRAST && value(F.unmatchedMin) > 0) take('name', 2.5);
  if (value(F.markConflict) >= ANOTHER_TONE) take('marks', 0, NOT_CERTAIN);
  if (value(F.promoMismatch) === 1) take('promo', 0, NOT_ALONE);
  if (value(F.brandShare) === ANOTHER_BRAND || value(F.besideConflict) === 1) take('other', 0, NOT_ALONE);
  if (value(F.unmatchedMin) > 0.3 && value(F.codeField) <= 0) take('name', 0, NOT_CERTAIN);
}

/**
 * Another tax code or another branch; the same tax code under an unrelated name with no second key (branches and typing
 * errors share codes: never certain on a tax code alone); an address alone, without a name on one side or a key in common.
 * A name of which the telling words differ on both sides (one of them: never sure), or a number, or the marks, without a
 * key in common; with one contact or the address alone in common, which firms of one owner or in one building share, never
 * sure, and less where two firms' names have nothing in common. People of one name, of whom a list has several, without a
 * key in common (never sure).
 */
function partnerRules(value: Value, take: Take): void {
  const tax = value(F.taxCode);
  const contacts = [F.phone, F.email].filter((key) => value(key) > 0).length;
  const otherKey = contacts > 0 || value(F.addressContain) > 0.8;
  if (value(F.shorterName) === 0 && tax <= 0 && contacts === 0) take('name', 0, NAMELESS);
  if (tax <= -0.5) take('taxCode', 2.5, TWO_ENTITIES);
  if (tax === 1) {
    if (value(F.nameSoft) < 0.35 && value(F.gramDice) < 0.4 && !otherKey) take('taxCode', 0, NOT_ALONE);
    return;
  }
  const areFirms = value(F.legalForm) !== 0;
  if (areFirms && contacts === 1 && value(F.nameSoft) < 0.35 && value(F.containMax) < 0.5) take('name', 0, APART);
  if (contacts === 2) return;
  if (value(F.markConflict) >= ANOTHER_TONE) take('marks', otherKey ? 0 : 1.5, otherKey ? NOT_ALONE : NAMESAKES);
  if (value(F.unmatchedMin) > TELLING && value(F.wordConflict) >= 1) take('name', 0, NOT_ALONE);
  if (!otherKey && value(F.homonyms) > 0 && value(F.legalForm) <= 0) take('homonyms', 0, NOT_ALONE);
  // Of partners a digit beside a number with letters is another number.
  if (value(F.hardConflict) > 0) take('size', otherKey ? 0 : 2.5, otherKey ? NOT_ALONE : APART);
  const apart = value(F.unmatchedMin) > 0.75 && value(F.wordConflict) >= 2 && value(F.nameSoft) < 0.7;
  if (!otherKey && apart) take('name', 2.5, APART);
}

/** A contrast that is known, not found: features are kept as 32-bit numbers. */
const KNOWN_CONTRAST = Math.fround(Math.log1p(KNOWN));
/** A word of a partner's name as rare as this distinguishes: where another one is in its place, a person has to look. */
const TELLING = 0.5;
/** Marks that contradict in a word as rare as a given name: «giấy» and «giày». */
const ANOTHER_TONE = 0.25;
/** About 38 %: of such pairs 7 of 18 were right where the forests said 71 %, and below that hardly any. */
const NAMESAKES = -0.5;
/** 98.5 %: a telling word on either side that the other lacks. */
const NOT_CERTAIN = 4.18;
/** About 25 %: two models of a series. On generated catalogues 5 of 70 best pairs were right, 1 of 12 of the surest. */
const SERIES = -1.1;
/** About 38 %: two names in one trade, or two sizes; of these 29 of 111 above even odds were right. */
const APART = -0.5;
/** About 25 %: two tax codes are two taxpayers, whatever their names. */
const TWO_ENTITIES = -1.1;
/** About 30 %: many share an address. */
const NAMELESS = -0.85;
/** About 86 %: a person has to look. */
const NOT_ALONE = 1.8;

export const voicesOf = (rows: Float32Array, at: number, second: number): Voices => ({
  first: rows[at + FIRST]!,
  second,
  // A missing margin is that of a side where a record may be used more than once.
  leads: !(rows[at + MARGIN_LEFT]! < 0) && !(rows[at + MARGIN_RIGHT]! < 0),
});

/** A pair's log-odds after calibration, and the log-odds that the rules then take off. */
export function judged(
  calibrations: Calibrations,
  coverage: number,
  rows: Float32Array,
  at: number,
  forestLogOdds: number,
): { calibrated: number; vetoes: Veto[] } {
  const calibrated = calibrate(calibrations[sortOf(rows, at)], coverage, voicesOf(rows, at, forestLogOdds));
  return { calibrated, vetoes: vetoes(rows, at, calibrated) };
}

/** The final log-odds of a pair. */
export function judge(
  calibrations: Calibrations,
  coverage: number,
  rows: Float32Array,
  at: number,
  forestLogOdds: number,
): number {
  const { calibrated, vetoes } = judged(calibrations, coverage, rows, at, forestLogOdds);
  return vetoes.reduce((sum, veto) => sum + veto.by, calibrated);
}
