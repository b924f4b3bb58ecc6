import type { Compiled } from '../compile.ts';
import type { Network } from '../flow/network.ts';
import { toMicro } from '../micro.ts';
import type { Units } from '../units.ts';
import type { Trace } from './serving.ts';

/** The last plan over the arcs of this network. */
export type Traces = {
  readonly byLine: ReadonlyMap<number, readonly Trace[]>;
  /** Invoices of which a part is left out, because its line, its lot or the way between them is gone: they change anyway. */
  readonly broken: ReadonlySet<string>;
};

export function tracesOf(c: Compiled, units: Units, net: Network): Traces {
  const byLine = new Map<number, Trace[]>();
  const broken = new Set<string>();
  const { previous, lines, lots } = c.source;
  if (!previous || previous.length === 0) return { byLine, broken };
  const lineIndex = new Map(lines.map((line, index) => [line.id, index]));
  const lotIndex = new Map(lots.map((lot, index) => [lot.id, index]));
  const pinned = new Set(lines.flatMap((line) => (line.pinned ?? []).map((pin) => `${line.id}/${pin.lot}`)));
  const slack = new Map<number, number>();
  for (const part of previous) {
    if (pinned.has(`${part.line}/${part.lot}`)) continue;
    const line = lineIndex.get(part.line);
    const lot = lotIndex.get(part.lot);
    const quantity = toMicro(part.lineQuantity);
    if (quantity <= 0) continue;
    const node = line === undefined ? -1 : net.lineNode[line]!;
    const arc = node < 0 || lot === undefined ? undefined : arcTo(net, node, lot);
    const own = line === undefined ? undefined : lines[line]!;
    const place = own && lot !== undefined && JSON.stringify([lots[lot]!.profile, own.together ?? own.document]);
    const invoice = part.invoice ?? place;
    if (line === undefined || arc === undefined || !invoice) {
      // A component that is decided whole has no arcs here; its lines change nothing about the rest of an invoice.
      if (invoice && !(line !== undefined && c.lineLeft[line] === 0)) broken.add(invoice);
      continue;
    }
    const { component, item } = net.groups[net.nodeGroup[node]!]!;
    const perMicro = units.itemScale[item]! / units.components[component]!.divisor;
    slack.set(line, (slack.get(line) ?? 0) + Math.ceil(perMicro) - 1);
    const trace = { line, arc, amount: Math.round(quantity * perMicro), invoice };
    const known = byLine.get(line);
    if (known) known.push(trace);
    else byLine.set(line, [trace]);
  }
  // A line that was served whole is served whole again: its last part bears the loss of rounding to millionths.
  for (const [line, own] of byLine) {
    const off = net.lineCap[line]! - own.reduce((sum, { amount }) => sum + amount, 0);
    if (off !== 0 && Math.abs(off) <= slack.get(line)!) own.at(-1)!.amount += off;
  }
  return { byLine, broken };
}

function arcTo(net: Network, node: number, lot: number): number | undefined {
  const { firstNode } = net.groups[net.nodeGroup[node]!]!;
  for (let arc = net.nodeStart[firstNode]!; arc < net.nodeStart[node + 1]!; arc++) {
    if (net.sourceLot[net.arcSource[arc]!] === lot) return arc;
  }
  return undefined;
}
