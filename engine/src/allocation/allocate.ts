import { amountBound } from './bound.ts';
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
import { type Bounds, type Drawn, drawnOf, pairsOf, type Ready, stated } from './stated.ts';
import type { AllocateOptions, Allocation, AllocationInstance, AllocationPlan } from './types.ts';
import { findUnits, type Grouping, groupBy, type Units } from './units.ts';
import { mergeParts, writeParts } from './write.ts';

/**
 * Allocates stock to sales lines: most amount to buyers who asked for an invoice, then most amount over all, then, where a
 * last plan is given, closest to it by invoices and by draws, then the fewest (document, profile) pairs, then earlier sales first.
 * Deterministic.
 *
 * Laws that hold for every input: no lot gives more than its quantity or before its day; no line receives more than its
 * quantity, or from a profile that may not issue; steps are respected; a line's allocated amounts and its shortage add
 * up to its amount. See docs/allocator.md for the method and the proof idea.
 *
 * @throws Problem for malformed input; see `compile`.
 */
export function allocate(instance: AllocationInstance, options: AllocateOptions = {}): AllocationPlan {
  const started = options.clock?.() ?? 0;
  const plan = instance.previous?.length ? nearLast(instance, options) : anew(instance, options);
  const ms = Math.round((options.clock?.() ?? 0) - started);
  return { ...plan, stats: { ...plan.stats, ms } };
}

const make: Make = (instance, isHasty) => {
  const { parts, prepared, bounds } = planOnce(instance, {}, isHasty ? 0 : PATIENCE);
  return { parts, gap: () => bounds.amountBound - drawnOf(prepared, parts, bounds).stats.allocatedAmount };
};

/** A plan made from nothing. */
function anew({ previous: _none, ...instance }: AllocationInstance, options: AllocateOptions): AllocationPlan {
  const { parts, prepared, bounds, gatherable } = planOnce(instance, options);
  return gathered(prepared, withBetterAlone(prepared, parts, make), bounds, gatherable);
}

/** The plan of most value that keeps the most of the last one: the last one itself, where it is lawful and of as much value. */
function nearLast(instance: AllocationInstance, options: AllocateOptions): AllocationPlan {
  const fixed = weighComponents(prepare(instance), make);
  const { parts, prepared, bounds } = planOnce(instance, options, PATIENCE, fixed);
  const { c, units, pinned } = prepared;
  const last = lawfulPrevious(c, units, pinned);
  return stated(
    prepared,
    last && !isWorthLess(worthOf(c, units, last), worthOf(c, units, parts)) ? last : parts,
    bounds,
  );
}

const isProvenFewest = ({ stats }: Drawn): boolean => stats.documentProfilePairs <= stats.documentProfilePairsBound;

/** The plan of some parts, with its documents gathered further, if they can be. */
function gathered(ready: Ready, parts: readonly Part[], bounds: Bounds, gatherable: Planned['gatherable']) {
  if (gatherable.length === 0) return stated(ready, parts, bounds);
  const plan = drawnOf(ready, parts, bounds);
  const drawsOf = (part: AllocationInstance): readonly Allocation[] => {
    const made = planOnce(part, {}, HASTE);
    return drawnOf(made.prepared, made.parts, made.bounds).allocations;
  };
  const previous = isProvenFewest(plan)
    ? undefined
    : gatherDocuments(ready.instance, plan.allocations, gatherable, drawsOf);
  const next = previous && prepare({ ...ready.instance, previous });
  const nextParts = next && lawfulPrevious(next.c, next.units, next.pinned);
  if (!nextParts) return stated(ready, parts, bounds);
  const isFewer = pairsOf(next.c, nextParts) < plan.stats.documentProfilePairs;
  return isFewer ? stated(next, nextParts, plan.stats) : stated(ready, parts, bounds);
}

/** The parts of a plan with its proven bounds, and the items of each component in which documents are worth gathering further. */
type Planned = {
  readonly parts: Part[];
  readonly prepared: Ready;
  readonly bounds: Bounds;
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
  // A plan may need fewer pairs than its exact value did, where amounts below a millionth or a step round away.
  const bounds = { amountBound: bound, documentProfilePairsBound: Math.min(pairsBound, pairsOf(c, parts)) };
  return { parts, prepared, bounds, gatherable: gatherableItems(c, units) };
}

/** An instance as columns, with its pins taken out and its units found. */
function prepare(instance: AllocationInstance): Ready {
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
