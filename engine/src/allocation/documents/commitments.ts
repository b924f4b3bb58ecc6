import type { Network } from '../flow/network.ts';
import type { Routing } from '../flow/routing.ts';
import { gcd } from '../micro.ts';

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

/** One line that draws over one arc. */
type Draw = { readonly line: number; readonly node: number; readonly arc: number };

/**
 * Decisions line by line: records (line, arc, amount) beside the network's planned flow.
 *
 * Invariant after every call: planned flow plus records is a feasible flow that gives every line what aims (a) and (b)
 * gave it; `commit` only moves a line's share from plan to record, rerouting the plans of others if it must.
 */
export class Commitments {
  readonly #net: Network;
  readonly #routes: Routing;
  readonly #floorDraw: (group: number) => FloorDraw | undefined;
  /** The records of a line as a chain: its first one, and the next one of each. */
  readonly #head: Int32Array;
  readonly #next: number[] = [];
  readonly #arcs: number[] = [];
  readonly #amounts: number[] = [];

  /** @param floorDraw where steps differ within a group; undefined for groups whose flows respect their steps by themselves. */
  constructor(net: Network, routes: Routing, floorDraw: (group: number) => FloorDraw | undefined) {
    this.#net = net;
    this.#routes = routes;
    this.#floorDraw = floorDraw;
    this.#head = new Int32Array(net.lineCap.length).fill(-1);
  }

