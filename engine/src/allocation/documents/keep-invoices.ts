import type { Network } from '../flow/network.ts';
import type { Serving, Trace } from './serving.ts';
import type { Stage } from './stage.ts';
import type { Traces } from './traces.ts';

/** Arcs looked along per path by which others make room: far more than where no invoice depends on it. */
const EFFORT = 100_000;

/** The part of the last plan that is drawn again. */
export type Kept = {
  /** Invoices, as document × number of profiles + profile, that are drawn again whole. */
  readonly invoices: ReadonlySet<number>;
  /** 1 for documents that hold some draw of the last plan, 2 for those that hold a whole invoice of it. */
  readonly documents: Uint8Array;
};

type Invoice = { readonly parts: Trace[]; readonly isWhole: boolean; share: number };

/**
 * Aim (e), before documents are served in any other way: the invoices of the last plan are drawn again one after another, each
 * if (a) and (b) can still be had beside it and all those before. What is left of the others' draws follows one by one.
 *
 * Every invoice that is passed over cannot be kept beside those that are: the set cannot grow. Those that hold small shares
 * of their lots come first, so that what must give way is rather one invoice that holds much than several that hold little.
 */
export function keepInvoices({ c, net, caps, routes }: Stage, traces: Traces, serving: Serving): Kept {
  const kept = { invoices: new Set<number>(), documents: new Uint8Array(c.documents) };
  const broken: Trace[] = [];
  for (const { parts, isWhole } of invoicesOf(net, caps, traces)) {
    routes.begin();
    if (isWhole && serving.keep(parts, EFFORT, true)) {
      routes.keep();
      for (const { line, arc } of parts) {
        const document = c.lineDocument[line]!;
        kept.invoices.add(document * c.profiles.length + net.sourceProfile[net.arcSource[arc]!]!);
        kept.documents[document] = 2;
      }
    } else {
      routes.undo();
      broken.push(...parts);
    }
  }
  for (const part of broken) {
    routes.begin();
    const before = serving.held(part.line);
    serving.keep([part], EFFORT, false);
    routes.keep();
    const document = c.lineDocument[part.line]!;
    if (serving.held(part.line) > before) kept.documents[document] = Math.max(1, kept.documents[document]!);
  }
  return kept;
}

/** The invoices of the last plan, those with the smallest shares of their lots ahead. */
function invoicesOf(net: Network, caps: Float64Array, { byLine, broken }: Traces): Invoice[] {
  const invoices = new Map<string, Invoice>();
  for (const [, parts] of [...byLine].sort(([a], [b]) => a - b)) {
    for (const part of parts) {
      const share = part.amount / caps[net.arcSource[part.arc]!]!;
      const known = invoices.get(part.invoice);
      if (!known) invoices.set(part.invoice, { parts: [part], share, isWhole: !broken.has(part.invoice) });
      else {
        known.parts.push(part);
        known.share = Math.max(known.share, share);
      }
    }
  }
  return [...invoices.values()].sort((a, b) => a.share - b.share);
}
