import type { Compiled } from '../compile.ts';
import type { Network } from '../flow/network.ts';
import type { Routing } from '../flow/routing.ts';
import { type Grouping, groupBy } from '../units.ts';
import { type Commitments, findRun } from './commit.ts';
import type { Serving } from './documents.ts';

/** Trials in all: few where they could not matter. */
const MOST_TRIALS = 20_000;
const MOST_TRIALS_WHEN_LARGE = 5000;
const LARGE_LINES = 300_000;
/** Lines served again in all trials together: keeps documents of thousands of lines from taking minutes. */
const MOST_LINES = 1_000_000;
/** Arcs looked along per rerouted path. */
const EFFORT = 1500;

/**
 * Aim (c), second half, and (d): takes a few documents that compete for the same stock out of the plan and serves them
 * again in another order. Keeps the result when it needs fewer profiles, or as many and serves earlier days; else
 * everything is put back. Values never change: every trial moves inside the plans that are optimal for (a) and (b).
 * The work is counted in trials, not time, and the random order is seeded: same input, same result.
 *
 * @param patience trials per document that uses more profiles than its bound
 * @param isFrozen documents that hold parts of the last plan: these stay
 */
export function improve(
  c: Compiled,
  net: Network,
  routes: Routing,
  records: Commitments,
  serve: Serving,
  linesOfDocument: Grouping,
  bounds: Int32Array,
  shuffleTaste: (seed: number) => void,
  patience: number,
  isFrozen: (document: number) => boolean,
): void {
  serve.shifting = true;
  const random = generator(20_261_121);
  const neighbours = neighbourhood(c, net, records, serve, random);
  const above = (): number[] => {
    const found: number[] = [];
    for (let document = 0; document < c.documents; document++) {
      if (isOpen(document)) found.push(document);
    }
    return found;
  };
  const isOpen = (document: number): boolean => !isFrozen(document) && serve.pairsOf(document) > bounds[document]!;
  const earliness = (documents: readonly number[]): number => {
    let sum = 0;
    for (const document of documents) {
      for (const line of linesOfDocument.of(document)) {
        if (serve.poolOf[line]! >= 0) sum += serve.given[line]! * (c.lineDay[line]! + 1);
      }
    }
    return sum;
  };
  /** Steps may leave a trial with less than before, in lines or in pools: such a trial is never kept. */
  const servedBy = (documents: readonly number[]): number => {
    let sum = 0;
    for (const document of documents) for (const line of linesOfDocument.of(document)) sum += serve.given[line]!;
    return sum;
  };

  const candidates = above();
  if (candidates.length === 0) return;
  const most = net.lineNode.length > LARGE_LINES ? MOST_TRIALS_WHEN_LARGE : MOST_TRIALS;
  let trials = Math.min(most, patience * candidates.length);
  let work = MOST_LINES;
  for (let at = 0; trials > 0 && work > 0; at = (at + 1) % candidates.length) {
    trials--;
    const first = candidates[at]!;
    if (!isOpen(first)) {
      if (at === candidates.length - 1 && !candidates.some(isOpen)) return;
      continue;
    }
    const favourite = random(2) === 0 ? -1 : neighbours.profileOf(first);
    const found = favourite < 0 ? neighbours.any(first, 1 + random(7)) : neighbours.holding(first, favourite);
    const chosen = found.filter((document) => !isFrozen(document));
    const before = chosen.reduce((sum, document) => sum + serve.pairsOf(document), 0);
    for (const document of chosen) work -= linesOfDocument.size(document);
    const late = earliness(chosen);
    const served = servedBy(chosen);
    routes.begin();
    for (const document of chosen) serve.unserve(document);
    shuffle(chosen, random, favourite < 0 ? 0 : 1);
    shuffleTaste(random(1 << 30));
    let after = 0;
    for (const document of chosen) {
      serve.favourite = document === first ? favourite : -1;
      after += serve.serve(document, EFFORT);
      if (after > before) break;
    }
    serve.favourite = -1;
    const whole = servedBy(chosen) >= served;
    const better = whole && (after < before || (after === before && earliness(chosen) <= late));
    if (better) routes.keep();
    else routes.undo();
  }
}

