import type { Network } from '../flow/network.ts';
import type { Pools } from '../flow/pools.ts';
import type { Routing } from '../flow/routing.ts';
import type { Grouping } from '../units.ts';
import { type Commitments, findRun } from './commit.ts';
import { ranking } from './ranking.ts';
import type { Taste } from './taste.ts';

/**
 * Aim (c), first half: documents are served one after another, each from as few profiles as it can be without taking
 * anything away from what aims (a) and (b) gave to the others.
 *
 * Lines of one value per unit that are served only in part are *tied*: which of them receives is open. Those at one
 * node share a *pool*, so that the documents that come first take it whole and others need no invoice at all; between
 * pools of one tie the plan can be shifted where a path exists.
 */
export type Serving = {
  readonly given: Float64Array;
  /** Pool of a line, −1 for lines whose share is fixed. */
  readonly poolOf: Int32Array;
  /** The tie of each pool, and how many there are. */
  readonly tieOf: readonly number[];
  readonly ties: number;
  /** What is left of each pool for documents not yet served. */
  readonly pools: number[];
  /** Lets documents draw from the other pools of their tie, at some cost in time. */
  shifting: boolean;
  /** A profile that a trial wants to see used, −1 for none. */
  favourite: number;
  /** Serves what a document does not hold yet, inside the caller's trial; returns its number of profiles. */
  readonly serve: (document: number, effort: number) => number;
  /**
   * Draws parts of the last plan again, inside the caller's trial: all of them, or false (`isWhole`); or each as far as it is
   * still possible and right.
   */
  readonly keep: (parts: readonly Trace[], effort: number, isWhole: boolean) => boolean;
  /** The same without touching the document's invoices that are repeated whole; false when that is not possible. */
  readonly spare: (document: number, effort: number) => boolean;
  /** Takes a document's records back into the plan and the pools. */
  readonly unserve: (document: number) => void;
  readonly pairsOf: (document: number) => number;
  /** What a line has drawn. */
  readonly held: (line: number) => number;
};

/** Profiles that are tried before all of them are. */
const FEW = 6;

/** Pools that one line tries to draw from besides its own. */
const SHIFTS = 4;

/** Arcs looked along per rerouted path while documents are served. */
export const EFFORT = 2000;

/** A part of the last plan: the line, the arc over which it drew, how much, and on which invoice it stood. */
export type Trace = { readonly line: number; readonly arc: number; amount: number; readonly invoice: string };

