import type { Vnd } from '../../money.ts';
import type { Compiled } from '../compile.ts';
import type { Part } from '../pins.ts';
import type { AllocationInstance, PreviousPart } from '../types.ts';
import type { Component, Units } from '../units.ts';
import { mergeParts } from '../write.ts';
import { isWorthLess, lawfulPrevious, type Worth, worthOf } from './previous.ts';

/** Parts that are decided before the rest is planned, and the components that they decide whole. */
export type WeighedComponents = {
  readonly parts: readonly Part[];
  readonly isInside: (line: number) => boolean;
  /** The most that the lines of these components can receive, đồng. */
  readonly bound: Vnd;
};

/** The parts of a plan, and the đồng by which the most that its lines can receive is above what they receive. */
type Made = { readonly parts: readonly Part[]; readonly gap: () => Vnd };

/**
 * Makes a plan without deciding components first; the same for the same instance. In haste, documents are not improved.
 */
export type Make = (instance: AllocationInstance, isHasty: boolean) => Made;

/** An instance, compiled, with its units. */
export type Prepared = {
  readonly instance: AllocationInstance;
  readonly c: Compiled;
  readonly units: Units;
  readonly pinned: readonly Part[];
};

/**
 * Aim (e) where steps differ or factors contradict: there the optimum is not found by moving flows, so whole components are
 * weighed. Each keeps its part of the last plan where that is lawful and worth as much as a plan made for it alone; else the
 * nearest plan that is worth most: the last draws with more beside them, then the last draws as far as they fit, then a new one.
 * Undefined when there is no such component.
 */
export function weighComponents({ instance, c, units, pinned }: Prepared, make: Make): WeighedComponents | undefined {
  const rough = units.components.flatMap((component, id) => (component.exact && !component.mixedSteps ? [] : [id]));
  if (rough.length === 0) return undefined;
  const { previous = [], ...afresh } = instance;
  const { componentOf, partsIn, only } = componentsOf({ instance: afresh, c, units, pinned });
  const all = only(rough);
  const made = make(alone(all.instance), true);
  const fresh = partsIn(all, made);
  const worth = (parts: readonly Part[] | undefined): Worth => worthOf(c, units, parts ?? []);
  const chosen = new Map<number, readonly Part[]>();
  for (const id of rough) {
    const last = lawfulPrevious(c, units, pinned, (line) => componentOf(line) === id);
    if (last && !isWorthLess(worth(last), worth(fresh.get(id)))) chosen.set(id, last);
  }
  const open = rough.filter((id) => !chosen.has(id));
  if (open.length > 0) {
    const isOpen = new Set(open);
    const ids = new Map(instance.lines.map(({ id }, at) => [id, at]));
    const draws = previous.filter(({ line }) => ids.has(line) && isOpen.has(componentOf(ids.get(line)!)));
    const near = only(open);
    const more = partsIn(near, make(withPins(near.instance, draws), false));
    const again = partsIn(near, make({ ...near.instance, previous: draws }, false));
    for (const id of open) {
      const ways = [more.get(id), again.get(id), fresh.get(id)].map((parts) => parts ?? []);
      chosen.set(id, ways.find((own) => !ways.some((other) => isWorthLess(worth(own), worth(other)))) ?? ways[2]!);
    }
  }
  const parts = mergeParts([...chosen.values()].flat());
  const isRough = new Set(rough);
  const most = worth(mergeParts(rough.flatMap((id) => fresh.get(id) ?? []))).total;
  return {
    parts,
    isInside: (line) => isRough.has(componentOf(line)),
    bound: Math.floor(Math.max(worth(parts).total, most + made.gap())),
  };
}

/**
 * The parts of a new plan, with components of mixed steps planned alone where that is worth more: the method is no proof
 * there, and a regeneration weighs them alone, so that nothing elsewhere makes them look better or worse.
 */
