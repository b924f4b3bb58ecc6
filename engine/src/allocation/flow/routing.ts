import type { Network } from './network.ts';
import { BACK, FORTH, push } from './value.ts';

export type Column = Float64Array | number[];

/** The changeable columns of a solution, with a journal so that a trial can be undone exactly. */
export type Routing = {
  /** Starts recording changes. */
  readonly begin: () => void;
  /** A point inside a trial, and the way back to it. */
  readonly mark: () => number;
  readonly rewind: (mark: number) => void;
  /** Keeps everything since `begin`. */
  readonly keep: () => void;
  /** Restores everything since `begin`. */
  readonly undo: () => void;
  readonly set: (column: Column, index: number, value: number) => void;
  /** Takes `amount` of planned supply away from a node, returning it to free stock; other profiles than `avoid` first. */
  readonly unroute: (node: number, amount: number, avoid: number) => void;
  /** How much of what a node is planned to receive comes over this arc. */
  readonly ownFlow: (node: number, arc: number) => number;
  /** Takes planned supply of one arc away from the node, returning it to the arc's source. */
  readonly unrouteArc: (node: number, arc: number, amount: number) => void;
  /** Plans `amount` of committed stock back onto an arc, for a node at or after it. */
  readonly restoreArc: (node: number, arc: number, amount: number) => void;
  /** Plans new supply for a node along residual paths, looking along about `limit` arcs per path; returns how much. */
  readonly route: (node: number, amount: number, limit: number) => number;
};

