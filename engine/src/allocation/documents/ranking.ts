import type { Network } from '../flow/network.ts';
import type { Preference } from './preference.ts';

/** The order in which the profiles are tried that could serve some open lines of a document. */
export type Ranking = {
  /** Ranks them for these lines and the rest that each still needs; `favourite` counts as covering one line more. */
  readonly rank: (document: number, open: readonly number[], needs: readonly number[], favourite: number) => void;
  /** The first few of them. */
  readonly best: (count: number) => number[];
  /** All of them. */
  readonly all: () => number[];
  /** The number of the lines that the profile covers whole. */
  readonly covers: (profile: number) => number;
};

/** Stock of this many times the need counts as ample: between equals the amplest profile is drawn from, scarce ones are spared. */
const AMPLE = 20;

/** More profiles than this are sorted: of a few, each is put in its place sooner. */
const MOST_IN_PLACE = 12;

export function ranking(net: Network, preference: Preference, profiles: number): Ranking {
  const covered = new Int32Array(profiles);
  const share = new Float64Array(profiles);
  const whole = new Float64Array(profiles);
  const liked = new Int32Array(profiles);
  const touched: number[] = [];

  /** The amount that a run could give at once: free stock and the plans of the line's own group. */
  const reachable = (node: number, run: number, enough: number): number => {
    let sum = 0;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && sum < enough; at++) {
      const arc = net.runArcs[at]!;
      if (net.arcNode[arc]! <= node) sum += net.flow[arc]! + net.free[net.arcSource[arc]!]!;
    }
    return sum;
  };

  /** Profiles by how many open lines they cover whole, then by the last plan, then by how amply they cover them. */
  const rank: Ranking['rank'] = (document, open, needs, favourite) => {
    for (const profile of touched) covered[profile] = share[profile] = liked[profile] = 0;
    touched.length = 0;
    for (let i = 0; i < open.length; i++) {
      const line = open[i]!;
      const node = net.lineNode[line]!;
      const group = net.nodeGroup[node]!;
      for (let run = net.groupRunStart[group]!; run < net.groupRunStart[group + 1]!; run++) {
        const here = reachable(node, run, needs[i]! * AMPLE);
        if (here <= 0) continue;
        const profile = net.runProfile[run]!;
        if (covered[profile] === 0 && share[profile] === 0) touched.push(profile);
        if (here >= needs[i]!) covered[profile]!++;
        share[profile]! += Math.min(AMPLE, here / needs[i]!);
        liked[profile]! += preference.likes(line, profile);
      }
    }
    for (const profile of touched) {
      whole[profile] =
        covered[profile]! + (preference.isOpen(document, profile) ? 1 : 0) + (profile === favourite ? 1 : 0);
    }
  };
  const ahead = (a: number, b: number): number =>
    whole[b]! - whole[a]! || liked[b]! - liked[a]! || share[b]! - share[a]! || preference.rank(a) - preference.rank(b);
  /** The first few profiles in order; sorting all of them would cost more than serving the document. */
  const best = (count: number): number[] => {
    if (touched.length <= count && count > MOST_IN_PLACE) return touched.slice().sort(ahead);
    const first: number[] = [];
    for (const profile of touched) {
      let at = first.length;
      if (at === count && ahead(first[count - 1]!, profile) <= 0) continue;
      if (at === count) at--;
      for (; at > 0 && ahead(first[at - 1]!, profile) > 0; at--) first[at] = first[at - 1]!;
      first[at] = profile;
    }
    return first;
  };
  return { rank, best, all: () => best(touched.length), covers: (profile) => covered[profile]! };
}
