import type { Compiled } from '../compile.ts';
import { findPools } from '../flow/pools.ts';
import type { Part } from '../pins.ts';
import { improve } from './improve.ts';
import { type Kept, keepInvoices } from './keep-invoices.ts';
import { pairBounds } from './pair-bound.ts';
import type { Preference } from './preference.ts';
import { Serving } from './serving.ts';
import { EFFORT } from './shared-pools.ts';
import type { Stage } from './stage.ts';
import type { Traces } from './traces.ts';

/** Parts that are decided before documents are served. */
export type Decided = {
  readonly pinned: readonly Part[];
  /** Pinned parts, and those of components that were decided whole. */
  readonly held: readonly Part[];
  /** Draws of the last plan. */
  readonly traces: Traces;
};

/**
 * Aims (e), (c) and (d): the last plan's draws are repeated where they still fit, the rest is served document by
 * document, then improved. Documents that hold draws of the last plan are not improved: nothing forces them to change.
 *
 * @returns a lower bound of the (document, profile) pairs
 */
export function serveDocuments(stage: Stage, { pinned, held, traces }: Decided, patience: number): number {
  const { c, net, order, given } = stage;
  const pooled = findPools(c, net, order, given);
  const preference = preferenceOf(c, held, traces.byLine.size > 0);
  const proof = held === pinned ? preference : preferenceOf(c, pinned, false);
  const bounds = pairBounds(stage, given, pooled.poolOf, proof);
  const proven = isAllExact(stage) ? bounds : pairBounds(stage, givenExactly(stage), pooled.poolOf, proof);
  const serving = new Serving(stage, pooled, preference);
  const inOrder = documentOrder(stage, pooled.poolOf);
  const kept = keepAgain(stage, traces, serving);
  preference.keep(kept);
  serveRest(stage, inOrder, kept, serving);
  const isFrozen = (document: number): boolean => kept.documents[document]! > 0;
  if (!inOrder.every(isFrozen))
    improve(stage, serving, { bounds, isFrozen, patience, shufflePreference: preference.shuffle });
  return proven.reduce((sum, bound) => sum + bound, 0);
}

const isAllExact = ({ units }: Stage): boolean => units.components.every((component) => component.exact);

/**
 * The amounts that every optimum gives. The program's optima may differ on lines of an inexact component: these count
 * as 0 and prove nothing.
 */
const givenExactly = ({ c, units, given }: Stage): Float64Array =>
  given.map((amount, line) =>
    units.components[units.componentOfItem[c.lineItem[line]!]!]?.exact === false ? 0 : amount,
  );

/** Documents that must be served come first, those with the most lines ahead; then those that only share pools, the largest ahead. */
function documentOrder({ c, net, given, linesOfDocument }: Stage, poolOf: Int32Array): Int32Array {
  const fixed = new Int32Array(c.documents);
  const size = new Float64Array(c.documents);
  const live = new Uint8Array(c.documents);
  for (let document = 0; document < c.documents; document++) {
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      const line = linesOfDocument.rows[at]!;
      if (poolOf[line]! < 0 && given[line]! <= 0) continue;
      live[document] = 1;
      if (poolOf[line]! < 0) fixed[document]!++;
      size[document]! += net.lineCap[line]!;
    }
  }
  const order = Int32Array.from({ length: c.documents }, (_, d) => d).filter((d) => live[d] === 1);
  return order.sort((a, b) => fixed[b]! - fixed[a]! || size[b]! - size[a]! || a - b);
}

function keepAgain(stage: Stage, traces: Traces, serving: Serving): Kept {
  const { c, given } = stage;
  if (traces.byLine.size === 0) return { invoices: new Set(), documents: new Uint8Array(c.documents) };
  // A pool's share is open again: the last plan says which lines had it.
  serving.pools.poolOf.forEach((pool, line) => {
    if (pool >= 0) given[line] = 0;
  });
  return keepInvoices(stage, traces, serving);
}

/**
 * Serves the rest that is not drawn again: first documents that hold no draw of the last plan, then whatever fits
 * beside the invoices that are kept whole, at last the remainder, which these must take on.
 */
function serveRest({ routes }: Stage, inOrder: Int32Array, kept: Kept, serving: Serving): void {
  const each = (work: (document: number) => boolean, documents: Int32Array): void => {
    for (const document of documents) {
      routes.begin();
      if (work(document)) routes.keep();
      else routes.undo();
    }
  };
  const whole = (document: number): boolean => {
    serving.serve(document, EFFORT);
    return true;
  };
  const frozen = inOrder.filter((document) => kept.documents[document]! > 0);
  serving.shifting = frozen.length > 0;
  each(
    whole,
    inOrder.filter((document) => kept.documents[document] === 0),
  );
  each(
    (document) => serving.spare(document, EFFORT),
    frozen.filter((document) => kept.documents[document] === 2),
  );
  each(whole, frozen);
  serving.shifting = false;
}

type OwnPreference = Preference & { readonly shuffle: (seed: number) => void; readonly keep: (kept: Kept) => void };

function preferenceOf(c: Compiled, pinned: readonly Part[], looksBack: boolean): OwnPreference {
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
