import { sumVnd, type Vnd } from '../money.ts';
import { amountBound, gapOf } from './bound.ts';
import { type Compiled, compile } from './compile.ts';
import { Commitments } from './documents/commitments.ts';
import { floorDraws, repair } from './documents/repair.ts';
import { serveDocuments } from './documents/serve-documents.ts';
import { tracesOf } from './documents/traces.ts';
import { addComponent, emptyDraft, finish } from './flow/network.ts';
import { Routing } from './flow/routing.ts';
import { maximiseValue, valueOrder } from './flow/value.ts';
import type { Fraction } from './number-field.ts';
import { type Part, takePins } from './pins.ts';
import { gatherDocuments } from './previous/fewer-pairs.ts';
import { isWorthLess, lawfulPrevious, roundAsRead, worthOf } from './previous/previous.ts';
import { type Make, type WeighedComponents, weighComponents, withBetterAlone } from './previous/weigh-components.ts';
import { markOf, reserveByProgram } from './program/reserve.ts';
import { shortageExplainer } from './shortages/shortage.ts';
import type {
  AllocateOptions,
  Allocation,
  AllocationInstance,
  AllocationPlan,
  AllocationStats,
  RefusedPin,
  Shortage,
} from './types.ts';
import { findUnits, type Grouping, groupBy, type Units } from './units.ts';
import { mergeParts, splitAmount, writeParts } from './write.ts';

/**
 * Allocates stock to sales lines: most amount to buyers who asked for an invoice, then most amount over all, then, where a
 * last plan is given, closest to it by invoices and by draws, then the fewest (document, profile) pairs, then earlier sales first.
 * Deterministic.
 *
 * Laws that hold for every input: no lot gives more than its quantity or before its day; no line receives more than its
 * quantity, or from a profile that may not issue; steps are respected; a line's allocated amounts and its shortage add
 * up to its amount. See docs/allocation.md for the method and the proof idea.
 *
 * @throws Problem for malformed input; see `compile`.
 */
export function allocate(instance: AllocationInstance, options: AllocateOptions = {}): AllocationPlan {
  const started = options.clock?.() ?? 0;
  const plan = instance.previous?.length ? nearLast(instance, options) : anew(instance, options);
  const ms = Math.round((options.clock?.() ?? 0) - started);
  return { ...plan, stats: { ...plan.stats, ms } };
}

const make: Make = (instance, isHasty) => planOnce(instance, {}, isHasty ? 0 : PATIENCE).plan;

/** A plan made from nothing. */
function anew({ previous: _none, ...instance }: AllocationInstance, options: AllocateOptions): AllocationPlan {
  const made = planOnce(instance, options);
  const { prepared, parts } = made;
  const better = withBetterAlone(prepared, parts, make);
  return gathered(instance, better === parts ? made : { ...made, plan: restated(prepared, better, made.plan.stats) });
}

/** The plan of most value that keeps the most of the last one: the last one itself, where it is lawful and of as much value. */
function nearLast(instance: AllocationInstance, options: AllocateOptions): AllocationPlan {
  const fixed = weighComponents(prepare(instance), make);
  const { plan, parts, prepared } = planOnce(instance, options, PATIENCE, fixed);
  const { c, units, pinned } = prepared;
  const last = lawfulPrevious(c, units, pinned);
  return last && !isWorthLess(worthOf(c, last), worthOf(c, parts)) ? restated(prepared, last, plan.stats) : plan;
}

/** A plan of other parts, with the proven bounds of the first one. */
function restated({ c, units, pinned, lotsOfCell, refused }: Ready, parts: readonly Part[], bounds: Bounds) {
  return stated(planOf(c, units, parts, pinned, lotsOfCell), bounds, refused);
}

/** The most that rounding may take from a plan, đồng: one per part. */
const roundingOf = ({ allocations, shortages }: AllocationPlan): Vnd => allocations.length + shortages.length;

const isProvenFewest = ({ stats }: AllocationPlan): boolean =>
  stats.documentProfilePairs <= stats.documentProfilePairsBound;

/** The same plan with its documents gathered further, if they can be. */
function gathered(instance: AllocationInstance, { plan, gatherable }: Omit<Planned, 'parts'>): AllocationPlan {
  if (gatherable.length === 0 || isProvenFewest(plan)) return plan;
  const previous = gatherDocuments(instance, plan, gatherable, (part) => planOnce(part, {}, HASTE).plan);
  const ready = previous && prepare({ ...instance, previous });
  const parts = ready && lawfulPrevious(ready.c, ready.units, ready.pinned);
  if (!parts) return plan;
  const next = restated(ready, parts, plan.stats);
  return next.stats.documentProfilePairs < plan.stats.documentProfilePairs ? next : plan;
}

