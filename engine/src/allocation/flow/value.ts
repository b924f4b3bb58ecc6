import type { Compiled } from '../compile.ts';
import { compareRatios } from '../micro.ts';
import type { Network } from './network.ts';
import { BACK, FORTH, push, type ResidualPath } from './residual-path.ts';

/** A label no path has: the node can reach no free stock, now or later. */
const DEAD = 0x3fffffff;

/**
 * Aims (a) and (b): the most amount over priority 1, then over all.
 *
 * Within a component of consistent factors the vectors of the amounts that lines receive form a polymatroid (the flows
 * out of a network with capacities on its sources), and a line's value per unit does not depend on which lot serves it.
 * A polymatroid is maximised, lexicographically too, by serving the lines in order of value, each as far as an
 * augmenting path exists. Distances to free stock never shrink while stock is only consumed, so labels found once stay
 * lower bounds, and a node that finds no path is dead for good: near-linear work in all.
 *
 * @returns the amount that each line receives, in its component's unit; the network's `flow`, `carry` and `free` hold
 * the routes.
 */
export function maximiseValue(net: Network, order: Int32Array, last?: LastDraws): Float64Array {
  const given = new Float64Array(net.lineCap.length);
  const search = searcher(net);
  for (const line of order) {
    const node = net.lineNode[line]!;
    const cap = net.lineCap[line]!;
    if (node < 0 || cap <= 0) continue;
    const again = last ? drawAgain(net, node, cap, last.get(line) ?? []) : 0;
    given[line] = again + search(node, cap - again);
  }
  return given;
}

/** By line, its draws over each arc in the last plan. */
export type LastDraws = ReadonlyMap<number, readonly { readonly arc: number; readonly amount: number }[]>;

/**
 * Sends the same stock the same way, as far as it is free. Any augmenting path will do for the optimum; this one leaves the
 * flow near the last plan, so that little must be moved to repeat it.
 */
function drawAgain(
  net: Network,
  node: number,
  wanted: number,
  draws: readonly { readonly arc: number; readonly amount: number }[],
): number {
  let left = wanted;
  for (const { arc, amount } of draws) {
    const source = net.arcSource[arc]!;
    const sent = Math.min(left, amount, net.free[source]!);
    if (sent <= 0) continue;
    net.free[source]! -= sent;
    net.flow[arc]! += sent;
    for (let j = net.arcNode[arc]!; j < node; j++) net.carry[j]! += sent;
    left -= sent;
  }
  return wanted - left;
}

/** Lines that may receive something, component by component, in the greedy order: priority, value per unit, day, size. */
export function valueOrder(c: Compiled, net: Network, linesOfComponent: readonly Int32Array[]): Int32Array {
  const parts = linesOfComponent.map((members) =>
    members
      .filter((l) => net.lineNode[l]! >= 0 && net.lineCap[l]! > 0)
      .sort(
        (a, b) =>
          c.linePriority[a]! - c.linePriority[b]! ||
          compareValue(c, net, b, a) ||
          c.lineDay[a]! - c.lineDay[b]! ||
          net.lineCap[b]! - net.lineCap[a]! ||
          a - b,
      ),
  );
  const order = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    order.set(part, at);
    at += part.length;
  }
  return order;
}

/** Value per unit of line a against line b of the same component. */
export function compareValue(c: Compiled, net: Network, a: number, b: number): number {
  return compareRatios(c.lineAmount[a]!, net.lineFull[a]!, c.lineAmount[b]!, net.lineFull[b]!);
}

/** Augments towards one node at a time along shortest residual paths; returns how much could be routed. */
function searcher(net: Network): (node: number, wanted: number) => number {
  const nodes = net.nodeGroup.length;
  // Vertices: nodes first, then sources. A source with free stock is at distance 0.
  const label = new Int32Array(nodes + net.free.length);
  label.fill(1, 0, nodes);
  // Beyond this label a full search decides between dead and the exact distance; the next one is at twice the distance.
  const checkAt = new Int32Array(label.length).fill(40);
  const path: number[] = [];
  const via: number[] = [];
  const way: ResidualPath = { vertices: path, via };

  /** The residual steps out of a vertex that needs a unit; `visit` returns true to stop. */
  const eachStep = (vertex: number, visit: (to: number, arc: number) => boolean): boolean => {
    if (vertex >= nodes) {
      const source = vertex - nodes;
      for (let at = net.sourceStart[source]!; at < net.sourceStart[source + 1]!; at++) {
        const arc = net.sourceArcs[at]!;
        if (net.flow[arc]! > 0 && visit(net.arcNode[arc]!, arc)) return true;
      }
      return false;
    }
    for (let arc = net.nodeStart[vertex]!; arc < net.nodeStart[vertex + 1]!; arc++) {
      if (visit(nodes + net.arcSource[arc]!, arc)) return true;
    }
    const group = net.nodeGroup[vertex]!;
    if (vertex > 0 && net.nodeGroup[vertex - 1] === group && visit(vertex - 1, BACK)) return true;
    return net.carry[vertex]! > 0 && visit(vertex + 1, FORTH);
  };

  const findPath = (start: number): boolean => {
    path.length = 0;
    via.length = 0;
    path.push(start);
    while (path.length > 0) {
      const vertex = path[path.length - 1]!;
      if (vertex >= nodes && net.free[vertex - nodes]! > 0) return true;
      const here = label[vertex]!;
      if (here >= DEAD) {
        if (path.length === 1) return false;
        path.pop();
        via.pop();
        continue;
      }
      let nearest = DEAD;
      const advanced = eachStep(vertex, (to, arc) => {
        const there = to >= nodes && net.free[to - nodes]! > 0 ? 0 : label[to]!;
        if (there < here) {
          path.push(to);
          via.push(arc);
          return true;
        }
        if (there < nearest) nearest = there;
        return false;
      });
      if (advanced) continue;
      label[vertex] = Math.max(here, nearest + 1);
      if (nearest >= DEAD) label[vertex] = DEAD;
      else if (label[vertex]! > checkAt[vertex]!) relabelFrom(vertex);
      if (path.length > 1) {
        path.pop();
        via.pop();
      }
    }
    return false;
  };

  const seen = new Int32Array(nodes + net.free.length);
  let round = 0;
  /** Plain search over everything reachable: dead if no free stock is among it, else the exact distance. */
  const relabelFrom = (start: number): void => {
    round++;
    const queue = [start];
    const distance = [0];
    seen[start] = round;
    for (let at = 0; at < queue.length; at++) {
      const vertex = queue[at]!;
      if (vertex >= nodes && net.free[vertex - nodes]! > 0) {
        label[start] = Math.max(label[start]!, distance[at]!);
        checkAt[start] = 2 * label[start]!;
        return;
      }
      eachStep(vertex, (to) => {
        if (seen[to] !== round && label[to]! < DEAD) {
          seen[to] = round;
          queue.push(to);
          distance.push(distance[at]! + 1);
        }
        return false;
      });
    }
    for (const vertex of queue) label[vertex] = DEAD;
  };

  return (node, wanted) => {
    let left = wanted;
    while (left > 0 && label[node]! < DEAD && findPath(node)) left -= push(net, way, left);
    return wanted - left;
  };
}
