import { by, compare } from '../../order.ts';
import { compareTaxCodes } from '../../tax-code.ts';
import { plainSymbol } from '../../tax-invoices/identity.ts';
import { upper } from '../../tax-invoices/lookup.ts';
import { plainNumber } from '../amis-ledger/reference-words.ts';
import type { InvoiceStatus } from '../invoice-status.ts';
import type { OurInvoice, TaxSale } from './parties.ts';

/**
 * The certain steps: 1 its symbol and number are on our invoice already; 2 it carries our voucher number or invoice key; 3 the same
 * buyer's tax code, day, total, and quantity and amount of every line, unique both ways.
 */
export type Step = 1 | 2 | 3;

/** A sign that speaks for a pair. The last three are no proof. */
export type Sign = 'number' | 'voucher' | 'content' | 'total_and_day' | 'total_and_buyer' | 'number_alone';

export type Candidate = { readonly id: string; readonly signs: readonly Sign[] };

export type Ladder = {
  readonly settled: readonly { readonly id: string; readonly key: string; readonly step: Step }[];
  /** Tax invoices that a person has to look at, with the invoices of ours that they may be, the likeliest first. */
  readonly reviews: readonly {
    readonly key: string;
    readonly why: 'ambiguous' | 'not_proven' | 'not_exported' | 'likely';
    readonly candidates: readonly Candidate[];
  }[];
};

/** Tells whether a pair of equal buyer, day and total has the same lines. */
export type SameLines = (our: OurInvoice, tax: TaxSale) => boolean;

type Edge = { readonly our: OurInvoice; readonly tax: TaxSale };

const MOST_CANDIDATES = 10;
const LEFT: ReadonlySet<InvoiceStatus> = new Set(['exported', 'issued', 'adjusted']);

/**
 * Which tax invoice is which invoice of ours, among those that are not settled yet. Pure; the order of the lists does not matter. A
 * pair is certain when a step says it and that step says no other pair of either side; what a step says of several is not decided by
 * a later one. So no invoice settles two of ours and none of ours is settled by two, and the rest of a run gives nothing new.
 * Source: docs/decisions/0066-sales-read-back-from-tax-invoices.md.
 */
export function climb(ours: readonly OurInvoice[], taxes: readonly TaxSale[], sameLines: SameLines): Ladder {
  const [own, signed] = [ours.toSorted(by(({ id }) => id)), taxes.toSorted(by(({ key }) => key))];
  const open = new Open(own, signed);
  const settled: { id: string; key: string; step: Step }[] = [];
  const found = new Map<string, Map<string, Set<Sign>>>();
  const note = ({ our, tax }: Edge, sign: Sign): void => {
    const of = found.get(tax.key) ?? new Map<string, Set<Sign>>();
    found.set(tax.key, of.set(our.id, (of.get(our.id) ?? new Set()).add(sign)));
  };
  const steps = [
    [1, 'number', byNumber],
    [2, 'voucher', byVoucher],
    [3, 'content', (all: Open) => contentPairs(all.ours, all.taxes).filter((one) => sameLines(one.our, one.tax))],
  ] as const;
  for (const [step, sign, edgesOf] of steps) {
    const edges = edgesOf(open);
    const [ofOur, ofTax] = [countBy(edges, ({ our }) => our.id), countBy(edges, ({ tax }) => tax.key)];
    for (const edge of edges) {
      const isOnly = ofOur.get(edge.our.id) === 1 && ofTax.get(edge.tax.key) === 1;
      if (isOnly && maySettle(edge, step)) settled.push({ id: edge.our.id, key: edge.tax.key, step });
      else note(edge, sign);
    }
    open.close(edges);
  }
  const done = { ours: new Set(settled.map(({ id }) => id)), taxes: new Set(settled.map(({ key }) => key)) };
  for (const [edge, sign] of weakPairs(own, signed)) note(edge, sign);
  const byId = new Map(own.map((one) => [one.id, one]));
  const reviews = signed.flatMap((tax) => {
    if (done.taxes.has(tax.key)) return [];
    const candidates = [...(found.get(tax.key) ?? [])]
      .filter(([id]) => !done.ours.has(id))
      .map(([id, signs]): Candidate => ({ id, signs: SIGNS.filter((sign) => signs.has(sign)) }))
      .sort((a, b) => rank(a) - rank(b) || compare(a.id, b.id))
      .slice(0, MOST_CANDIDATES);
    return candidates.length === 0 ? [] : [{ key: tax.key, why: whyOf(tax, candidates, byId), candidates }];
  });
  return { settled, reviews };
}

const SIGNS: readonly Sign[] = ['number', 'voucher', 'content', 'total_and_day', 'total_and_buyer', 'number_alone'];
const rank = ({ signs }: Candidate): number => SIGNS.indexOf(signs[0]!);

/** Both sides that no step has said anything of. */
class Open {
  ours: readonly OurInvoice[];
  taxes: readonly TaxSale[];

  constructor(ours: readonly OurInvoice[], taxes: readonly TaxSale[]) {
    this.ours = ours;
    this.taxes = taxes;
  }