export function routing(net: Network): Routing {
  const nodes = net.nodeGroup.length;
  const columns: Column[] = [];
  const indices: number[] = [];
  const values: number[] = [];
  let recording = false;
  /** Raised whenever stock is given back: what was found unreachable may be reachable again. */
  let epoch = 1;

  const note = (column: Column, index: number): void => {
    if (!recording) return;
    columns.push(column);
    indices.push(index);
    values.push(column[index]!);
  };
  const set = (column: Column, index: number, value: number): void => {
    note(column, index);
    column[index] = value;
  };
  const add = (column: Column, index: number, delta: number): void => set(column, index, column[index]! + delta);
  const close = (): void => {
    recording = false;
    columns.length = 0;
    indices.length = 0;
    values.length = 0;
  };

  const rewind = (mark: number): void => {
    epoch++;
    for (let at = values.length - 1; at >= mark; at--) columns[at]![indices[at]!] = values[at]!;
    columns.length = mark;
    indices.length = mark;
    values.length = mark;
  };

  const moveArc = (node: number, arc: number, amount: number): void => {
    epoch++;
    add(net.flow, arc, amount);
    for (let j = net.arcNode[arc]!; j < node; j++) add(net.carry, j, amount);
  };
  const unrouteArc = (node: number, arc: number, amount: number): void => {
    moveArc(node, arc, -amount);
    add(net.free, net.arcSource[arc]!, amount);
  };

  const unroutePass = (node: number, amount: number, avoid: number): number => {
    let limit = amount;
    let done = 0;
    for (let at = node; ; at--) {
      for (let arc = net.nodeStart[at]!; arc < net.nodeStart[at + 1]! && limit > 0; arc++) {
        const here = Math.min(net.flow[arc]!, limit);
        if (here <= 0 || net.sourceProfile[net.arcSource[arc]!] === avoid) continue;
        unrouteArc(node, arc, here);
        limit -= here;
        done += here;
      }
      if (at === 0 || net.nodeGroup[at - 1] !== net.nodeGroup[at]) return done;
      limit = Math.min(limit, net.carry[at - 1]!);
      if (limit <= 0) return done;
    }
  };

  const seen = new Int32Array(nodes + net.free.length);
  const parent = new Int32Array(nodes + net.free.length);
  const step = new Int32Array(nodes + net.free.length);
  const queue = new Int32Array(nodes + net.free.length);
  /**
   * Vertices that led to no free stock since some was last given back. While stock is only consumed, no path of others
   * passes through such a set, so nothing that happens outside opens it again.
   */
  const dead = new Int32Array(nodes + net.free.length);
  let round = 0;
  /** The nearest source with free stock, looking along at most `limit` arcs; −1 when none is found. */
  const findFree = (start: number, limit: number): number => {
    if (dead[start] === epoch) return -1;
    round++;
    seen[start] = round;
    parent[start] = -1;
    queue[0] = start;
    let end = 1;
    let looks = 0;
    for (let at = 0; at < end && looks < limit; at++) {
      const vertex = queue[at]!;
      if (vertex >= nodes) {
        const source = vertex - nodes;
        const last = net.sourceStart[source + 1]!;
        looks += last - net.sourceStart[source]!;
        for (let i = net.sourceStart[source]!; i < last; i++) {
          const arc = net.sourceArcs[i]!;
          if (net.flow[arc]! <= 0) continue;
          const to = net.arcNode[arc]!;
          if (seen[to] === round || dead[to] === epoch) continue;
          seen[to] = round;
          parent[to] = vertex;
          step[to] = arc;
          queue[end++] = to;
        }
        continue;
      }
      const last = net.nodeStart[vertex + 1]!;
      looks += last - net.nodeStart[vertex]!;
      for (let arc = net.nodeStart[vertex]!; arc < last; arc++) {
        const source = net.arcSource[arc]!;
        const to = nodes + source;
        if (seen[to] === round || dead[to] === epoch) continue;
        seen[to] = round;
        parent[to] = vertex;
        step[to] = arc;
        if (net.free[source]! > 0) return to;
        queue[end++] = to;
      }
      if (vertex > 0 && net.nodeGroup[vertex - 1] === net.nodeGroup[vertex] && seen[vertex - 1] !== round) {
        seen[vertex - 1] = round;
        parent[vertex - 1] = vertex;
        step[vertex - 1] = BACK;
        queue[end++] = vertex - 1;
      }
      if (net.carry[vertex]! > 0 && seen[vertex + 1] !== round) {
        seen[vertex + 1] = round;
        parent[vertex + 1] = vertex;
        step[vertex + 1] = FORTH;
        queue[end++] = vertex + 1;
      }
    }
    if (looks < limit) for (let at = 0; at < end; at++) dead[queue[at]!] = epoch;
    return -1;
  };

  /** Journals everything on a path before it changes. */
  const touch = (path: readonly number[], via: readonly number[]): void => {
    via.forEach((arc, at) => {
      const vertex = path[at]!;
      if (vertex < nodes && arc === BACK) note(net.carry, vertex - 1);
      else if (vertex < nodes && arc === FORTH) note(net.carry, vertex);
      else note(net.flow, arc);
    });
    note(net.free, path[path.length - 1]! - nodes);
  };

  return {
    begin: () => {
      recording = true;
    },
    mark: () => values.length,
    rewind,
    keep: close,
    undo: () => {
      rewind(0);
      close();
    },
    set,
    unroute: (node, amount, avoid) => {
      let left = amount - unroutePass(node, amount, avoid);
      if (left > 0) left -= unroutePass(node, left, -1);
      if (left !== 0) throw new Error('A node was asked to give back more than it receives.');
    },
    ownFlow: (node, arc) => {
      let own = net.flow[arc]!;
      for (let j = net.arcNode[arc]!; j < node && own > 0; j++) own = Math.min(own, net.carry[j]!);
      return own;
    },
    unrouteArc,
    restoreArc: moveArc,
    route: (node, amount, limit) => {
      let left = amount;
      while (left > 0) {
        const end = findFree(node, limit);
        if (end < 0) break;
        const path: number[] = [];
        const via: number[] = [];
        for (let vertex = end; vertex >= 0; vertex = parent[vertex]!) {
          path.push(vertex);
          if (parent[vertex]! >= 0) via.push(step[vertex]!);
        }
        path.reverse();
        via.reverse();
        touch(path, via);
        left -= push(net, nodes, path, via, left);
      }
      return amount - left;
    },
  };
}