export function serving(
  profiles: number,
  net: Network,
  routes: Routing,
  records: Commitments,
  linesOfDocument: Grouping,
  given: Float64Array,
  pooled: Pools,
  taste: Taste,
): Serving {
  const { poolOf, pools } = pooled;
  const order = ranking(net, taste, profiles);
  /** Moves plan from other pools of the tie to this one, as far as stock can follow. */
  const shift = (pool: number, wanted: number, most = SHIFTS): void => {
    let left = wanted;
    const tie = pooled.ties[pooled.tieOf[pool]!]!;
    const node = pooled.poolNode[pool]!;
    const turn = tie.indexOf(pool);
    for (let step = 1, tries = 0; step < tie.length && left > 0 && tries < most; step++) {
      const other = tie[(turn + step) % tie.length]!;
      const amount = Math.min(left, pools[other]!);
      if (amount <= 0) continue;
      tries++;
      routes.unroute(pooled.poolNode[other]!, amount, -1);
      const moved = routes.route(node, amount, EFFORT);
      if (
        moved < amount &&
        routes.route(pooled.poolNode[other]!, amount - moved, Number.POSITIVE_INFINITY) < amount - moved
      ) {
        throw new Error('A plan that was feasible could not be restored.');
      }
      routes.set(pools, other, pools[other]! - moved);
      routes.set(pools, pool, pools[pool]! + moved);
      left -= moved;
    }
  };

  const needs: number[] = [];
  const open: number[] = [];
  const collect = (document: number): void => {
    open.length = 0;
    needs.length = 0;
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      const line = linesOfDocument.rows[at]!;
      if (net.lineNode[line]! < 0) continue;
      const pool = poolOf[line]!;
      const held = records.held(line);
      if (pool >= 0) {
        const room = net.lineCap[line]! - held;
        if (serve.shifting && pools[pool]! < room) shift(pool, room - pools[pool]!);
        const amount = Math.min(room, pools[pool]!);
        routes.set(pools, pool, pools[pool]! - amount);
        routes.set(given, line, held + amount);
      }
      if (given[line]! > held) {
        open.push(line);
        needs.push(given[line]! - held);
      }
    }
  };

  const tryWhole = (profile: number, effort: number): boolean => {
    // Far cheaper than to draw line by line, make room, and put it all back.
    if (!open.every((line, i) => records.couldDraw(line, profile, needs[i]!))) return false;
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
    let kept = 0;
    for (let i = 0; i < open.length; i++) {
      if (needs[i]! <= 0) continue;
      open[kept] = open[i]!;
      needs[kept++] = needs[i]!;
    }
    open.length = kept;
    needs.length = kept;
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

  /** Ranked already for the lines that are open now. */
  const serveGreedily = (document: number, effort: number): void => {
    for (;;) {
      let progress = false;
      for (const profile of order.best(FEW)) {
        progress = drawFrom(profile, effort);
        if (progress) break;
      }
      if (!progress) for (const profile of order.all()) progress = drawFrom(profile, effort) || progress;
      if (!progress) drop();
      if (open.length === 0) return;
      order.rank(document, open, needs, serve.favourite);
    }
  };

  const used: number[] = [];
  const noteProfile = (arc: number): void => {
    const profile = net.sourceProfile[net.arcSource[arc]!]!;
    if (!used.includes(profile)) used.push(profile);
  };
  const pairsOf = (document: number): number => {
    used.length = 0;
    for (const profile of taste.pinnedProfiles(document)) used.push(profile);
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      records.each(linesOfDocument.rows[at]!, noteProfile);
    }
    return used.length;
  };

  const serve: Serving = {
    given,
    poolOf,
    tieOf: pooled.tieOf,
    ties: pooled.ties.length,
    pools,
    shifting: false,
    favourite: -1,
    pairsOf,
    held: records.held,
    serve: (document, effort) => {
      collect(document);
      if (open.length === 0) return pairsOf(document);
      let tries = effort > 0 ? 4 : 2;
      order.rank(document, open, needs, serve.favourite);
      for (const profile of order.best(FEW)) {
        if (tries === 0) break;
        const easy = order.covers(profile) === open.length;
        if (!easy && (effort === 0 || !canCoverAll(profile))) continue;
        const mark = routes.mark();
        tries--;
        if (tryWhole(profile, effort)) return pairsOf(document);
        routes.rewind(mark);
      }
      serveGreedily(document, effort);
      return pairsOf(document);
    },
    spare: (document, effort) => {
      collect(document);
      while (open.length > 0) {
        order.rank(document, open, needs, -1);
        const others = order.all().filter((profile) => !taste.keeps(document, profile));
        if (!others.some((profile) => drawFrom(profile, effort))) return false;
      }
      return true;
    },
    keep: (parts, effort, isWhole) => {
      for (const { line, arc, amount } of parts) {
        const pool = poolOf[line]!;
        const held = records.held(line);
        if (pool >= 0 && pools[pool]! < amount) shift(pool, amount - pools[pool]!, Number.POSITIVE_INFINITY);
        const due = pool < 0 ? given[line]! - held : Math.min(net.lineCap[line]! - held, pools[pool]!);
        const wanted = Math.min(amount, due);
        if (isWhole && wanted < amount) return false;
        const drawn = wanted > 0 ? records.commitArc(line, arc, wanted, effort) : 0;
        if (isWhole && drawn < amount) return false;
        if (pool < 0 || drawn === 0) continue;
        routes.set(pools, pool, pools[pool]! - drawn);
        routes.set(given, line, held + drawn);
      }
      return true;
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
  return serve;
}
