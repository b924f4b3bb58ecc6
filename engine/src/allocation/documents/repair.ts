import type { Compiled } from '../compile.ts';
import { drawable, factorBetween, floorToStep, type Part } from '../pins.ts';
import type { Grouping } from '../units.ts';
import { mergeParts } from '../write.ts';
import { commonStep, type FloorDraw } from './commitments.ts';
import type { Stage } from './stage.ts';

type Measured = Pick<Stage, 'c' | 'units' | 'net'>;
type Valued = Pick<Stage, 'c' | 'units' | 'net' | 'order'>;

/**
 * The unit to which amounts are floored where steps differ, per group: whole units where there is one, else millionths.
 */
export function floorDraws({ c, units, net }: Measured): (group: number) => FloorDraw | undefined {
  const onGrid: FloorDraw = (line, arc, amount) =>
    floorToStep(amount, commonStep(net.lineStep[line]!, net.sourceStep[net.arcSource[arc]!]!));
  const inMillionths: FloorDraw = (line, arc, amount) => {
    const lot = net.sourceLot[net.arcSource[arc]!]!;
    const [lineStep, lotStep] = [c.lineStep[line]!, c.lotStep[lot]!];
    if (lineStep === 0 && lotStep === 0) return amount;
    return drawable(amount, Number.MAX_SAFE_INTEGER, factorBetween(c, line, lot)!, lineStep, lotStep).lineQuantity;
  };
  const ways = net.groups.map(({ component }) => {
    const { mixedSteps, exact } = units.components[component]!;
    return mixedSteps ? (exact ? onGrid : inMillionths) : undefined;
  });
  return (group) => ways[group];
}

/**
 * If steps differ or factors contradict, rounding leaves stock and lines that still fit each other: gives it to them
 * in order of value, first from profiles that already invoice the document. Where steps differ, the same is done from
 * nothing as well, so that big steps go to the best lines whole; each component keeps what is worth more.
 */
export function repair(stage: Valued, parts: Part[], pinned: readonly Part[], lotsOfCell: Grouping): Part[] {
  const { c, units } = stage;
  const rough = units.components.map(({ exact, mixedSteps }) => !exact || mixedSteps);
  if (!rough.includes(true)) return parts;
  const componentOf = (line: number): number => units.componentOfItem[c.lineItem[line]!]!;
  const isRough = (line: number): boolean => rough[componentOf(line)] === true;
  const isMixed = (line: number): boolean => units.components[componentOf(line)]?.mixedSteps === true;
  const rounded = topUp(stage, parts, isRough, lotsOfCell);
  if (!units.components.some((component) => component.mixedSteps)) return rounded;
  const bare = [...pinned.filter((part) => isMixed(part.line)), ...parts.filter((part) => !isMixed(part.line))];
  const greedy = topUp(stage, mergeParts(bare.map((part) => ({ ...part }))), isRough, lotsOfCell);
  const worthOf = (all: readonly Part[]) =>
    worthByComponent(
      c,
      all.filter((part) => isMixed(part.line)),
      componentOf,
    );
  const [first, second] = [worthOf(rounded), worthOf(greedy)];
  const isBetter = (line: number): boolean => {
    if (!isMixed(line)) return false;
    const [before, after] = [first.get(componentOf(line)) ?? NOTHING, second.get(componentOf(line)) ?? NOTHING];
    return after.priority1 > before.priority1 || (after.priority1 === before.priority1 && after.total > before.total);
  };
  return mergeParts([
    ...rounded.filter((part) => !isBetter(part.line)),
    ...greedy.filter((part) => isBetter(part.line)),
  ]);
}

type Worth = { priority1: bigint; total: bigint };
const NOTHING: Worth = { priority1: 0n, total: 0n };

/** The worth of each component's parts, in millionths of a đồng. */
function worthByComponent(
  c: Compiled,
  parts: readonly Part[],
  componentOf: (line: number) => number,
): Map<number, Worth> {
  const worth = new Map<number, Worth>();
  for (const { line, lineQuantity } of parts) {
    const amount = (BigInt(c.lineAmount[line]!) * BigInt(lineQuantity) * 1_000_000n) / BigInt(c.lineQuantity[line]!);
    const own = worth.get(componentOf(line)) ?? { ...NOTHING };
    own.total += amount;
    if (c.linePriority[line] === 1) own.priority1 += amount;
    worth.set(componentOf(line), own);
  }
  return worth;
}

