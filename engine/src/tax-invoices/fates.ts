import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import { by } from '../order.ts';
import { groupsOf } from './fate/circles.ts';
import { type FateReason, fateSentence } from './fate/fate-words.ts';
import type { RelationKind } from './tax-invoice.ts';
import type { TaxInvoiceState } from './tax-list.ts';

/** An invoice as its fate needs it: of its XML, of the newest list, or of both. */
export type FateNode = {
  /** `invoiceKeyOf`; each comes once. */
  readonly key: string;
  readonly sellerTaxCode: string;
  readonly date: Day | null;
  /** In đồng; null where the invoice does not say it. */
  readonly total: Vnd | null;
  /** The invoices that its XML names; `key` null: a list on paper (`list` is its number), or an incomplete name. */
  readonly relation: readonly FateRelation[];
  /** Of the newest list that has it. */
  readonly state: TaxInvoiceState | null;
  readonly hasXml: boolean;
};

export type FateRelation = {
  readonly relation: RelationKind;
  readonly key: string | null;
  readonly list?: string | undefined;
};

export type FateCorrection = { readonly relation: 'replaces' | 'adjusts'; readonly key: string };

export type FateReview = {
  readonly reason: FateReason;
  /** The other invoice that it is about. */
  readonly key: string | null;
  /** A Vietnamese sentence with the values and the remedy. */
  readonly message: string;
};

export type Fate = {
  /** False: replaced or cancelled. An adjusted one counts, and so does what adjusts it: their signed sum is the truth. */
  readonly counts: boolean;
  readonly correctedBy: readonly FateCorrection[];
  /** Also those that are not in hand. */
  readonly corrects: readonly FateCorrection[];
  /** `YYYY-MM` of the original of an adjustment, of the invoice itself for any other; null without a day. */
  readonly originMonth: string | null;
  /** That which a person must look at; empty for most. */
  readonly review: readonly FateReview[];
};

type Draft = {
  correctedBy: FateCorrection[];
  corrects: FateCorrection[];
  originMonth: string | null;
  review: FateReview[];
};

/**
 * The fates of invoices that are known together. A relation is believed when it names an invoice of the same seller and is on no circle:
 * another firm's file never takes an invoice out of the count. Where nothing is certain the invoice counts and a person is asked.
 * Source: NĐ 123/2020 Điều 19 as amended; TTHDLQuan of the national format has the newer invoice name the older one alone.
 */
export function fatesOf(invoices: readonly FateNode[]): ReadonlyMap<string, Fate> {
  const nodes = new Map(invoices.map((node) => [node.key, node]));
  const drafts = new Map<string, Draft>(
    invoices.map(({ key }) => [key, { correctedBy: [], corrects: [], originMonth: null, review: [] }]),
  );
  const ask = (node: string, reason: FateReason, other: string | null, said?: string): void => {
    const { review } = drafts.get(node)!;
    if (!review.some((one) => one.reason === reason && one.key === other))
      review.push({ reason, key: other, message: fateSentence(reason, other, said) });
  };
  const groups = groupsOf(nodes.keys(), (key) => namedBy(nodes.get(key)!).filter((other) => nodes.has(other)));
  const circleOf = new Map(groups.flatMap((group, at) => group.map((key) => [key, at] as const)));
  for (const node of invoices) connect(node, { nodes, drafts, circleOf, ask });
  // Invoices come in no promised order.
  for (const { correctedBy } of drafts.values()) correctedBy.sort(by(({ key }) => key));
  // Originals come before what adjusts them.
  for (const key of groups.flat()) drafts.get(key)!.originMonth = monthOf(nodes.get(key)!, drafts);
  const counts = (key: string): boolean => isCounted(nodes.get(key)!, drafts.get(key)!);
  for (const node of invoices) look(node, { nodes, drafts, ask, counts });
  return new Map(invoices.map(({ key }) => [key, { counts: counts(key), ...drafts.get(key)! }]));
}

type Ask = (node: string, reason: FateReason, other: string | null, said?: string) => void;
type Known = { readonly nodes: ReadonlyMap<string, FateNode>; readonly drafts: ReadonlyMap<string, Draft> };

const sure = (relation: RelationKind): relation is FateCorrection['relation'] => relation !== 'unknown';

const namedBy = (node: FateNode): string[] =>
  node.relation.flatMap(({ relation, key }) => (key !== null && sure(relation) ? [key] : []));

/** Seller of a key, also of an invoice that is not in hand. */
const sellerOf = (key: string, nodes: ReadonlyMap<string, FateNode>): string =>
  nodes.get(key)?.sellerTaxCode ?? key.slice(0, Math.max(0, key.indexOf('|')));

