import { FEATURE_COUNT, FEATURES, type FeatureName, type GroupName } from './features/feature-list.ts';
import { describe, namesAgain } from './labels.ts';
import { judged } from './model/calibrate.ts';
import { contributions, logistic } from './model/forest.ts';
import { ROW } from './model/list-features.ts';
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

/** The least and the most by which calibration may stretch what a chip brings. */
const [LEAST_STRETCH, MOST_STRETCH] = [0.5, 2];

const second = new Float64Array(ROW);
const first = new Float64Array(ROW);

/**
 * The evidence of pair `k`: per chip, how much of the score it brings. Paths through the second forest are added up in
 * log-odds per group of features, what came through the first forest is handed on to the features behind it, and all
 * is scaled by the mean slope of the logistic curve between the starting point and the score, so that the
 * contributions add up to the score exactly (to 4 decimals).
 */
export function explain(scored: Scored, model: Model, k: number, left: MatchRecord, right: MatchRecord): Evidence[] {
  second.fill(0);
  first.fill(0);
  const start = contributions(model.second, scored.rows, k * ROW, second);
  contributions(model.first, scored.rows, k * ROW, first);
  const groups = new Map<GroupName, number>();
  const add = (group: GroupName, value: number): void => {
    groups.set(group, (groups.get(group) ?? 0) + value);
  };
  for (let f = 0; f < ROW; f++) if (f !== FEATURE_COUNT) add(f < FEATURE_COUNT ? GROUP_OF[f]! : 'context', second[f]!);
  handOn(second[FEATURE_COUNT]!, add);
  const forest = second.reduce((sum, part) => sum + part, start);
  const { calibrated, vetoes } = judged(model.calibration, scored.coverage, scored.rows, k * ROW, forest);
  const own = forest - start;
  const stretch =
    Math.abs(own) < 1e-9 ? 1 : Math.min(MOST_STRETCH, Math.max(LEAST_STRETCH, (calibrated - start) / own));
  for (const [group, value] of groups) groups.set(group, value * stretch);
  // The two catalogues as a whole explain the part that no stretch of this pair's own evidence does.
  add('trust', calibrated - start - own * stretch);
  for (const { group, by } of vetoes) add(group, by);

  const logOdds = scored.logOdds[k]!;
  const [score, base] = [logistic(logOdds), logistic(start)];
  const slope = Math.abs(logOdds - start) < 1e-9 ? score * (1 - score) : (score - base) / (logOdds - start);
  const names = namesAgain(scored, k, left, right);
  const chips = [...groups].map(([group, value]) => ({
    group,
    value: value * slope,
    ...describe(scored, k, { left, right, names }, group, value),
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

/** Shares the contribution of the first stage among the features that pushed it that way. */
function handOn(total: number, add: (group: GroupName, value: number) => void): void {
  const sign = Math.sign(total);
  let sum = 0;
  for (let f = 0; f < FEATURE_COUNT; f++) sum += Math.max(0, first[f]! * sign);
  if (sum === 0) {
    add('context', total);
    return;
  }
  for (let f = 0; f < FEATURE_COUNT; f++) add(GROUP_OF[f]!, (total * Math.max(0, first[f]! * sign)) / sum);
}
