import type { Commitments } from './commit.ts';
import type { Compiled } from './compile.ts';
import { EFFORT, serving, type Trace } from './documents.ts';
import { improve } from './improve.ts';
import { parseMicro } from './micro.ts';
import type { Network } from './network.ts';
import { pairBounds } from './pair-bound.ts';
import type { Part } from './pins.ts';
import { findPools } from './pools.ts';
import type { Routing } from './routing.ts';
import type { Taste } from './taste.ts';
import { type Grouping, groupBy, type Units } from './units.ts';

/**
 * Aims (c), (d) and (e): what the last plan did is repeated where it still fits, the rest is served document by
 * document, then improved. A plan that is repeated whole is not improved: unchanged input changes nothing.
 */
export function serveDocuments(
  c: Compiled,
  units: Units,
  net: Network,
  routes: Routing,
  records: Commitments,
  order: Int32Array,
  given: Float64Array,
  caps: Float64Array,
  pinned: readonly Part[],
  patience: number,
): { pairsBound: number } {
  const linesOfDocument = groupBy(c.lineDocument, c.documents, () => true);
  const pooled = findPools(c, net, order, given);
  const taste = tasteOf(c, pinned);
  const boundsOf = (served: Float64Array): Int32Array =>
    pairBounds(c, net, caps, served, pooled.poolOf, linesOfDocument, taste);
  const bounds = boundsOf(given);
  // What a program gives to a line may differ between its optima: such lines prove nothing beyond this one.
  const isExact = (line: number): boolean =>
    units.components[units.componentOfItem[c.lineItem[line]!]!]?.exact !== false;
  const proven = units.components.every((component) => component.exact)
    ? bounds
    : boundsOf(given.map((amount, line) => (isExact(line) ? amount : 0)));
  const serve = serving(c.profiles.length, net, routes, records, linesOfDocument, given, pooled, taste);
  const inOrder = documentOrder(c, net.lineCap, serve.poolOf, given, linesOfDocument);
  const traces = tracesOf(c, units, net);
  const repeated = new Uint8Array(c.documents);
  for (const [document, parts] of traces) {
    routes.begin();
    if (serve.retrace(document, parts, EFFORT)) {
      repeated[document] = 1;
      routes.keep();
    } else routes.undo();
  }
  let changed = false;
  for (const document of inOrder) {
    if (repeated[document] === 1) continue;
    routes.begin();
    if (serve.serve(document, EFFORT) > 0) changed = true;
    routes.keep();
  }
  changed = emptyPools(c, routes, serve, linesOfDocument) || changed;
  if (changed) improve(c, net, routes, records, serve, linesOfDocument, bounds, taste.shuffle, patience);
  return { pairsBound: proven.reduce((sum, bound) => sum + bound, 0) };
}

/** Pools that repeated documents left unspent go to the documents that share them. */
function emptyPools(
  c: Compiled,
  routes: Routing,
  serve: ReturnType<typeof serving>,
  linesOfDocument: Grouping,
): boolean {
  if (!serve.pools.some((left) => left > 0)) return false;
  let changed = false;
  for (let document = 0; document < c.documents; document++) {
    const shares = linesOfDocument
      .of(document)
      .some((line) => serve.poolOf[line]! >= 0 && serve.pools[serve.poolOf[line]!]! > 0);
    if (!shares) continue;
    routes.begin();
    serve.unserve(document);
    serve.serve(document, EFFORT);
    routes.keep();
    changed = true;
  }
  return changed;
}

