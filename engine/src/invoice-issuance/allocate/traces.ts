import type { Compiled } from './compile.ts';
import type { Trace } from './documents.ts';
import { parseMicro } from './micro.ts';
import type { Network } from './network.ts';
import type { Units } from './units.ts';

/** The last plan over the arcs of this network, by line; parts of nothing, or whose lot or line is gone, are left out. */
export type Traces = ReadonlyMap<number, readonly Trace[]>;

export function tracesOf(c: Compiled, units: Units, net: Network): Traces {
  const traces = new Map<number, Trace[]>();
  const { previous, lines, lots } = c.source;
  if (!previous || previous.length === 0) return traces;
  const lineIndex = new Map(lines.map((line, index) => [line.id, index]));
  const lotIndex = new Map(lots.map((lot, index) => [lot.id, index]));
  const pinned = new Set(lines.flatMap((line) => (line.pinned ?? []).map((pin) => `${line.id}/${pin.lot}`)));
  const slack = new Map<number, number>();
  for (const { line: lineId, lot: lotId, lineQuantity } of previous) {
    const line = lineIndex.get(lineId);
    const lot = lotIndex.get(lotId);
    if (line === undefined || lot === undefined || net.lineNode[line]! < 0 || pinned.has(`${lineId}/${lotId}`))
      continue;
    const arc = arcTo(net, net.lineNode[line]!, lot);
    const quantity = parseMicro(lineQuantity);
    if (arc === undefined || quantity <= 0) continue;
    const { component, item } = net.groups[net.nodeGroup[net.lineNode[line]!]!]!;
    const perMicro = units.itemScale[item]! / units.components[component]!.divisor;
    const amount = Math.round(quantity * perMicro);
    slack.set(line, (slack.get(line) ?? 0) + Math.ceil(perMicro) - 1);
    const own = traces.get(line);
    if (own) own.push({ line, arc, amount });
    else traces.set(line, [{ line, arc, amount }]);
  }
  // A line that was served whole is served whole again: its last part bears what writing it in millionths rounded away.
  for (const [line, own] of traces) {
    const off = net.lineCap[line]! - own.reduce((sum, { amount }) => sum + amount, 0);
    if (off !== 0 && Math.abs(off) <= slack.get(line)!) own.at(-1)!.amount += off;
  }
  return traces;
}

function arcTo(net: Network, node: number, lot: number): number | undefined {
  const { firstNode } = net.groups[net.nodeGroup[node]!]!;
  for (let arc = net.nodeStart[firstNode]!; arc < net.nodeStart[node + 1]!; arc++) {
    if (net.sourceLot[net.arcSource[arc]!] === lot) return arc;
  }
  return undefined;
}
