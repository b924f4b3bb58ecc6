import { FEATURE as F, type GroupName } from './feature-list.ts';

/**
 * From the forest's log-odds to those of the score. The forest is well calibrated up to about 97 % and too modest above:
 * on catalogues it had never seen, pairs from 4.0 up were right in more than 99.5 of 100 cases, so the top is stretched.
 */
const TOP = 3.5;
const STRETCH = 2.2;

export const calibrate = (logOdds: number): number => (logOdds <= TOP ? logOdds : TOP + STRETCH * (logOdds - TOP));

/** What a rule takes off the log-odds, and the chip that says so. */
export type Veto = { readonly group: GroupName; readonly by: number };

/**
 * What an accountant would never accept, however alone a pair stands. The forest weighs these too, but where a record
 * has no rival it has seen too few such pairs to be firm:
 * another size in the same unit; another model code; another tax code or another branch; the same tax code under an unrelated name with no
 * second key (branches and typing errors share codes: never certain on a tax code alone); a partner of whose name the
 * telling words differ on both sides.
 */
export function vetoes(rows: Float32Array, at: number, logOdds: number): Veto[] {
  const value = (feature: number): number => rows[at + feature]!;
  const found: Veto[] = [];
  if (value(F.quantityConflict) >= 1) found.push({ group: 'size', by: -2.5 });
  const partner = value(F.partner) === 1;
  if (!partner) {
    if (value(F.codeWordConflict) >= 1 && value(F.codeWordAgree) === 0) found.push({ group: 'code', by: -1.2 });
    return found;
  }
  const tax = value(F.taxCode);
  const otherKey = value(F.phone) > 0 || value(F.email) > 0 || value(F.addressContain) > 0.8;
  if (tax <= -0.5) found.push({ group: 'taxCode', by: -2.5 });
  if (tax === 1 && value(F.nameSoft) < 0.35 && value(F.gramDice) < 0.4 && !otherKey && logOdds > NOT_ALONE) {
    found.push({ group: 'taxCode', by: NOT_ALONE - logOdds });
  }
  if (tax <= 0 && !otherKey && value(F.unmatchedMin) > 0.75 && value(F.wordConflict) >= 2 && value(F.nameSoft) < 0.7) {
    found.push({ group: 'name', by: -2.5 });
  }
  return found;
}

/** About 86 %: somebody has to look. */
const NOT_ALONE = 1.8;

/** The final log-odds of a pair. */
export function judge(rows: Float32Array, at: number, forestLogOdds: number): number {
  const logOdds = calibrate(forestLogOdds);
  return vetoes(rows, at, logOdds).reduce((sum, veto) => sum + veto.by, logOdds);
}
