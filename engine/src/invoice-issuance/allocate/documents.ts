import { type Commitments, findRun } from './commit.ts';
import type { Compiled } from './compile.ts';
import type { Network } from './network.ts';
import type { Routing } from './routing.ts';
import type { Grouping } from './units.ts';
import { compareValue } from './value.ts';

/**
 * Aim (c), first half: documents are served one after another, each from as few profiles as it can be without taking
 * anything away from what aims (a) and (b) gave to the others.
 *
 * Lines of one node and one value per unit that are served only in part share a *pool*: any of them may receive the
 * pool's amount, so the documents that come first take it whole and others need no invoice at all.
 */
export type Serving = {
  readonly given: Float64Array;
  /** Pool of a line, −1 for lines whose share is fixed. */
  readonly poolOf: Int32Array;
  /** What is left of each pool for documents not yet served. */
  readonly pools: number[];
  /** Serves a document that holds no records, inside the caller's trial; returns its number of profiles. */
  readonly serve: (document: number, effort: number) => number;
  /** Takes a document's records back into the plan and the pools. */
  readonly unserve: (document: number) => void;
  readonly pairsOf: (document: number) => number;
};

/** Documents that never need another try cost one pass over their lines' runs. */
export const EFFORT = 400;

export function findPools(
  c: Compiled,
  net: Network,
  order: Int32Array,
  given: Float64Array,
): { poolOf: Int32Array; pools: number[] } {
  const poolOf = new Int32Array(given.length).fill(-1);
  const pools: number[] = [];
  const { lines } = c.source;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    const first = order[from]!;
    const component = net.groups[net.nodeGroup[net.lineNode[first]!]!]!.component;
    let partial = given[first]! < net.lineCap[first]!;
    for (; to < order.length; to++) {
      const line = order[to]!;
      if (net.groups[net.nodeGroup[net.lineNode[line]!]!]!.component !== component) break;
      if (lines[line]!.priority !== lines[first]!.priority || compareValue(c, net, first, line) !== 0) break;
      partial ||= given[line]! < net.lineCap[line]!;
    }
    if (partial && to - from > 1) poolRun(net, order.subarray(from, to), given, poolOf, pools);
    from = to;
  }
  return { poolOf, pools };
}

function poolRun(net: Network, run: Int32Array, given: Float64Array, poolOf: Int32Array, pools: number[]): void {
  const byNode = new Map<number, number[]>();
  for (const line of run) {
    const members = byNode.get(net.lineNode[line]!);
    if (members) members.push(line);
    else byNode.set(net.lineNode[line]!, [line]);
  }
  for (const members of byNode.values()) {
    const total = members.reduce((sum, line) => sum + given[line]!, 0);
    const wanted = members.reduce((sum, line) => sum + net.lineCap[line]!, 0);
    if (members.length < 2 || total === 0 || total === wanted) continue;
    for (const line of members) poolOf[line] = pools.length;
    pools.push(total);
  }
}