  /** Draws up to `wanted` of the line's planned share from one profile; returns how much. */
  commit(line: number, profile: number, wanted: number, effort: number): number {
    const net = this.#net;
    const node = net.lineNode[line]!;
    const group = net.nodeGroup[node]!;
    const run = findRun(net, group, profile);
    if (run < 0) return 0;
    const stepped = this.#floorDraw(group);
    let left = wanted;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && left > 0; at++) {
      const arc = net.drawArcs[at]!;
      if (net.arcNode[arc]! <= node) left -= this.#drawDirectly({ line, node, arc }, left, stepped);
    }
    if (effort <= 0 || stepped) return wanted - left;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && left > 0; at++) {
      const arc = net.drawArcs[at]!;
      if (net.arcNode[arc]! <= node) left -= this.#evict({ line, node, arc }, left, effort);
    }
    return wanted - left;
  }

  /** The same from one arc alone, inside a trial. */
  commitArc(line: number, arc: number, wanted: number, effort: number): number {
    const node = this.#net.lineNode[line]!;
    const stepped = this.#floorDraw(this.#net.nodeGroup[node]!);
    const draw = { line, node, arc };
    const drawn = this.#drawDirectly(draw, wanted, stepped);
    const fits = !stepped || stepped(line, arc, wanted) === wanted;
    if (drawn === wanted || effort <= 0 || !fits) return drawn;
    const mark = this.#routes.mark();
    const more = this.#evict(draw, wanted - drawn, effort);
    if (!stepped || stepped(line, arc, more) === more) return drawn + more;
    // Others left as much as no step allows: nothing is taken of it.
    this.#routes.rewind(mark);
    return drawn;
  }

  /** False when the profile has not got this much for the line even if every other plan made room. */
  couldDraw(line: number, profile: number, wanted: number): boolean {
    const net = this.#net;
    const node = net.lineNode[line]!;
    const run = findRun(net, net.nodeGroup[node]!, profile);
    if (run < 0) return false;
    let left = wanted;
    for (let at = net.runStart[run]!; at < net.runStart[run + 1]! && left > 0; at++) {
      const arc = net.runArcs[at]!;
      if (net.arcNode[arc]! <= node) left -= this.#uncommitted(net.arcSource[arc]!);
    }
    return left <= 0;
  }

  /** Turns all records of a line back into planned flow; returns their sum. */
  release(line: number): number {
    let total = 0;
    for (let r = this.#head[line]!; r >= 0; r = this.#next[r]!) {
      const amount = this.#amounts[r]!;
      if (amount === 0) continue;
      this.#routes.restoreArc(this.#net.lineNode[line]!, this.#arcs[r]!, amount);
      this.#routes.set(this.#amounts, r, 0);
      total += amount;
    }
    return total;
  }

  /** The quantity that a line has drawn. */
  held(line: number): number {
    let total = 0;
    for (let r = this.#head[line]!; r >= 0; r = this.#next[r]!) total += this.#amounts[r]!;
    return total;
  }

  /** Visits the records of a line. */
  each(line: number, visit: (arc: number, amount: number) => void): void {
    for (let r = this.#head[line]!; r >= 0; r = this.#next[r]!) {
      if (this.#amounts[r]! > 0) visit(this.#arcs[r]!, this.#amounts[r]!);
    }
  }

  #record(line: number, arc: number, amount: number): void {
    const routes = this.#routes;
    let spare = -1;
    for (let r = this.#head[line]!; r >= 0; r = this.#next[r]!) {
      if (this.#arcs[r] === arc && this.#amounts[r]! > 0) {
        routes.add(this.#amounts, r, amount);
        return;
      }
      if (this.#amounts[r] === 0) spare = r;
    }
    if (spare >= 0) routes.set(this.#arcs, spare, arc);
    else spare = this.#chain(line, arc);
    routes.set(this.#amounts, spare, amount);
  }

  /** A new, empty record. Chains are never undone: after a rewind the record is a spare one. */
  #chain(line: number, arc: number): number {
    const record = this.#arcs.length;
    this.#arcs.push(arc);
    this.#amounts.push(0);
    this.#next.push(this.#head[line]!);
    this.#head[line] = record;
    return record;
  }

  /** Draws from the node's own plan, and from free stock. */
  #drawDirectly({ line, node, arc }: Draw, wanted: number, stepped: FloorDraw | undefined): number {
    const net = this.#net;
    const routes = this.#routes;
    const source = net.arcSource[arc]!;
    const own = routes.ownFlow(node, arc);
    let amount = Math.min(wanted, own + net.free[source]!);
    if (stepped) amount = stepped(line, arc, amount);
    if (amount <= 0) return 0;
    const mine = Math.min(own, amount);
    if (mine > 0) routes.unrouteArc(node, arc, mine);
    if (amount > mine) routes.unroute(node, amount - mine, net.sourceProfile[source]!);
    routes.add(net.free, source, -amount);
    this.#record(line, arc, amount);
    return amount;
  }

  /**
   * Gives up the line's plan and displaces the plans of other nodes from the arc's source, each only as far as it finds
   * stock elsewhere. The plan that the line gave up suffices for the part that it does not get here: it goes back to
   * it.
   */
  #evict({ line, node, arc }: Draw, wanted: number, effort: number): number {
    const net = this.#net;
    const routes = this.#routes;
    const source = net.arcSource[arc]!;
    routes.unroute(node, wanted, net.sourceProfile[source]!);
    // Some of it may have come from this very source.
    let left = wanted - Math.min(wanted, net.free[source]!);
    if (left < wanted) routes.add(net.free, source, left - wanted);
    for (let at = net.sourceStart[source]!; at < net.sourceStart[source + 1]! && left > 0; at++) {
      const victim = net.sourceArcs[at]!;
      const amount = Math.min(left, net.flow[victim]!);
      if (amount <= 0) continue;
      routes.add(net.flow, victim, -amount);
      const moved = routes.route(net.arcNode[victim]!, amount, effort);
      if (moved < amount) routes.add(net.flow, victim, amount - moved);
      left -= moved;
    }
    if (left < wanted) this.#record(line, arc, wanted - left);
    if (left > 0) routes.mustRoute(node, left);
    return wanted - left;
  }

  /** Stock of a source that no line has drawn yet: free, or planned for some line. */
  #uncommitted(source: number): number {
    const net = this.#net;
    let sum = net.free[source]!;
    for (let at = net.sourceStart[source]!; at < net.sourceStart[source + 1]!; at++) {
      sum += net.flow[net.sourceArcs[at]!]!;
    }
    return sum;
  }
}
