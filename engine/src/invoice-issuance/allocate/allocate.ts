import { sumVnd, type Vnd } from '../../money.ts';
import { amountBound, gapOf } from './bound.ts';
import { commitments } from './commit.ts';
import { type Compiled, compile } from './compile.ts';
import { EFFORT, findPools, serving, type Taste } from './documents.ts';
import { formatMicro } from './micro.ts';
import { addComponent, emptyDraft, finish } from './network.ts';
import { type Part, takePins } from './pins.ts';
import { floorDraws, repair } from './repair.ts';
import { type Bound, markOf, reserveByProgram } from './reserve.ts';
import { routing } from './routing.ts';
import { shortageExplainer } from './shortage.ts';
import type { AllocateOptions, Allocation, AllocationInstance, AllocationPlan, Shortage } from './types.ts';
import { findUnits, type Grouping, groupBy } from './units.ts';
import { maximiseValue, valueOrder } from './value.ts';
import { mergeParts, splitAmount, writeParts } from './write.ts';

/**
 * Allocates stock to sales lines: most amount to buyers who asked for an invoice, then most amount over all, then the
 * fewest (document, profile) pairs, then earlier sales first, then closest to the previous plan. Deterministic.
 *
 * Laws that hold for every input: no lot gives more than its quantity or before its day; no line receives more than its
 * quantity, or from a profile that may not issue; steps are respected; a line's allocated amounts and its shortage add
 * up to its amount. See docs/allocation.md for the method and the proof idea.
 *
 * @throws Problem for malformed input; see `compile`.
 */
export function allocate(instance: AllocationInstance, options: AllocateOptions = {}): AllocationPlan {
  const started = options.clock?.() ?? 0;
  options.onProgress?.(0, 'read');
  const c = compile(instance);
  const { parts: pinned, refused } = takePins(c);
  const linesOfItem = groupBy(c.lineItem, c.itemLinks.length, (l) => c.lineLeft[l]! > 0);
  const lotsOfCell = groupBy(c.lotCell, c.cellProfile.length, (k) => c.lotQuantity[k]! > 0);
  const units = findUnits(c, linesOfItem, lotsOfCell);
  const draft = emptyDraft(instance.lines.length);
  const componentLines = linesByComponent(units.components, linesOfItem);
  const programs: (Bound | undefined)[] = [];
  units.components.forEach((component, id) => {
    const mark = markOf(draft);
    addComponent(c, units, id, linesOfItem, lotsOfCell, draft);
    if (!component.exact) programs[id] = reserveByProgram(c, draft, mark, componentLines[id]!);
  });
  const net = finish(c, draft);

  options.onProgress?.(0.2, 'value');
  const order = valueOrder(c, net, componentLines);
  const given = maximiseValue(net, order);
  const bound = amountBound(c, units, net, given, programs);

  options.onProgress?.(0.5, 'documents');
  const routes = routing(net);
  const records = commitments(net, routes, floorDraws(c, units, net));
  const linesOfDocument = groupBy(c.lineDocument, c.documents, () => true);
  const pooled = findPools(c, net, order, given);
  const serve = serving(c, net, routes, records, linesOfDocument, given, pooled, tasteOf(c, pinned));
  for (const document of documentOrder(c, net.lineCap, serve.poolOf, given, linesOfDocument)) {
    routes.begin();
    serve.serve(document, EFFORT);
    routes.keep();
  }

  options.onProgress?.(0.8, 'write');
  const parts = repair(
    c,
    units,
    order,
    net,
    mergeParts([...pinned, ...writeParts(c, units, net, records)]),
    lotsOfCell,
  );
  const plan = planOf(c, parts, lotsOfCell);
  return {
    ...plan,
    stats: {
      ...plan.stats,
      amountBound: bound,
      gap: gapOf(bound, plan.stats.allocatedAmount, plan.allocations.length + plan.shortages.length),
      ms: Math.round((options.clock?.() ?? 0) - started),
    },
    ...(refused.length > 0 && { refusedPins: refused }),
  };
}

function linesByComponent(components: readonly { items: readonly number[] }[], linesOfItem: Grouping): Int32Array[] {
  return components.map(({ items }) => {
    if (items.length === 1) return linesOfItem.of(items[0]!).slice();
    const all: number[] = [];
    for (const item of items) all.push(...linesOfItem.of(item));
    return Int32Array.from(all).sort();
  });
}

