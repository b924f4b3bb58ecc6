import type { Network } from './network.ts';
import { BACK, FORTH, type ResidualPath } from './residual-path.ts';

/**
 * Looks for the nearest free stock along residual paths, breadth first.
 */
export class ResidualSearch {
  readonly #net: Network;
  readonly #nodes: number;
  readonly #seen: Int32Array;
  readonly #parent: Int32Array;
  readonly #step: Int32Array;
  readonly #queue: Int32Array;
  #end = 0;
  #round = 0;
  /**
   * Vertices that led to no free stock since some was last given back. While stock is only consumed, no path of others
   * passes through such a set, so nothing that happens outside opens it again.
   */
  readonly #dead: Int32Array;
  #epoch = 1;

  constructor(net: Network) {
    const vertices = net.nodeGroup.length + net.free.length;
    this.#net = net;
    this.#nodes = net.nodeGroup.length;
    this.#seen = new Int32Array(vertices);
    this.#parent = new Int32Array(vertices);
    this.#step = new Int32Array(vertices);
    this.#queue = new Int32Array(vertices);
    this.#dead = new Int32Array(vertices);
  }

  /** Stock was given back: unreachable stock may be reachable again. */
  forget(): void {
    this.#epoch++;
  }

  /** The nearest source with free stock, as a vertex, looking along about `limit` arcs; −1 when none is found. */
  find(start: number, limit: number): number {
    if (this.#dead[start] === this.#epoch) return -1;
    this.#round++;
    this.#end = 0;
    this.#visit(start, -1, 0);
    let looks = 0;
    for (let at = 0; at < this.#end && looks < limit; at++) {
      const vertex = this.#queue[at]!;
      if (vertex >= this.#nodes) {
        looks += this.#fromSource(vertex);
        continue;
      }
      const first = this.#net.nodeStart[vertex]!;
      const last = this.#net.nodeStart[vertex + 1]!;
      looks += last - first;
      const found = this.#toSources(vertex, first, last);
      if (found >= 0) return found;
      this.#alongTheGroup(vertex);
    }
    if (looks < limit) for (let at = 0; at < this.#end; at++) this.#dead[this.#queue[at]!] = this.#epoch;
    return -1;
  }

  /** The way of the last search to the vertex that it found. */
  pathTo(found: number): ResidualPath {
    const vertices: number[] = [];
    const via: number[] = [];
    for (let vertex = found; vertex >= 0; vertex = this.#parent[vertex]!) {
      vertices.push(vertex);
      if (this.#parent[vertex]! >= 0) via.push(this.#step[vertex]!);
    }
    return { vertices: vertices.reverse(), via: via.reverse() };
  }

  #visit(vertex: number, from: number, step: number): void {
    this.#seen[vertex] = this.#round;
    this.#parent[vertex] = from;
    this.#step[vertex] = step;
    this.#queue[this.#end++] = vertex;
  }

  #isClosed(vertex: number): boolean {
    return this.#seen[vertex] === this.#round || this.#dead[vertex] === this.#epoch;
  }

  /** The nodes that draw from a source could draw elsewhere instead. @returns how many arcs were looked at. */
  #fromSource(vertex: number): number {
    const net = this.#net;
    const source = vertex - this.#nodes;
    const first = net.sourceStart[source]!;
    const last = net.sourceStart[source + 1]!;
    for (let i = first; i < last; i++) {
      const arc = net.sourceArcs[i]!;
      if (net.flow[arc]! > 0 && !this.#isClosed(net.arcNode[arc]!)) this.#visit(net.arcNode[arc]!, vertex, arc);
    }
    return last - first;
  }

  /** The sources of a node. @returns the first one with free stock, or −1. */
  #toSources(vertex: number, first: number, last: number): number {
    const net = this.#net;
    for (let arc = first; arc < last; arc++) {
      const source = net.arcSource[arc]!;
      if (this.#isClosed(this.#nodes + source)) continue;
      this.#visit(this.#nodes + source, vertex, arc);
      if (net.free[source]! > 0) return this.#nodes + source;
    }
    return -1;
  }

  /** Earlier stock of the group may be handed on, and what is handed on already may stay with the later node's own. */
  #alongTheGroup(vertex: number): void {
    const net = this.#net;
    const isFirst = vertex === 0 || net.nodeGroup[vertex - 1] !== net.nodeGroup[vertex];
    if (!isFirst && this.#seen[vertex - 1] !== this.#round) this.#visit(vertex - 1, vertex, BACK);
    if (net.carry[vertex]! > 0 && this.#seen[vertex + 1] !== this.#round) this.#visit(vertex + 1, vertex, FORTH);
  }
}
