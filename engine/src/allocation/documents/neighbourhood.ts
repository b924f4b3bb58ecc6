import { type Grouping, groupBy } from '../units.ts';
import { findRun } from './commitments.ts';
import type { Random } from './random.ts';
import type { SharedPools } from './shared-pools.ts';
import type { Stage } from './stage.ts';

export type Neighbours = {
  /** One of the profiles that the document draws from now, or −1. */
  readonly profileOf: (document: number) => number;
  /** The document and up to `count` that hold stock it could use or share its pools. */
  readonly any: (document: number, count: number) => number[];
  /** The document, and holders of the stock that would let one profile serve more of it. */
  readonly holding: (document: number, profile: number) => number[];
};

/** Documents near one: holders of stock that its lines could use, and sharers of its ties. */
export function neighbourhood(stage: Stage, pools: SharedPools, random: Random): Neighbours {
  const { c, net, records } = stage;
  const holders = holdersOf(stage);
  const tieOf = Int32Array.from(pools.poolOf, (_, line) => pools.tieOf(line));
  const sharers = groupBy(tieOf, pools.ties, (line) => tieOf[line]! >= 0);
  const linesOf = groupBy(c.lineDocument, c.documents, (line) => net.lineNode[line]! >= 0);
  const lineNear = (line: number): number => {
    const tie = tieOf[line]!;
    if (tie >= 0 && random(2) === 0) {
      const lines = sharers.of(tie);
      return lines[random(lines.length)]!;
    }
    const group = net.nodeGroup[net.lineNode[line]!]!;
    const from = net.runStart[net.groupRunStart[group]!]!;
    const to = net.runStart[net.groupRunStart[group + 1]!]!;
    return holders.some(net.arcSource[net.runArcs[from + random(to - from)]!]!, random) ?? line;
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
        if (lines.length > 0) chosen.add(c.lineDocument[lineNear(lines[random(lines.length)]!)]!);
      }
      return [...chosen];
    },
    holding: (document, profile) => {
      const chosen = new Set([document]);
      for (const line of linesOf.of(document)) {
        const run = findRun(net, net.nodeGroup[net.lineNode[line]!]!, profile);
        if (run < 0) continue;
        const from = net.runStart[run]!;
        const arcs = net.runStart[run + 1]! - from;
        for (let tries = 1 + random(3); tries > 0; tries--) {
          const holder = holders.some(net.arcSource[net.runArcs[from + random(arcs)]!]!, random);
          if (holder !== undefined) chosen.add(c.lineDocument[holder]!);
        }
      }
      return [...chosen];
    },
  };
}

/** Lines by the sources that they draw from. Read once: lines that moved since are merely less likely to be neighbours. */
function holdersOf({ net, records }: Stage): { some: (source: number, random: Random) => number | undefined } {
  const lines: number[] = [];
  const sources: number[] = [];
  for (let line = 0; line < net.lineNode.length; line++) {
    records.each(line, (arc) => {
      lines.push(line);
      sources.push(net.arcSource[arc]!);
    });
  }
  const bySource: Grouping = groupBy(Int32Array.from(sources), net.free.length, () => true);
  return {
    some: (source, random) => {
      const entries = bySource.of(source);
      return entries.length > 0 ? lines[entries[random(entries.length)]!] : undefined;
    },
  };
}