type Neighbours = {
  /** One of the profiles that the document draws from now, or −1. */
  readonly profileOf: (document: number) => number;
  /** The document and up to `count` that hold stock it could use or share its pools. */
  readonly any: (document: number, count: number) => number[];
  /** The document, and holders of the stock that would let one profile serve more of it. */
  readonly holding: (document: number, profile: number) => number[];
};

/** Documents near one: holders of stock that its lines could use, and sharers of its ties. */
function neighbourhood(
  c: Compiled,
  net: Network,
  records: Commitments,
  serve: Serving,
  random: (below: number) => number,
): Neighbours {
  // Who draws from a source is read once: documents that moved since are merely less likely to be neighbours.
  const holderLines: number[] = [];
  const holderSources: number[] = [];
  for (let line = 0; line < net.lineNode.length; line++) {
    records.each(line, (arc) => {
      holderLines.push(line);
      holderSources.push(net.arcSource[arc]!);
    });
  }
  const holders = groupBy(Int32Array.from(holderSources), net.free.length, () => true);
  const tieOf = serve.poolOf.map((pool) => (pool >= 0 ? serve.tieOf[pool]! : -1));
  const sharers = groupBy(tieOf, serve.ties, (line) => tieOf[line]! >= 0);
  const linesOf = groupBy(c.lineDocument, c.documents, (line) => net.lineNode[line]! >= 0);
  const anyLine = (line: number): number => {
    const tie = tieOf[line]!;
    if (tie >= 0 && random(2) === 0) {
      const lines = sharers.of(tie);
      return lines[random(lines.length)]!;
    }
    const group = net.nodeGroup[net.lineNode[line]!]!;
    const from = net.runStart[net.groupRunStart[group]!]!;
    const to = net.runStart[net.groupRunStart[group + 1]!]!;
    const source = net.arcSource[net.runArcs[from + random(to - from)]!]!;
    const entries = holders.of(source);
    return entries.length > 0 ? holderLines[entries[random(entries.length)]!]! : line;
  };
  return {
    profileOf: (document) => {
      const lines = linesOf.of(document);
      if (lines.length === 0) return -1;
      let found = -1;
      let seen = 0;
      records.each(lines[random(lines.length)]!, (arc) => {
        if (random(++seen) === 0) found = net.sourceProfile[net.arcSource[arc]!]!;
      });
      return found;
    },
    any: (document, count) => {
      const chosen = new Set([document]);
      for (let tries = 0; chosen.size <= count && tries < 3 * count; tries++) {
        const from = random(3) === 0 ? [...chosen][random(chosen.size)]! : document;
        const lines = linesOf.of(from);
        if (lines.length > 0) chosen.add(c.lineDocument[anyLine(lines[random(lines.length)]!)]!);
      }
      return [...chosen];
    },
    holding: (document, profile) => {
      const chosen = new Set([document]);
      for (const line of linesOf.of(document)) {
        const node = net.lineNode[line]!;
        const run = findRun(net, net.nodeGroup[node]!, profile);
        if (run < 0) continue;
        const from = net.runStart[run]!;
        const arcs = net.runStart[run + 1]! - from;
        for (let tries = 1 + random(3); tries > 0; tries--) {
          const arc = net.runArcs[from + random(arcs)]!;
          const entries = holders.of(net.arcSource[arc]!);
          if (entries.length > 0) chosen.add(c.lineDocument[holderLines[entries[random(entries.length)]!]!]!);
        }
      }
      return [...chosen];
    },
  };
}

/** Shuffles from the index `from` on. */
function shuffle(list: number[], random: (below: number) => number, from: number): void {
  for (let at = list.length - 1; at > from; at--) {
    const other = from + random(at + 1 - from);
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
}

/** A seeded generator (mulberry32): whole numbers below a bound. */
export function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}
