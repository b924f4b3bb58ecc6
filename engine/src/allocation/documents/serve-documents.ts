import type { Compiled } from '../compile.ts';
import type { Network } from '../flow/network.ts';
import { findPools } from '../flow/pools.ts';
import type { Routing } from '../flow/routing.ts';
import type { Part } from '../pins.ts';
import { type Grouping, groupBy, type Units } from '../units.ts';
import type { Commitments } from './commit.ts';
import { EFFORT, type Serving, serving } from './documents.ts';
import { improve } from './improve.ts';
import { type Kept, keepInvoices } from './keep-invoices.ts';
import { pairBounds } from './pair-bound.ts';
import type { Taste } from './taste.ts';
import type { Traces } from './traces.ts';

/** What is decided before documents are served. */
export type Decided = {
  readonly pinned: readonly Part[];
  /** Pinned parts, and those of components that were decided whole. */
  readonly held: readonly Part[];
  /** Draws of the last plan. */
  readonly traces: Traces;
};

/**
 * Aims (e), (c) and (d): what the last plan did is repeated where it still fits, the rest is served document by document, then
 * improved. Documents that hold draws of the last plan are not improved: nothing forces them to change.
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
  { pinned, held, traces }: Decided,
  patience: number,
): { pairsBound: number } {
  const linesOfDocument = groupBy(c.lineDocument, c.documents, () => true);
  const pooled = findPools(c, net, order, given);
  const taste = tasteOf(c, held, traces.byLine.size > 0);
  const proof = held === pinned ? taste : tasteOf(c, pinned, false);
  const boundsOf = (served: Float64Array): Int32Array =>
    pairBounds(c, net, caps, served, pooled.poolOf, linesOfDocument, proof);
  const bounds = boundsOf(given);
  // What a program gives to a line may differ between its optima: such lines prove nothing beyond this one.
  const isExact = (line: number): boolean =>
    units.components[units.componentOfItem[c.lineItem[line]!]!]?.exact !== false;
  const proven = units.components.every((component) => component.exact)
    ? bounds
    : boundsOf(given.map((amount, line) => (isExact(line) ? amount : 0)));
  const serve = serving(c.profiles.length, net, routes, records, linesOfDocument, given, pooled, taste);
  const inOrder = documentOrder(c, net.lineCap, serve.poolOf, given, linesOfDocument);
  const kept = keepAgain(c, net, caps, given, traces, serve, routes);
  taste.keep(kept);
  serveRest(inOrder, kept, serve, routes);
  if (inOrder.some((document) => kept.documents[document] === 0))
    improve(
      c,
      net,
      routes,
      records,
      serve,
      linesOfDocument,
      bounds,
      taste.shuffle,
      patience,
      (document) => kept.documents[document]! > 0,
    );
  return { pairsBound: proven.reduce((sum, bound) => sum + bound, 0) };
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

function keepAgain(
  c: Compiled,
  net: Network,
  caps: Float64Array,
  given: Float64Array,
  traces: Traces,
  serve: Serving,
  routes: Routing,
): Kept {
  if (traces.byLine.size === 0) return { invoices: new Set(), documents: new Uint8Array(c.documents) };
  // What a pool gave to its lines is open again: the last plan says who had it.
  serve.poolOf.forEach((pool, line) => {
    if (pool >= 0) given[line] = 0;
  });
  return keepInvoices(c, net, caps, traces, serve, routes);
}

/**
 * Serves what is not drawn again: first what holds no draw of the last plan, then what can be had beside the invoices that are
 * kept whole, at last what these must take on.
 */
function serveRest(inOrder: Int32Array, kept: Kept, serve: Serving, routes: Routing): void {
  const each = (work: (document: number) => boolean, documents: Int32Array): void => {
    for (const document of documents) {
      routes.begin();
      if (work(document)) routes.keep();
      else routes.undo();
    }
  };
  const whole = (document: number): boolean => {
    serve.serve(document, EFFORT);
    return true;
  };
  const frozen = inOrder.filter((document) => kept.documents[document]! > 0);
  serve.shifting = frozen.length > 0;
  each(
    whole,
    inOrder.filter((document) => kept.documents[document] === 0),
  );
  each(
    (document) => serve.spare(document, EFFORT),
    frozen.filter((document) => kept.documents[document] === 2),
  );
  each(whole, frozen);
  serve.shifting = false;
}

type OwnTaste = Taste & { readonly shuffle: (seed: number) => void; readonly keep: (kept: Kept) => void };

function tasteOf(c: Compiled, pinned: readonly Part[], looksBack: boolean): OwnTaste {
  const liked = new Set<number>();
  if (looksBack && c.source.previous) {
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
  let kept: Kept | undefined;
  const keeps = (document: number, profile: number): boolean =>
    kept?.invoices.has(document * c.profiles.length + profile) ?? false;
  return {
    keep: (now) => {
      kept = now;
    },
    keeps,
    shuffle: (next) => {
      seed = next;
    },
    pinnedProfiles: (document) => open.get(document) ?? none,
    likes: (line, profile) => (liked.has(line * c.profiles.length + profile) ? 1 : 0),
    isOpen: (document, profile) => keeps(document, profile) || (open.get(document)?.has(profile) ?? false),
    rank: (profile) => (seed === 0 ? profile : Math.imul(profile + seed, 0x9e3779b1) >>> 0),
  };
}
