import { Journal } from './journal.ts';
import type { Network } from './network.ts';
import { BACK, FORTH, push, type ResidualPath } from './residual-path.ts';
import { ResidualSearch } from './residual-search.ts';

/** Moves planned supply of a network; every change is journalled, so that a trial can be undone exactly. */
export class Routing extends Journal {
  readonly #net: Network;
  readonly #search: ResidualSearch;

  constructor(net: Network) {
    super();
    this.#net = net;
    this.#search = new ResidualSearch(net);
  }

  override rewind(mark: number): void {
    this.#search.forget();
    super.rewind(mark);
  }

  /** Takes `amount` of planned supply away from a node, returning it to free stock; other profiles than `avoid` first. */
  unroute(node: number, amount: number, avoid: number): void {
    let left = amount - this.#unroutePass(node, amount, avoid);
    if (left > 0) left -= this.#unroutePass(node, left, -1);
    if (left !== 0) throw new Error('A node was asked to give back more than it receives.');
  }

  /** The share of a node's planned supply that comes over this arc. */
  ownFlow(node: number, arc: number): number {
    const net = this.#net;
    let own = net.flow[arc]!;
    for (let j = net.arcNode[arc]!; j < node && own > 0; j++) own = Math.min(own, net.carry[j]!);
    return own;
  }

  /** Takes planned supply of one arc away from the node, returning it to the arc's source. */
  unrouteArc(node: number, arc: number, amount: number): void {
    this.restoreArc(node, arc, -amount);
    this.add(this.#net.free, this.#net.arcSource[arc]!, amount);
  }

  /** Plans `amount` of committed stock back onto an arc, for a node at or after it. */
  restoreArc(node: number, arc: number, amount: number): void {
    const net = this.#net;
    this.#search.forget();
    this.add(net.flow, arc, amount);
    for (let j = net.arcNode[arc]!; j < node; j++) this.add(net.carry, j, amount);
  }

  /** Plans new supply for a node along residual paths, looking along about `limit` arcs per path; returns how much. */
  route(node: number, amount: number, limit: number): number {
    let left = amount;
    while (left > 0) {
      const found = this.#search.find(node, limit);
      if (found < 0) break;
      const path = this.#search.pathTo(found);
      this.#notePath(path);
      left -= push(this.#net, path, left);
    }
    return amount - left;
  }

  /** The same for supply that is known to be there. @throws when it is not: a plan that was feasible has been damaged. */
  mustRoute(node: number, amount: number): void {
    if (this.route(node, amount, Number.POSITIVE_INFINITY) < amount) {
      throw new Error('A plan that was feasible could not be restored.');
    }
  }

  #unroutePass(node: number, amount: number, avoid: number): number {
    const net = this.#net;
    let limit = amount;
    let done = 0;
    for (let at = node; ; at--) {
      for (let arc = net.nodeStart[at]!; arc < net.nodeStart[at + 1]! && limit > 0; arc++) {
        const here = Math.min(net.flow[arc]!, limit);
        if (here <= 0 || net.sourceProfile[net.arcSource[arc]!] === avoid) continue;
        this.unrouteArc(node, arc, here);
        limit -= here;
        done += here;
      }
      if (at === 0 || net.nodeGroup[at - 1] !== net.nodeGroup[at]) return done;
      limit = Math.min(limit, net.carry[at - 1]!);
      if (limit <= 0) return done;
    }
  }

  /** Journals everything on a path before it changes. */
  #notePath({ vertices, via }: ResidualPath): void {
    const net = this.#net;
    const nodes = net.nodeGroup.length;
    via.forEach((arc, at) => {
      const vertex = vertices[at]!;
      if (vertex < nodes && arc === BACK) this.note(net.carry, vertex - 1);
      else if (vertex < nodes && arc === FORTH) this.note(net.carry, vertex);
      else this.note(net.flow, arc);
    });
    this.note(net.free, vertices.at(-1)! - nodes);
  }
}