/** The last plan as arcs of this network, by document; parts of nothing, or whose lot or line is gone, are left out. */
function tracesOf(c: Compiled, units: Units, net: Network): Map<number, Trace[]> {
  const traces = new Map<number, Trace[]>();
  if (!c.source.previous || c.source.previous.length === 0) return traces;
  const lineIndex = new Map(c.source.lines.map((line, index) => [line.id, index]));
  const lotIndex = new Map(c.source.lots.map((lot, index) => [lot.id, index]));
  const pinnedAlready = new Set(
    c.source.lines.flatMap((line) => (line.pinned ?? []).map((pin) => `${line.id}/${pin.lot}`)),
  );
  for (const { line: lineId, lot: lotId, lineQuantity } of c.source.previous) {
    const line = lineIndex.get(lineId);
    const lot = lotIndex.get(lotId);
    if (line === undefined || lot === undefined || net.lineNode[line]! < 0 || pinnedAlready.has(`${lineId}/${lotId}`))
      continue;
    const arc = arcTo(net, net.lineNode[line]!, lot);
    const quantity = parseMicro(lineQuantity);
    if (arc === undefined || quantity <= 0) continue;
    const { component, item } = net.groups[net.nodeGroup[net.lineNode[line]!]!]!;
    const perMicro = units.itemScale[item]! / units.components[component]!.divisor;
    const amount = Math.round(quantity * perMicro);
    const document = c.lineDocument[line]!;
    const list = traces.get(document) ?? [];
    list.push({ line, arc, amount, slack: Math.ceil(perMicro) - 1 });
    traces.set(document, list);
  }
  return new Map([...traces].sort(([a], [b]) => a - b));
}

function arcTo(net: Network, node: number, lot: number): number | undefined {
  const { firstNode } = net.groups[net.nodeGroup[node]!]!;
  for (let arc = net.nodeStart[firstNode]!; arc < net.nodeStart[node + 1]!; arc++) {
    if (net.sourceLot[net.arcSource[arc]!] === lot) return arc;
  }
  return undefined;
}

/** Documents that must be served come first, those with the most lines ahead; then those that only share pools, the largest ahead. */
function documentOrder(
  c: Compiled,
  lineCap: Float64Array,
  poolOf: Int32Array,
  given: Float64Array,
  linesOfDocument: Grouping,
): Int32Array {
  const fixed = new Int32Array(c.documents);
  const size = new Float64Array(c.documents);
  const live = new Uint8Array(c.documents);
  for (let document = 0; document < c.documents; document++) {
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      const line = linesOfDocument.rows[at]!;
      if (poolOf[line]! < 0 && given[line]! <= 0) continue;
      live[document] = 1;
      if (poolOf[line]! < 0) fixed[document]!++;
      size[document]! += lineCap[line]!;
    }
  }
  const order = Int32Array.from({ length: c.documents }, (_, d) => d).filter((d) => live[d] === 1);
  return order.sort((a, b) => fixed[b]! - fixed[a]! || size[b]! - size[a]! || a - b);
}

function tasteOf(c: Compiled, pinned: readonly Part[]): Taste & { shuffle: (seed: number) => void } {
  const liked = new Set<number>();
  if (c.source.previous) {
    const lineIndex = new Map(c.source.lines.map((line, index) => [line.id, index]));
    const profileOfLot = new Map(c.source.lots.map((lot, index) => [lot.id, c.cellProfile[c.lotCell[index]!]!]));
    for (const { line, lot } of c.source.previous) {
      const index = lineIndex.get(line);
      const profile = profileOfLot.get(lot);
      if (index !== undefined && profile !== undefined) liked.add(index * c.profiles.length + profile);
    }
  }
  const open = new Map<number, Set<number>>();
  for (const { line, lot } of pinned) {
    const document = c.lineDocument[line]!;
    const profile = c.cellProfile[c.lotCell[lot]!]!;
    open.set(document, (open.get(document) ?? new Set()).add(profile));
  }
  const none: ReadonlySet<number> = new Set();
  let seed = 0;
  return {
    shuffle: (next) => {
      seed = next;
    },
    pinnedProfiles: (document) => open.get(document) ?? none,
    likes: (line, profile) => (liked.has(line * c.profiles.length + profile) ? 1 : 0),
    isOpen: (document, profile) => open.get(document)?.has(profile) ?? false,
    rank: (profile) => (seed === 0 ? profile : Math.imul(profile + seed, 0x9e3779b1) >>> 0),
  };
}