/** A plan, and the items of each component in which documents are worth gathering further. */
type Planned = {
  readonly plan: AllocationPlan;
  readonly parts: Part[];
  readonly prepared: Ready;
  readonly gatherable: readonly ReadonlySet<string>[];
};

/** Trials per document of a plan that is meant, and of one that only tells whether a gathering is possible. */
const PATIENCE = 200;
const HASTE = 10;

/** In instances of more lines than this, documents are gathered only where factors contradict: elsewhere trials do it. */
const SMALL_INSTANCE = 2000;

function planOnce(
  instance: AllocationInstance,
  options: AllocateOptions,
  patience = PATIENCE,
  fixed?: WeighedComponents,
): Planned {
  options.onProgress?.(0, 'read');
  const prepared = prepare(instance);
  const { c, pinned, lotsOfCell } = prepared;
  const { linesOfItem, units } = fixed ? without(prepared, fixed) : prepared;
  const held = fixed ? pinned.filter(({ line }) => !fixed.isInside(line)).concat(fixed.parts) : pinned;
  const draft = emptyDraft(instance.lines.length);
  const componentLines = linesByComponent(units.components, linesOfItem);
  const programs: (Fraction | undefined)[] = [];
  units.components.forEach((component, id) => {
    const mark = markOf(draft);
    addComponent({ c, units, linesOfItem, lotsOfCell }, id, draft);
    if (!component.exact) programs[id] = reserveByProgram(c, draft, mark, componentLines[id]!);
  });
  const net = finish(c, draft);
  const caps = net.free.slice();

  options.onProgress?.(0.2, 'value');
  const order = valueOrder(c, net, componentLines);
  const traces = tracesOf(c, units, net);
  const given = maximiseValue(net, order, traces.byLine);

  options.onProgress?.(0.5, 'documents');
  const routes = new Routing(net);
  const records = new Commitments(net, routes, floorDraws({ c, units, net }));
  const linesOfDocument = groupBy(c.lineDocument, c.documents, () => true);
  const stage = { c, units, net, routes, records, order, given, caps, linesOfDocument };
  const bound = amountBound(stage, programs, fixed?.isInside) + (fixed?.bound ?? 0);
  const pairsBound = serveDocuments(stage, { pinned, held, traces }, patience);

  options.onProgress?.(0.8, 'write');
  const written = mergeParts(held.concat(writeParts(stage)));
  const parts = repair(stage, written, held, lotsOfCell);
  roundAsRead(c, prepared.units, parts);
  const bounds = { amountBound: bound, documentProfilePairsBound: pairsBound };
  return { plan: restated(prepared, parts, bounds), parts, prepared, gatherable: gatherableItems(c, units) };
}

type Ready = ReturnType<typeof prepare>;

/** An instance as columns, with its pins taken out and its units found. */
function prepare(instance: AllocationInstance) {
  const c = compile(instance);
  const { parts: pinned, refused } = takePins(c);
  const linesOfItem = openLines(c);
  const lotsOfCell = groupBy(c.lotCell, c.cellProfile.length, (k) => c.lotQuantity[k]! > 0);
  return { instance, c, pinned, refused, linesOfItem, lotsOfCell, units: findUnits(c, linesOfItem, lotsOfCell) };
}

const openLines = (c: Compiled): Grouping => groupBy(c.lineItem, c.itemConnections.length, (l) => c.lineLeft[l]! > 0);

/** The same without the components that are decided: their lines and lots have nothing left. */
function without({ c, lotsOfCell }: Ready, fixed: WeighedComponents): Pick<Ready, 'linesOfItem' | 'units'> {
  for (let l = 0; l < c.lineLeft.length; l++) if (fixed.isInside(l)) c.lineLeft[l] = 0;
  for (const { lot } of fixed.parts) c.lotLeft[lot] = 0;
  const linesOfItem = openLines(c);
  return { linesOfItem, units: findUnits(c, linesOfItem, lotsOfCell) };
}

/** The proven bounds of a plan. */
type Bounds = Pick<AllocationStats, 'amountBound' | 'documentProfilePairsBound'>;