/** Writes the believed relations of one invoice to both ends, and asks about the others. */
function connect(
  node: FateNode,
  { nodes, drafts, circleOf, ask }: Known & { readonly circleOf: ReadonlyMap<string, number>; readonly ask: Ask },
): void {
  const own = drafts.get(node.key)!;
  for (const { relation, key: other, list } of node.relation) {
    if (other === null) ask(node.key, list ? 'LIST_ON_PAPER' : 'RELATED_UNCLEAR', null, list);
    else if (!sure(relation)) ask(node.key, 'RELATED_UNCLEAR', other);
    else if (sellerOf(other, nodes) !== node.sellerTaxCode) {
      ask(node.key, 'OTHER_SELLER', other);
      if (nodes.has(other)) ask(other, 'NAMED_BY_OTHER_SELLER', node.key);
    } else if (nodes.has(other) && circleOf.get(other) === circleOf.get(node.key)) {
      ask(node.key, 'CIRCLE', other);
      ask(other, 'CIRCLE', node.key);
    } else if (!own.corrects.some((one) => one.key === other && one.relation === relation)) {
      own.corrects.push({ relation, key: other });
      drafts.get(other)?.correctedBy.push({ relation, key: node.key });
      if (!nodes.has(other)) ask(node.key, 'RELATED_MISSING', other);
    }
  }
}

/** Month of ageing: the earliest of the originals that an adjustment names. */
function monthOf(node: FateNode, drafts: Known['drafts']): string | null {
  const months = drafts
    .get(node.key)!
    .corrects.flatMap(({ relation, key }) => (relation === 'adjusts' ? (drafts.get(key)?.originMonth ?? []) : []));
  return months.toSorted()[0] ?? node.date?.slice(0, 7) ?? null;
}

const VOID: ReadonlySet<TaxInvoiceState> = new Set(['replaced', 'cancelled']);

const isCounted = ({ state }: FateNode, { correctedBy }: Draft): boolean =>
  !(state !== null && VOID.has(state)) && !correctedBy.some(({ relation }) => relation === 'replaces');

/** Asks about what does not fit together. */
function look(
  node: FateNode,
  { nodes, drafts, ask, counts }: Known & { readonly ask: Ask; readonly counts: (key: string) => boolean },
): void {
  const { correctedBy, corrects } = drafts.get(node.key)!;
  const replacers = correctedBy.filter(({ relation }) => relation === 'replaces');
  if (replacers.length > 1)
    for (const { key } of replacers) {
      ask(node.key, 'TWO_REPLACEMENTS', key);
      ask(key, 'SHARES_ORIGINAL', node.key);
    }
  for (const { relation, key } of corrects) {
    const original = nodes.get(key);
    if (relation !== 'adjusts' || original === undefined) continue;
    if (!counts(key)) ask(node.key, 'ADJUSTS_VOID', key);
    if (isNewValue(node.total, original.total)) ask(node.key, 'AS_LARGE_AS_ORIGINAL', key);
  }
  compareWithList(node, drafts.get(node.key)!, ask);
}

/** A difference is smaller than the amount that it corrects; one that takes all of it back is a difference too. */
const isNewValue = (difference: Vnd | null, original: Vnd | null): boolean =>
  difference !== null &&
  original !== null &&
  original !== 0 &&
  Math.abs(difference) >= Math.abs(original) &&
  difference !== -original;

function compareWithList({ key, state, hasXml, relation }: FateNode, { correctedBy }: Draft, ask: Ask): void {
  if (state === null) return;
  const first = (kind: FateCorrection['relation']): FateCorrection | undefined =>
    correctedBy.find((one) => one.relation === kind);
  const [replacer, adjuster] = [first('replaces'), first('adjusts')];
  if ((state === 'replaced' || state === 'cancelled') && !replacer) ask(key, 'LISTED_UNSEEN', null, state);
  if (state === 'adjusted' && !adjuster) ask(key, 'LISTED_UNSEEN', null, state);
  if (replacer && !VOID.has(state)) ask(key, 'SEEN_UNLISTED', replacer.key, 'replaced');
  else if (adjuster && !VOID.has(state) && state !== 'adjusted') ask(key, 'SEEN_UNLISTED', adjuster.key, 'adjusted');
  if (state !== 'replacing' && state !== 'adjusting') return;
  const kind = state === 'replacing' ? 'replaces' : 'adjusts';
  if (!hasXml) ask(key, 'CORRECTS_UNKNOWN', null, state);
  else if (!relation.some((one) => one.relation === kind)) ask(key, 'XML_SAYS_OTHERWISE', null, state);
}
