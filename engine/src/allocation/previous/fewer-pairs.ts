import { toMicro } from '../micro.ts';
import type { Allocation, AllocationInstance, SaleLine } from '../types.ts';

/** Trials × lines of a component that one run may spend: about two seconds. Counted, so that no clock decides a plan. */
const WORK = 12_000;

/** The present state of a component's lines, and the worth that must not be lost. */
type ComponentState = {
  readonly allocations: readonly Allocation[];
  readonly priority1: number;
  readonly total: number;
  /**
   * The same without rounding to whole đồng, [priority 1, all], and the differences that rounding to millionths of a
   * unit may hide.
   */
  readonly exact: readonly [number, number];
  readonly slack: number;
  /**
   * The quantities that lines without an amount receive, in millionths by priority and item: a sum of money would not
   * show their loss.
   */
  readonly unpaid: ReadonlyMap<string, number>;
  readonly pairs: number;
};
type Pairs = Map<string, Set<string>>;

/**
 * Aim (c) beyond what trials of a few documents reach: where factors contradict one another, because the linear program
 * fixes which lot serves which item before documents are looked at, and in small instances, because several documents may
 * have to move at once. A component is planned again with one document held to fewer profiles, the others first to those
 * they have, then to all; the plan is taken when it is worth as much and needs fewer pairs. Ends when no document can be gathered further, or when the work is spent.
 *
 * @param present the draws of the plan
 * @param components the items of each component to look at
 * @param drawsOf makes the draws of a plan; must be the same for the same instance
 * @returns allocations of the whole instance, or undefined when nothing was gained
 */
export function gatherDocuments(
  instance: AllocationInstance,
  present: readonly Allocation[],
  components: readonly ReadonlySet<string>[],
  drawsOf: (instance: AllocationInstance) => readonly Allocation[],
): readonly Allocation[] | undefined {
  const profileOf = new Map(instance.lots.map((lot) => [lot.id, lot.profile]));
  const documentOf = new Map(instance.lines.map((line) => [line.id, line.document]));
  const itemOf = new Map(instance.lines.map((line) => [line.id, line.item]));
  const pairsOf = (allocations: readonly Allocation[]): Pairs => {
    const pairs: Pairs = new Map();
    for (const { line, lot } of allocations) {
      const document = documentOf.get(line)!;
      const profiles = pairs.get(document);
      if (profiles) profiles.add(profileOf.get(lot)!);
      else pairs.set(document, new Set([profileOf.get(lot)!]));
    }
    return pairs;
  };
  let all = present;
  let work = WORK;
  for (const items of components) {
    const inside = (one: Allocation): boolean => items.has(itemOf.get(one.line)!);
    const elsewhere = all.filter((one) => !inside(one));
    const taken = pairsOf(elsewhere);
    const part = partOf(instance, items);
    const stateOf = (allocations: readonly Allocation[]): ComponentState =>
      measure(part.lines, allocations, pairsOf(allocations), taken);
    let now = stateOf(all.filter(inside));
    const before = now;
    for (let better: ComponentState | undefined = now; better; ) {
      better = undefined;
      const has = pairsOf(now.allocations);
      for (const trial of trials(part, has)) {
        if (work < part.lines.length) break;
        work -= part.lines.length;
        const next = stateOf(drawsOf(trial));
        if (next.pairs >= now.pairs || isWorthLess(next, now)) continue;
        better = now = next;
        break;
      }
    }
    if (now !== before) all = elsewhere.concat(now.allocations);
  }
  return all === present ? undefined : all;
}

/** The lines of some items, and the lots that they may use, as an instance of their own. */
function partOf(instance: AllocationInstance, items: ReadonlySet<string>): AllocationInstance {
  const links = instance.links.filter(({ item }) => items.has(item));
  const cells = new Set(links.map(({ profile, product }) => JSON.stringify([profile, product])));
  return {
    lots: instance.lots.filter(({ profile, product }) => cells.has(JSON.stringify([profile, product]))),
    lines: instance.lines.filter(({ item }) => items.has(item)),
    links,
  };
}

function measure(
  lines: readonly SaleLine[],
  allocations: readonly Allocation[],
  pairs: Pairs,
  taken: ReadonlyMap<string, ReadonlySet<string>>,
): ComponentState {
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const unpaid = new Map<string, number>();
  let [priority1, total, count, slack] = [0, 0, 0, 0];
  const exact: [number, number] = [0, 0];
  for (const { line, lineQuantity, amount } of allocations) {
    const { item, priority, amount: due, quantity } = lineOf.get(line)!;
    const perMillionth = due / toMicro(quantity);
    const value = perMillionth * toMicro(lineQuantity);
    slack += 2 * perMillionth;
    exact[1] += value;
    if (priority === 1) exact[0] += value;
    total += amount;
    if (priority === 1) priority1 += amount;
    if (due > 0) continue;
    const key = `${priority}/${item}`;
    unpaid.set(key, (unpaid.get(key) ?? 0) + toMicro(lineQuantity));
  }
  for (const [document, profiles] of pairs)
    for (const profile of profiles) if (!taken.get(document)?.has(profile)) count++;
  return { allocations, priority1, total, exact, slack, unpaid, pairs: count };
}

function isWorthLess(next: ComponentState, now: ComponentState): boolean {
  if (next.priority1 < now.priority1 || next.total < now.total) return true;
  const slack = next.slack + now.slack + now.total * 1e-12;
  if (next.exact[0] + slack < now.exact[0] || next.exact[1] + slack < now.exact[1]) return true;
  return [...now.unpaid].some(([key, quantity]) => (next.unpaid.get(key) ?? 0) < quantity);
}

/** The component with one document of several profiles held to one of them, or without one; the likeliest first. */
function* trials(part: AllocationInstance, has: Pairs): Generator<AllocationInstance> {
  const every = [...new Set(part.lots.map(({ profile }) => profile))];
  const pinned = new Set(part.lines.filter((line) => line.pinned?.length).map(({ document }) => document));
  for (const othersStay of [true, false]) {
    for (const [document, profiles] of has) {
      if (profiles.size < 2 || pinned.has(document)) continue;
      const choices = [...profiles].map((left) => every.filter((profile) => profile !== left));
      for (const choice of choices.concat(every.map((profile) => [profile]))) {
        const allowed = new Set(choice);
        yield {
          ...part,
          lines: part.lines.map((line) => {
            const stays = line.document === document ? allowed : othersStay ? has.get(line.document) : undefined;
            const own = line.profiles ?? every;
            return stays || othersStay ? { ...line, profiles: own.filter((profile) => stays?.has(profile)) } : line;
          }),
        };
      }
    }
  }
}
