import type { Network } from '../flow/network.ts';
import type { Routing } from '../flow/routing.ts';
import { gcd } from '../micro.ts';

/**
 * What has been decided line by line: records (line, arc, amount) beside the network's planned flow.
 *
 * Invariant after every call: planned flow plus records is a feasible flow that gives every line what aims (a) and (b)
 * gave it; `commit` only moves a line's share from plan to record, rerouting the plans of others if it must.
 */
export type Commitments = {
  /** Draws up to `wanted` of the line's planned share from one profile; returns how much. */
  readonly commit: (line: number, profile: number, wanted: number, effort: number) => number;
  /** The same from one arc alone, inside a trial. */
  readonly commitArc: (line: number, arc: number, wanted: number, effort: number) => number;
  /** False when the profile has not got this much for the line even if every other plan made room. */
  readonly couldDraw: (line: number, profile: number, wanted: number) => boolean;
  /** Turns all records of a line back into planned flow; returns their sum. */
  readonly release: (line: number) => number;
  /** What a line has drawn. */
  readonly held: (line: number) => number;
  /** Visits the records of a line. */
  readonly each: (line: number, visit: (arc: number, amount: number) => void) => void;
  /** Adds an amount outside the plan: the caller has taken it from the arc's source. */
  readonly record: (line: number, arc: number, amount: number) => void;
};

/** The largest part of an amount that the steps of both sides allow on this arc; the amount itself when nothing is stepped. */
export type FloorDraw = (line: number, arc: number, amount: number) => number;

/** Least common multiple of two steps, 0 meaning none. */
export function commonStep(a: number, b: number): number {
  if (a === 0 || b === 0) return a || b;
  return (a / gcd(a, b)) * b;
}

