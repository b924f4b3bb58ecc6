import type { Network } from './network.ts';

/**
 * A way from a node that needs stock to stock that is free: vertices (the nodes of the network, then its sources), and
 * the way of each step: an arc, `BACK` or `FORTH`.
 */
export type ResidualPath = { readonly vertices: readonly number[]; readonly via: readonly number[] };

/** Step from a node to the one before it (carry grows), and to the one after it (carry shrinks). */
export const BACK = -1;
export const FORTH = -2;

/** Sends what the path can take, at most `wanted`; returns how much. */
export function push(net: Network, { vertices, via }: ResidualPath, wanted: number): number {
  const nodes = net.nodeGroup.length;
  const source = vertices[vertices.length - 1]! - nodes;
  let amount = Math.min(wanted, net.free[source]!);
  for (let at = 0; at < via.length; at++) {
    const vertex = vertices[at]!;
    if (vertex >= nodes) amount = Math.min(amount, net.flow[via[at]!]!);
    else if (via[at] === FORTH) amount = Math.min(amount, net.carry[vertex]!);
  }
  for (let at = 0; at < via.length; at++) {
    const vertex = vertices[at]!;
    const arc = via[at]!;
    if (vertex >= nodes) net.flow[arc]! -= amount;
    else if (arc === BACK) net.carry[vertex - 1]! += amount;
    else if (arc === FORTH) net.carry[vertex]! -= amount;
    else net.flow[arc]! += amount;
  }
  net.free[source]! -= amount;
  return amount;
}