/**
 * Gives the stock that is left to lines that can still draw it, in order, and takes nothing away from any other line.
 */
function topUp(
  { c, order, net }: Valued,
  parts: readonly Part[],
  isRough: (line: number) => boolean,
  lotsOfCell: Grouping,
): Part[] {
  const lotLeft = c.lotQuantity.slice();
  const lineLeft = c.lineQuantity.slice();
  const open = new Set<number>();
  const drawnFrom = new Set<number>();
  for (const { line, lot, quantity, lineQuantity } of parts) {
    lotLeft[lot]! -= quantity;
    lineLeft[line]! -= lineQuantity;
    // An invoice of a document is open whichever of its lines opened it.
    open.add(pair(c, line, lot));
    if (isRough(line)) drawnFrom.add(drawOf(c, line, lot));
  }
  const more: Part[] = [];
  for (const line of order) {
    const { item } = net.groups[net.nodeGroup[net.lineNode[line]!]!]!;
    if (!isRough(line) || lineLeft[line]! <= 0) continue;
    const stepped = c.lineStep[line]! > 0;
    const lots = lotsWithStock(c, line, item, lotsOfCell, lotLeft);
    lots.sort((a, b) => Number(open.has(pair(c, line, b))) - Number(open.has(pair(c, line, a))) || a - b);
    for (const lot of lots) {
      const wanted = lineLeft[line]!;
      if (wanted <= 0) break;
      // Dust of rounding only tops up the draws that the line already has; it opens no new invoice.
      const known = drawnFrom.has(drawOf(c, line, lot));
      if (!known && !stepped && c.lotStep[lot] === 0 && wanted < DUST) continue;
      const drawn = drawable(wanted, lotLeft[lot]!, factorBetween(c, line, lot)!, c.lineStep[line]!, c.lotStep[lot]!);
      if (drawn.lineQuantity <= 0 || drawn.quantity <= 0) continue;
      lotLeft[lot]! -= drawn.quantity;
      lineLeft[line]! -= drawn.lineQuantity;
      open.add(pair(c, line, lot));
      more.push({ line, lot, ...drawn });
    }
  }
  const all = mergeParts([...parts, ...more]);
  sweepDust(c, all, lineLeft, isRough);
  return all;
}

/** Millionths that only rounding explains. */
const DUST = 20;

/** Numbers for a (document, profile) and for a (line, lot). */
const pair = (c: Compiled, line: number, lot: number): number =>
  c.lineDocument[line]! * c.profiles.length + c.cellProfile[c.lotCell[lot]!]!;
const drawOf = (c: Compiled, line: number, lot: number): number => line * c.lotCell.length + lot;

/** The lots that a line may use and that have something left. */
function lotsWithStock(c: Compiled, line: number, item: number, lotsOfCell: Grouping, lotLeft: Float64Array): number[] {
  const found: number[] = [];
  const allowed = c.sets[c.lineSet[line]!];
  for (const { cell } of c.itemConnections[item]!) {
    if (allowed && !allowed.has(c.cellProfile[cell]!)) continue;
    for (let at = lotsOfCell.start[cell]!; at < lotsOfCell.start[cell + 1]!; at++) {
      const lot = lotsOfCell.rows[at]!;
      if (lotLeft[lot]! > 0 && c.lotDay[lot]! <= c.lineDay[line]!) found.push(lot);
    }
  }
  return found;
}

/** A line that misses at most a millionth per part is written full: its last part without steps carries the rounding. */
function sweepDust(
  c: Compiled,
  parts: readonly Part[],
  lineLeft: Float64Array,
  applies: (line: number) => boolean,
): void {
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]!;
    const missing = lineLeft[part.line]!;
    if (missing <= 0 || missing > 2 || c.lineStep[part.line]! > 0 || !applies(part.line)) continue;
    part.lineQuantity += missing;
    lineLeft[part.line] = 0;
  }
}