export function withBetterAlone({ instance, c, units, pinned }: Prepared, parts: Part[], make: Make): Part[] {
  const mixed = units.components.flatMap(({ mixedSteps }, id) => (mixedSteps ? [id] : []));
  if (mixed.length === 0) return parts;
  const { componentOf, partsIn, only } = componentsOf({ instance, c, units, pinned });
  const own = only(mixed);
  const fresh = partsIn(own, make(alone(own.instance), true));
  const now = Map.groupBy(parts, ({ line }) => componentOf(line));
  const better = mixed.filter((id) =>
    isWorthLess(worthOf(c, units, now.get(id) ?? []), worthOf(c, units, fresh.get(id) ?? [])),
  );
  if (better.length === 0) return parts;
  for (const id of better) now.set(id, fresh.get(id)!);
  return mergeParts([...now.values()].flat());
}

/** A part of an instance as one of its own, with the places that its lines and lots have in the whole. */
type Cut = { readonly instance: AllocationInstance; readonly lines: Int32Array; readonly lots: Int32Array };

/** Ways from components to instances of their own and back. */
function componentsOf({ instance, c, units }: Prepared) {
  const componentOf = (line: number): number => units.componentOfItem[c.lineItem[line]!]!;
  const partsIn = (cut: Cut, { parts }: Made): Map<number, Part[]> => {
    const own = parts.map((part) => ({ ...part, line: cut.lines[part.line]!, lot: cut.lots[part.lot]! }));
    return Map.groupBy(own, ({ line }) => componentOf(line));
  };
  const only = (ids: readonly number[]): Cut => {
    const components = ids.map((id) => units.components[id]!);
    return cutOut(instance, c, itemsOf(c, components));
  };
  return { componentOf, partsIn, only };
}

/** The lines of some items, and the lots that they may use. */
function cutOut(instance: AllocationInstance, c: Compiled, isInside: Uint8Array): Cut {
  const isUsed = new Uint8Array(c.cellProfile.length);
  c.itemConnections.forEach((connections, item) => {
    if (isInside[item] === 1) for (const { cell } of connections) isUsed[cell] = 1;
  });
  const lines = placesOf(c.lineItem, isInside);
  const lots = placesOf(c.lotCell, isUsed);
  const names = new Set(Array.from(lines, (line) => instance.lines[line]!.item));
  const own = {
    lots: Array.from(lots, (lot) => instance.lots[lot]!),
    lines: Array.from(lines, (line) => instance.lines[line]!),
    links: instance.links.filter(({ item }) => names.has(item)),
  };
  return { instance: own, lines, lots };
}

/** The places of those whose key is marked, in order. */
const placesOf = (keys: Int32Array, isMarked: Uint8Array): Int32Array =>
  Int32Array.from(keys.keys().filter((place) => isMarked[keys[place]!] === 1));

/** Documents cut at the borders of components: the plan of one component does not depend on any other. */
function alone(instance: AllocationInstance): AllocationInstance {
  return { ...instance, lines: instance.lines.map((line) => ({ ...line, document: `${line.item}/${line.document}` })) };
}

/** The items of the components with lines, and those of which only pinned parts are left beside them: they share their lots. */
function itemsOf(c: Compiled, components: readonly Component[]): Uint8Array {
  const cells = new Set(components.flatMap((component) => component.cells));
  const inside = new Set(components.flatMap((component) => component.items));
  const isSold = new Uint8Array(c.itemConnections.length);
  for (const item of c.lineItem) isSold[item] = 1;
  return isSold.map((sold, item) =>
    sold === 1 && (inside.has(item) || c.itemConnections[item]!.some(({ cell }) => cells.has(cell))) ? 1 : 0,
  );
}

/** The same instance with these draws pinned beside its own pins. */
function withPins(instance: AllocationInstance, draws: readonly PreviousPart[]): AllocationInstance {
  const byLine = Map.groupBy(draws, ({ line }) => line);
  return {
    ...instance,
    lines: instance.lines.map((line) => {
      const own = byLine.get(line.id);
      if (!own) return line;
      const pinned = (line.pinned ?? []).filter(({ lot }) => !own.some((draw) => draw.lot === lot));
      return { ...line, pinned: [...pinned, ...own.map(({ lot, lineQuantity }) => ({ lot, lineQuantity }))] };
    }),
  };
}