/** The plan with its proven bounds. */
function stated(plan: AllocationPlan, bounds: Bounds, refused: readonly RefusedPin[]): AllocationPlan {
  const { allocatedAmount, documentProfilePairs } = plan.stats;
  return {
    ...plan,
    stats: {
      ...plan.stats,
      amountBound: bounds.amountBound,
      // A plan may need fewer pairs than its exact value did, where amounts below a millionth or a step round away.
      documentProfilePairsBound: Math.min(bounds.documentProfilePairsBound, documentProfilePairs),
      gap: gapOf(bounds.amountBound, allocatedAmount, roundingOf(plan)),
    },
    ...(refused.length > 0 && { refusedPins: refused }),
  };
}

function gatherableItems(c: Compiled, units: Units): Set<string>[] {
  const isSmall = c.lineItem.length <= SMALL_INSTANCE;
  const components = units.components.filter(({ exact }) => isSmall || !exact);
  if (components.length === 0) return [];
  const names: (string | undefined)[] = [];
  c.source.lines.forEach((line, l) => {
    names[c.lineItem[l]!] = line.item;
  });
  return components.map(({ items }) => new Set(items.flatMap((item) => names[item] ?? [])));
}

function linesByComponent(components: readonly { items: readonly number[] }[], linesOfItem: Grouping): Int32Array[] {
  return components.map(({ items }) => {
    if (items.length === 1) return linesOfItem.of(items[0]!).slice();
    const all: number[] = [];
    for (const item of items) for (const line of linesOfItem.of(item)) all.push(line);
    return Int32Array.from(all).sort();
  });
}

function planOf(
  c: Compiled,
  units: Units,
  parts: readonly Part[],
  pinned: readonly Part[],
  lotsOfCell: Grouping,
): AllocationPlan {
  const { lines, lots } = c.source;
  const allocations: Allocation[] = [];
  const shortages: Shortage[] = [];
  const explain = shortageExplainer(c, units, parts, pinned, lotsOfCell);
  const pairs = pairCounter(c.documents, c.profiles.length);
  let allocatedAmount: Vnd = 0;
  let priority1Amount: Vnd = 0;
  let at = 0;
  for (let l = 0; l < lines.length; l++) {
    const line = lines[l]!;
    const from = at;
    let served = 0;
    for (; at < parts.length && parts[at]!.line === l; at++) served += parts[at]!.lineQuantity;
    const missing = c.lineQuantity[l]! - served;
    const amounts = splitAmount(line.amount, parts, from, at, missing);
    for (let p = from; p < at; p++) {
      const part = parts[p]!;
      const amount = amounts[p - from]!;
      allocatedAmount += amount;
      if (line.priority === 1) priority1Amount += amount;
      pairs.see(c.lineDocument[l]!, c.cellProfile[c.lotCell[part.lot]!]!);
      const lineQuantity = from + 1 === at && missing === 0 ? line.quantity : BigInt(part.lineQuantity);
      allocations.push({
        line: line.id,
        lot: lots[part.lot]!.id,
        quantity: part.quantity === part.lineQuantity ? lineQuantity : BigInt(part.quantity),
        lineQuantity,
        amount,
      });
    }
    if (missing > 0 || (c.lineQuantity[l]! === 0 && line.amount !== 0)) {
      const amount = amounts.at(-1)!;
      const { reason, detail } = explain(l, served);
      shortages.push({ line: line.id, lineQuantity: BigInt(missing), amount, reason, detail });
    }
  }
  return {
    allocations,
    shortages,
    stats: {
      amount: sumVnd(lines.map((line) => line.amount)),
      allocatedAmount,
      priority1Amount,
      documentProfilePairs: pairs.count(),
      documentProfilePairsBound: 0,
      gap: 0,
      amountBound: 0,
      ms: 0,
    },
  };
}

/** Counts distinct (document, profile) pairs in a table of bits. */
function pairCounter(
  documents: number,
  profiles: number,
): { see: (document: number, profile: number) => void; count: () => number } {
  const bits = new Uint8Array(Math.ceil((documents * profiles) / 8));
  let count = 0;
  return {
    see: (document, profile) => {
      const at = document * profiles + profile;
      const mask = 1 << (at % 8);
      const byte = Math.floor(at / 8);
      if ((bits[byte]! & mask) === 0) {
        bits[byte]! |= mask;
        count++;
      }
    },
    count: () => count,
  };
}