  close(edges: readonly Edge[]): void {
    const [ours, taxes] = [new Set(edges.map(({ our }) => our)), new Set(edges.map(({ tax }) => tax))];
    this.ours = this.ours.filter((one) => !ours.has(one));
    this.taxes = this.taxes.filter((one) => !taxes.has(one));
  }
}

/** A draft has not left, so no invoice can be it; a replaced one is known by its number alone. */
const maySettle = ({ our, tax }: Edge, step: Step): boolean =>
  tax.isProven && (LEFT.has(our.status) || (step === 1 && our.status === 'replaced'));

function whyOf(
  tax: TaxSale,
  candidates: readonly Candidate[],
  ours: ReadonlyMap<string, OurInvoice>,
): Ladder['reviews'][number]['why'] {
  const certain = candidates.filter((one) => rank(one) <= SIGNS.indexOf('content'));
  if (certain.length > 1) return 'ambiguous';
  const [only] = certain;
  if (!only) return 'likely';
  if (!tax.isProven) return 'not_proven';
  return ours.get(only.id)?.status === 'draft' ? 'not_exported' : 'ambiguous';
}

const countBy = (edges: readonly Edge[], nameOf: (edge: Edge) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const edge of edges) counts.set(nameOf(edge), (counts.get(nameOf(edge)) ?? 0) + 1);
  return counts;
};

const sameForm = (a: string, b: string): boolean => a === '' || b === '' || a === b;

function byNumber({ ours, taxes }: Open): Edge[] {
  const known = ours.filter(({ number, symbol }) => number !== '' && symbol !== '');
  const named = Map.groupBy(known, ({ number, symbol }) => `${plainSymbol(symbol)} ${plainNumber(number)}`);
  return taxes.flatMap((tax) =>
    (named.get(`${plainSymbol(tax.symbol)} ${plainNumber(tax.number)}`) ?? [])
      .filter(({ form }) => sameForm(form, tax.form))
      .map((our) => ({ our, tax })),
  );
}

/** A correction repeats the tokens of what it corrects, so it is only the invoice that no other names. */
function byVoucher({ ours, taxes }: Open): Edge[] {
  const named = new Map<string, OurInvoice[]>();
  for (const our of ours)
    for (const token of new Set([upper(our.voucherNumber), upper(our.key)]))
      if (/\P{N}/u.test(token)) named.set(token, [...(named.get(token) ?? []), our]);
  const edges = taxes.flatMap((tax) => {
    const found = new Set(tax.tokens.flatMap((token) => named.get(upper(token)) ?? []));
    return [...found].map((our) => ({ our, tax }));
  });
  const plain = new Set(edges.filter(({ tax }) => !tax.isCorrection).map(({ our }) => our));
  return edges.filter(({ our, tax }) => !tax.isCorrection || !plain.has(our));
}

/** Pairs of equal buyer, day and total: the lines of these alone have to be compared. */
export function contentPairs(ours: readonly OurInvoice[], taxes: readonly TaxSale[]): Edge[] {
  const alike = Map.groupBy(
    ours.filter(({ buyerTaxCode }) => buyerTaxCode !== ''),
    ({ date, total }) => `${date} ${total}`,
  );
  return taxes.flatMap((tax) =>
    tax.isCorrection || tax.date === null || tax.total === null
      ? []
      : (alike.get(`${tax.date} ${tax.total}`) ?? [])
          .filter((our) => compareTaxCodes(our.buyerTaxCode, tax.buyerTaxCode) === 'same' && mayCarry(our, tax))
          .map((our) => ({ our, tax })),
  );
}

/** False for an invoice of ours that is known under another number. */
const mayCarry = ({ number }: OurInvoice, tax: TaxSale): boolean =>
  number === '' || plainNumber(number) === plainNumber(tax.number);

/** Pairs that have something in common, which proves nothing. */
function* weakPairs(ours: readonly OurInvoice[], taxes: readonly TaxSale[]): Generator<[Edge, Sign]> {
  const live = ours.filter(({ status }) => LEFT.has(status) || status === 'draft');
  const byDay = Map.groupBy(live, ({ date, total }) => `${date} ${total}`);
  const byBuyer = Map.groupBy(live, ({ buyerTaxCode, total }) => `${buyerTaxCode} ${total}`);
  const numbered = Map.groupBy(
    live.filter(({ number, symbol }) => number !== '' && symbol === ''),
    ({ number, date }) => `${plainNumber(number)} ${date.slice(0, 4)}`,
  );
  for (const tax of taxes) {
    if (tax.isCorrection || tax.isNamedOnly) continue;
    const edges = (found: readonly OurInvoice[] | undefined, sign: Sign): [Edge, Sign][] =>
      (found ?? []).filter((our) => mayCarry(our, tax)).map((our) => [{ our, tax }, sign]);
    if (tax.total !== null) {
      yield* edges(byDay.get(`${tax.date} ${tax.total}`), 'total_and_day');
      if (tax.buyerTaxCode !== '') yield* edges(byBuyer.get(`${tax.buyerTaxCode} ${tax.total}`), 'total_and_buyer');
    }
    yield* edges(numbered.get(`${plainNumber(tax.number)} ${tax.date?.slice(0, 4)}`), 'number_alone');
  }
}
