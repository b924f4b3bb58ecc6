import { FEATURE_COUNT, FEATURES, type FeatureName } from './feature-list.ts';
import { contributions, logistic } from './forest.ts';
import { describe, type GroupName } from './labels.ts';
import { ROW } from './list-features.ts';
import type { Model, Scored } from './pipeline.ts';
import type { Evidence, MatchRecord } from './record.ts';

/** Features that make one chip together; every feature not named here belongs to the chip of its field. */
const OWN_CHIP: Partial<Record<FeatureName, GroupName>> = {
  markConflict: 'marks',
  legalForm: 'legal',
  branchMismatch: 'branch',
  promoMismatch: 'promo',
  homonyms: 'homonyms',
};

const GROUP_OF: readonly GroupName[] = FEATURES.map(([name, , field]) => OWN_CHIP[name] ?? (field as GroupName));

/** Chips that say nothing and bring less than this are folded into the name's. */
const SILENT = 0.004;

const shares = new Float64Array(ROW);

/**
 * The evidence of pair `k`: per chip, how much of the score it brings. Paths through both forests are added up in
 * log-odds per group of features, then scaled by the mean slope of the logistic curve between the starting point and
 * the score, so that the contributions add up to the score exactly (to 4 decimals).
 */
export function explain(scored: Scored, model: Model, k: number, left: MatchRecord, right: MatchRecord): Evidence[] {
  shares.fill(0);
  const start =
    contributions(model.first, scored.rows, k * ROW, shares) +
    contributions(model.second, scored.rows, k * ROW, shares);
  const groups = new Map<GroupName, number>();
  for (let f = 0; f < ROW; f++) {
    const group = f < FEATURE_COUNT ? GROUP_OF[f]! : 'context';
    groups.set(group, (groups.get(group) ?? 0) + shares[f]!);
  }
  const logOdds = scored.logOdds[k]!;
  const [score, base] = [logistic(logOdds), logistic(start)];
  const slope = Math.abs(logOdds - start) < 1e-9 ? score * (1 - score) : (score - base) / (logOdds - start);
  const chips = [...groups].map(([group, value]) => ({
    group,
    value: value * slope,
    ...describe(scored, k, left, right, group),
  }));
  const name = chips.find((chip) => chip.group === 'name')!;
  const spoken = chips.filter((chip) => {
    if (chip === name || (chip.label !== '' && (chip.kind === 'same' || chip.kind === 'different'))) return true;
    if (chip.label !== '' && Math.abs(chip.value) >= SILENT) return true;
    name.value += chip.value;
    return false;
  });
  spoken.sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.group < b.group ? -1 : 1));
  const evidence: Evidence[] = spoken.map(({ field, kind, value, label }) => ({
    field,
    kind,
    label,
    contribution: Math.round(value * 1e4) / 1e4,
  }));
  const rest = Math.round(score * 1e4) - evidence.reduce((sum, item) => sum + Math.round(item.contribution * 1e4), 0);
  evidence.push({ field: 'base', kind: 'neutral', contribution: rest / 1e4, label: 'Mức nền' });
  return evidence;
}
