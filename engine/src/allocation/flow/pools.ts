import type { Compiled } from '../compile.ts';
import type { Network } from './network.ts';
import { compareValue } from './value.ts';

/**
 * Lines of one value per unit that are served only in part are *tied*: which of them receives is open. Those at one node
 * share a *pool*.
 */
export type Pools = {
  readonly poolOf: Int32Array;
  readonly pools: number[];
  readonly poolNode: readonly number[];
  /** Tie of each pool, and the pools of each tie. */
  readonly tieOf: readonly number[];
  readonly ties: readonly (readonly number[])[];
};

/** Finds the ties among lines in greedy order. A class of one line, or one served whole, has the same shares in every optimum. */
export function findPools(c: Compiled, net: Network, order: Int32Array, given: Float64Array): Pools {
  const found = { poolOf: new Int32Array(given.length).fill(-1), pools: [], poolNode: [], tieOf: [], ties: [] };
  const componentOf = (line: number): number => net.groups[net.nodeGroup[net.lineNode[line]!]!]!.component;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    const first = order[from]!;
    const component = componentOf(first);
    let partial = given[first]! < net.lineCap[first]!;
    let any = given[first]! > 0;
    for (; to < order.length; to++) {
      const line = order[to]!;
      if (componentOf(line) !== component || c.linePriority[line] !== c.linePriority[first]) break;
      if (compareValue(c, net, first, line) !== 0) break;
      partial ||= given[line]! < net.lineCap[line]!;
      any ||= given[line]! > 0;
    }
    if (partial && any && to - from > 1) addTie(net, order.subarray(from, to), given, found);
    from = to;
  }
  return found;
}

type Found = { poolOf: Int32Array; pools: number[]; poolNode: number[]; tieOf: number[]; ties: number[][] };

function addTie(net: Network, run: Int32Array, given: Float64Array, found: Found): void {
  const byNode = new Map<number, number>();
  const tie: number[] = [];
  for (const line of run) {
    const node = net.lineNode[line]!;
    let pool = byNode.get(node);
    if (pool === undefined) {
      pool = found.pools.length;
      byNode.set(node, pool);
      tie.push(pool);
      found.pools.push(0);
      found.poolNode.push(node);
      found.tieOf.push(found.ties.length);
    }
    found.poolOf[line] = pool;
    found.pools[pool]! += given[line]!;
  }
  found.ties.push(tie);
}