/** Documents that must be served come first, those with the most lines ahead; then those that only share pools, the largest ahead. */
function documentOrder(
  c: Compiled,
  lineCap: Float64Array,
  poolOf: Int32Array,
  given: Float64Array,
  linesOfDocument: Grouping,
): Int32Array {
  const fixed = new Int32Array(c.documents);
  const size = new Float64Array(c.documents);
  const live = new Uint8Array(c.documents);
  for (let document = 0; document < c.documents; document++) {
    for (const line of linesOfDocument.of(document)) {
      if (poolOf[line]! < 0 && given[line]! <= 0) continue;
      live[document] = 1;
      if (poolOf[line]! < 0) fixed[document]!++;
      size[document]! += lineCap[line]!;
    }
  }
  const order = Int32Array.from({ length: c.documents }, (_, d) => d).filter((d) => live[d] === 1);
  return order.sort((a, b) => fixed[b]! - fixed[a]! || size[b]! - size[a]! || a - b);
}

function tasteOf(c: Compiled, pinned: readonly Part[]): Taste {
  const liked = new Set<number>();
  if (c.source.previous) {
    const lineIndex = new Map(c.source.lines.map((line, index) => [line.id, index]));
    const profileOfLot = new Map(c.source.lots.map((lot, index) => [lot.id, c.cellProfile[c.lotCell[index]!]!]));
    for (const { line, lot } of c.source.previous) {
      const index = lineIndex.get(line);
      const profile = profileOfLot.get(lot);
      if (index !== undefined && profile !== undefined) liked.add(index * c.profiles.length + profile);
    }
  }
  const open = new Map<number, Set<number>>();
  for (const { line, lot } of pinned) {
    const document = c.lineDocument[line]!;
    const profile = c.cellProfile[c.lotCell[lot]!]!;
    open.set(document, (open.get(document) ?? new Set()).add(profile));
  }
  return {
    likes: (line, profile) => (liked.has(line * c.profiles.length + profile) ? 1 : 0),
    isOpen: (document, profile) => open.get(document)?.has(profile) ?? false,
    countWith: (document, used) => {
      const pins = open.get(document);
      return pins ? new Set([...pins, ...used]).size : used.size;
    },
    rank: (profile) => profile,
  };
}

function planOf(c: Compiled, parts: readonly Part[], lotsOfCell: Grouping): AllocationPlan {
  const { lines, lots } = c.source;
  const allocations: Allocation[] = [];
  const shortages: Shortage[] = [];
  const explain = shortageExplainer(c, parts, lotsOfCell);
  const pairs = new Set<number>();
  let allocatedAmount: Vnd = 0;
  let priority1Amount: Vnd = 0;
  let at = 0;
  for (let l = 0; l < lines.length; l++) {
    const line = lines[l]!;
    const from = at;
    let served = 0;
    for (; at < parts.length && parts[at]!.line === l; at++) served += parts[at]!.lineQuantity;
    const missing = c.lineQuantity[l]! - served;
    const mine = parts.slice(from, at);
    const amounts = splitAmount(
      line.amount,
      mine.map((part) => part.lineQuantity),
      missing,
    );
    mine.forEach((part, index) => {
      const amount = amounts[index]!;
      allocatedAmount += amount;
      if (line.priority === 1) priority1Amount += amount;
      pairs.add(c.lineDocument[l]! * c.profiles.length + c.cellProfile[c.lotCell[part.lot]!]!);
      allocations.push({
        line: line.id,
        lot: lots[part.lot]!.id,
        quantity: formatMicro(part.quantity),
        lineQuantity: formatMicro(part.lineQuantity),
        amount,
      });
    });
    if (missing > 0 || (c.lineQuantity[l]! === 0 && line.amount !== 0)) {
      const amount = amounts.at(-1)!;
      shortages.push({ line: line.id, lineQuantity: formatMicro(missing), amount, ...explain(l, served) });
    }
  }
  return {
    allocations,
    shortages,
    stats: {
      amount: sumVnd(lines.map((line) => line.amount)),
      allocatedAmount,
      priority1Amount,
      documentProfilePairs: pairs.size,
      documentProfilePairsBound: 0,
      gap: 0,
      amountBound: 0,
      ms: 0,
    },
  };
}