/** The run of a profile inside a group, or −1. */
export function findRun(net: Network, group: number, profile: number): number {
  let low = net.groupRunStart[group]!;
  let high = net.groupRunStart[group + 1]! - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = net.runProfile[middle]!;
    if (here === profile) return middle;
    if (here < profile) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** @param floorDraw where steps differ within a group; undefined for groups whose flows respect their steps by themselves. */
export function commitments(
  net: Network,
  routes: Routing,
  floorDraw: (group: number) => FloorDraw | undefined,
): Commitments {
  const head = new Int32Array(net.lineCap.length).fill(-1);
  const next: number[] = [];
  const arcs: number[] = [];
  const amounts: number[] = [];

  const record = (line: number, arc: number, amount: number): void => {
    let spare = -1;
    for (let r = head[line]!; r >= 0; r = next[r]!) {
      if (arcs[r] === arc && amounts[r]! > 0) {
        routes.set(amounts, r, amounts[r]! + amount);
        return;
      }
      if (amounts[r] === 0) spare = r;
    }
    if (spare < 0) {
      // Links are never undone: a record of nothing is a spare one.
      spare = arcs.length;
      arcs.push(arc);
      amounts.push(0);
      next.push(head[line]!);
      head[line] = spare;
    } else routes.set(arcs, spare, arc);
    routes.set(amounts, spare, amount);
  };
  /** Moves `amount` from the node's plan to a record on the arc; the arc's source has that much free after unrouting. */
  const take = (line: number, node: number, arc: number, amount: number, own: number): void => {
    const source = net.arcSource[arc]!;
    const mine = Math.min(own, amount);
    if (mine > 0) routes.unrouteArc(node, arc, mine);
    if (amount > mine) routes.unroute(node, amount - mine, net.sourceProfile[source]!);
    routes.set(net.free, source, net.free[source]! - amount);
    record(line, arc, amount);
  };
  /**
   * Gives up the line's plan and displaces the plans of other nodes from the arc's source, each only as far as it finds
   * stock elsewhere. What the line gave up is enough for what it does not get here: it goes back to it.
   */
  const evict = (line: number, node: number, arc: number, wanted: number, effort: number): number => {
    const source = net.arcSource[arc]!;
    routes.unroute(node, wanted, net.sourceProfile[source]!);
    // Some of it may have come from this very source.
    let left = wanted - Math.min(wanted, net.free[source]!);
    if (left < wanted) routes.set(net.free, source, net.free[source]! - (wanted - left));
    for (let at = net.sourceStart[source]!; at < net.sourceStart[source + 1]! && left > 0; at++) {
      const victim = net.sourceArcs[at]!;
      const amount = Math.min(left, net.flow[victim]!);
      if (amount <= 0) continue;
      routes.set(net.flow, victim, net.flow[victim]! - amount);
      const moved = routes.route(net.arcNode[victim]!, amount, effort);
      if (moved < amount) routes.set(net.flow, victim, net.flow[victim]! + amount - moved);
      left -= moved;
    }
    if (left < wanted) record(line, arc, wanted - left);
    if (left > 0) mustRoute(node, left);
    return wanted - left;
  };
  /** What nobody has drawn of a source yet: free, or planned for somebody. */
  const uncommitted = (source: number): number => {
    let sum = net.free[source]!;
    for (let at = net.sourceStart[source]!; at < net.sourceStart[source + 1]!; at++)
      sum += net.flow[net.sourceArcs[at]!]!;
    return sum;
  };
  const couldDraw = (line: number, profile: number, wanted: number): boolean => {
    const node = net.lineNode[line]!;
    const run = findRun(net, net.nodeGroup[node]!, profile);
    if (run < 0) return false;
    let left = wanted;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && left > 0; at++) {
      const arc = net.runArcs[at]!;
      if (net.arcNode[arc]! <= node) left -= uncommitted(net.arcSource[arc]!);
    }
    return left <= 0;
  };
  const mustRoute = (node: number, amount: number): void => {
    if (routes.route(node, amount, Number.POSITIVE_INFINITY) < amount) {
      throw new Error('A plan that was feasible could not be restored.');
    }
  };

  /** Draws what is the node's own plan or free. */
  const drawDirectly = (
    line: number,
    node: number,
    arc: number,
    wanted: number,
    stepped: FloorDraw | undefined,
  ): number => {
    const own = routes.ownFlow(node, arc);
    let amount = Math.min(wanted, own + net.free[net.arcSource[arc]!]!);
    if (stepped) amount = stepped(line, arc, amount);
    if (amount <= 0) return 0;
    take(line, node, arc, amount, own);
    return amount;
  };

  return {
    record,
    couldDraw,
    commitArc: (line, arc, wanted, effort) => {
      const node = net.lineNode[line]!;
      const stepped = floorDraw(net.nodeGroup[node]!);
      const drawn = drawDirectly(line, node, arc, wanted, stepped);
      const fits = !stepped || stepped(line, arc, wanted) === wanted;
      if (drawn === wanted || effort <= 0 || !fits) return drawn;
      const mark = routes.mark();
      const more = evict(line, node, arc, wanted - drawn, effort);
      if (!stepped || stepped(line, arc, more) === more) return drawn + more;
      // Others left as much as no step allows: nothing is taken of it.
      routes.rewind(mark);
      return drawn;
    },
    commit: (line, profile, wanted, effort) => {
      const node = net.lineNode[line]!;
      const group = net.nodeGroup[node]!;
      const run = findRun(net, group, profile);
      if (run < 0) return 0;
      const stepped = floorDraw(group);
      let left = wanted;
      for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && left > 0; at++) {
        const arc = net.drawArcs[at]!;
        if (net.arcNode[arc]! <= node) left -= drawDirectly(line, node, arc, left, stepped);
      }
      if (effort > 0 && !stepped) {
        for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && left > 0; at++) {
          const arc = net.drawArcs[at]!;
          if (net.arcNode[arc]! <= node) left -= evict(line, node, arc, left, effort);
        }
      }
      return wanted - left;
    },
    release: (line) => {
      let total = 0;
      for (let r = head[line]!; r >= 0; r = next[r]!) {
        const amount = amounts[r]!;
        if (amount === 0) continue;
        routes.restoreArc(net.lineNode[line]!, arcs[r]!, amount);
        routes.set(amounts, r, 0);
        total += amount;
      }
      return total;
    },
    held: (line) => {
      let total = 0;
      for (let r = head[line]!; r >= 0; r = next[r]!) total += amounts[r]!;
      return total;
    },
    each: (line, visit) => {
      for (let r = head[line]!; r >= 0; r = next[r]!) if (amounts[r]! > 0) visit(arcs[r]!, amounts[r]!);
    },
  };
}