export function serving(
  c: Compiled,
  net: Network,
  routes: Routing,
  records: Commitments,
  linesOfDocument: Grouping,
  given: Float64Array,
  pooled: { poolOf: Int32Array; pools: number[] },
  taste: Taste,
): Serving {
  const { poolOf, pools } = pooled;
  const profiles = c.profiles.length;
  const covered = new Int32Array(profiles);
  const share = new Float64Array(profiles);
  const liked = new Int32Array(profiles);
  const touched: number[] = [];

  /** What could be drawn from a run at once: free stock and the plans of the line's own group. */
  const reachable = (node: number, run: number, enough: number): number => {
    let sum = 0;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && sum < enough; at++) {
      const arc = net.runArcs[at]!;
      if (net.arcNode[arc]! <= node) sum += net.flow[arc]! + net.free[net.arcSource[arc]!]!;
    }
    return sum;
  };

  const needs: number[] = [];
  const open: number[] = [];
  const collect = (document: number): void => {
    open.length = 0;
    needs.length = 0;
    for (const line of linesOfDocument.of(document)) {
      if (net.lineNode[line]! < 0) continue;
      const pool = poolOf[line]!;
      if (pool >= 0) {
        const amount = Math.min(net.lineCap[line]!, pools[pool]!);
        routes.set(pools, pool, pools[pool]! - amount);
        routes.set(given, line, amount);
      }
      if (given[line]! > 0) {
        open.push(line);
        needs.push(given[line]!);
      }
    }
  };

  /** Profiles by how many open lines they cover whole, then in part; what the taste prefers decides between equals. */
  const rank = (document: number): number[] => {
    for (const profile of touched) covered[profile] = share[profile] = liked[profile] = 0;
    touched.length = 0;
    for (let i = 0; i < open.length; i++) {
      const line = open[i]!;
      const node = net.lineNode[line]!;
      const group = net.nodeGroup[node]!;
      for (let run = net.groupRunStart[group]!; run < net.groupRunStart[group + 1]!; run++) {
        const here = reachable(node, run, needs[i]!);
        if (here <= 0) continue;
        const profile = net.runProfile[run]!;
        if (covered[profile] === 0 && share[profile] === 0) touched.push(profile);
        if (here >= needs[i]!) covered[profile]!++;
        share[profile]! += Math.min(1, here / needs[i]!);
        liked[profile]! += taste.likes(line, profile);
      }
    }
    const bonus = (profile: number): number => (taste.isOpen(document, profile) ? 1 : 0);
    return touched
      .slice()
      .sort(
        (a, b) =>
          covered[b]! + bonus(b) - covered[a]! - bonus(a) ||
          liked[b]! - liked[a]! ||
          share[b]! - share[a]! ||
          taste.rank(a) - taste.rank(b),
      );
  };

  const tryWhole = (profile: number, effort: number): boolean => {
    for (let i = 0; i < open.length; i++) {
      if (records.commit(open[i]!, profile, needs[i]!, effort) < needs[i]!) return false;
    }
    return true;
  };
  const canCoverAll = (profile: number): boolean =>
    open.every((line) => {
      const node = net.lineNode[line]!;
      const run = findRun(net, net.nodeGroup[node]!, profile);
      return run >= 0 && net.arcNode[net.runArcs[net.runStart[run + 1]! - 1]!]! <= node;
    });

  const drawFrom = (profile: number, effort: number): boolean => {
    let progress = false;
    for (let i = 0; i < open.length; i++) {
      if (needs[i]! <= 0) continue;
      const drawn = records.commit(open[i]!, profile, needs[i]!, effort);
      needs[i]! -= drawn;
      progress ||= drawn > 0;
    }
    for (let i = open.length - 1; i >= 0; i--) {
      if (needs[i]! > 0) continue;
      open.splice(i, 1);
      needs.splice(i, 1);
    }
    return progress;
  };

  /** Gives up what steps do not let the document draw; a pool offers it to its other lines. */
  const drop = (): void => {
    open.forEach((line, i) => {
      routes.set(given, line, given[line]! - needs[i]!);
      const pool = poolOf[line]!;
      if (pool >= 0) routes.set(pools, pool, pools[pool]! + needs[i]!);
      else routes.unroute(net.lineNode[line]!, needs[i]!, -1);
    });
    open.length = 0;
    needs.length = 0;
  };

  const serveGreedily = (document: number, effort: number): void => {
    while (open.length > 0) {
      let progress = false;
      for (const profile of rank(document)) {
        progress = drawFrom(profile, effort);
        if (progress) break;
      }
      if (!progress) drop();
    }
  };

  const pairsOf = (document: number): number => {
    const used = new Set<number>();
    for (const line of linesOfDocument.of(document)) {
      records.each(line, (arc) => used.add(net.sourceProfile[net.arcSource[arc]!]!));
    }
    return taste.countWith(document, used);
  };

  return {
    given,
    poolOf,
    pools,
    pairsOf,
    serve: (document, effort) => {
      collect(document);
      if (open.length === 0) return pairsOf(document);
      let tries = effort > 0 ? 4 : 2;
      for (const profile of rank(document)) {
        if (tries === 0) break;
        const easy = covered[profile] === open.length;
        if (!easy && (effort === 0 || !canCoverAll(profile))) continue;
        const mark = routes.mark();
        tries--;
        if (tryWhole(profile, effort)) return pairsOf(document);
        routes.rewind(mark);
      }
      serveGreedily(document, effort);
      return pairsOf(document);
    },
    unserve: (document) => {
      for (const line of linesOfDocument.of(document)) {
        const amount = records.release(line);
        const pool = poolOf[line]!;
        if (pool >= 0) {
          routes.set(pools, pool, pools[pool]! + amount);
          routes.set(given, line, 0);
        }
      }
    },
  };
}

/** Preferences that decide between equally few profiles. */
export type Taste = {
  /** 1 when the last plan served the line from the profile. */
  readonly likes: (line: number, profile: number) => number;
  /** True when a pinned part already makes the document's invoice in this profile. */
  readonly isOpen: (document: number, profile: number) => boolean;
  /** The number of profiles when these are added to the pinned ones. */
  readonly countWith: (document: number, used: ReadonlySet<number>) => number;
  /** Lower first. */
  readonly rank: (profile: number) => number;
};
