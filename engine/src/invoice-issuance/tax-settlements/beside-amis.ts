import { type Day, formatDay } from '../../day.ts';
import { formatVnd, type Vnd } from '../../money.ts';
import { plainSymbol } from '../../tax-invoices/identity.ts';
import { plainNumber } from '../amis-ledger/reference-words.ts';
import type { InvoiceStatus } from '../invoice-status.ts';

/** The word of the signed tax invoices on an invoice of ours. */
export type TaxWord = {
  readonly number: string;
  readonly symbol: string;
  readonly date: Day | null;
  readonly beforeVat: Vnd | null;
  /** By the invoices that name it; none may be in the room. */
  readonly fate: 'issued' | 'replaced' | 'adjusted';
  /** Number of the last one that does so; '' for `issued`. */
  readonly by: string;
};

/** The word of the AMIS sales ledger on it. */
export type AmisWord = {
  /** '' while AMIS has given none. */
  readonly number: string;
  /** The symbol that AMIS's ledger has, or else that the profile issues in; empty: not known. */
  readonly symbol: string;
  readonly date: Day | null;
  readonly beforeVat: Vnd;
  readonly fate: Exclude<InvoiceStatus, 'draft'>;
};

export const DISAGREEMENT_FIELDS = ['number', 'symbol', 'date', 'amount', 'fate'] as const;

/** A thing that both say, and say differently, each in words. */
export type Disagreement = {
  readonly field: (typeof DISAGREEMENT_FIELDS)[number];
  readonly tax: string;
  readonly amis: string;
  /** A sentence: the reason for which it is not settled by itself. Absent where that is plain. */
  readonly note?: string;
};

/** A person's decision, and the disagreements that it was about. */
export type SideDecision = { readonly side: 'tax' | 'amis'; readonly on: readonly Disagreement[] };

const FATES: Readonly<Record<AmisWord['fate'], string>> = {
  exported: 'chưa có số',
  issued: 'đang dùng',
  adjusted: 'bị điều chỉnh',
  replaced: 'bị thay thế',
  cancelled: 'đã hủy',
};

export function disagreementsOf(tax: TaxWord, amis: AmisWord | null): Disagreement[] {
  if (amis === null) return [];
  const found: Disagreement[] = [];
  const tell = (field: Disagreement['field'], one: string, other: string) =>
    found.push({ field, tax: one, amis: other });
  if (amis.number !== '' && plainNumber(amis.number) !== plainNumber(tax.number))
    tell('number', tax.number, amis.number);
  if (amis.symbol !== '' && plainSymbol(amis.symbol) !== plainSymbol(tax.symbol))
    tell('symbol', tax.symbol, amis.symbol);
  if (amis.date !== null && tax.date !== null && amis.date !== tax.date)
    tell('date', formatDay(tax.date), formatDay(amis.date));
  // Of one that was adjusted the ledger has the sum of all of its vouchers.
  const isPlain = tax.fate === 'issued' && (amis.fate === 'issued' || amis.fate === 'exported');
  if (isPlain && tax.beforeVat !== null && tax.beforeVat !== amis.beforeVat)
    tell('amount', formatVnd(tax.beforeVat), formatVnd(amis.beforeVat));
  if (differInFate(tax, amis))
    tell('fate', tax.by === '' ? FATES[tax.fate] : `${FATES[tax.fate]} bởi số ${tax.by}`, FATES[amis.fate]);
  return found;
}

/** That no newer invoice is in the room says nothing: only where the tax side knows of one, or AMIS has cancelled, both speak. */
const differInFate = (tax: TaxWord, { fate }: AmisWord): boolean =>
  tax.fate === 'issued' ? fate === 'cancelled' : fate !== tax.fate && fate !== 'exported';

/** True when the decision was about exactly what differs now: another value opens the question again. */
export const isDecided = (decision: SideDecision | null, now: readonly Disagreement[]): decision is SideDecision =>
  decision !== null && textOf(decision.on) === textOf(now);

const textOf = (all: readonly Disagreement[]): string =>
  JSON.stringify(all.map(({ field, tax, amis }) => [field, tax, amis]));

/** The facts that an invoice of ours carries. */
export type Facts = {
  readonly status: InvoiceStatus;
  readonly number: string | null;
  readonly symbol: string | null;
  readonly date: Day | null;
};

/**
 * The facts of a settled invoice. Where both sides say the same, or one of them is silent, that is it. Where they differ, what it
 * carries stays until a person decides, and then it is what the chosen side says. An invoice is `replaced`, or `cancelled`, only by
 * the AMIS ledger (its sales and stock go elsewhere by a plan, which reads that ledger), so the status here never becomes one of these.
 */
export function factsOf(now: Facts, tax: TaxWord, amis: AmisWord | null, decision: SideDecision | null): Facts {
  const differing = disagreementsOf(tax, amis);
  const side = isDecided(decision, differing) ? decision.side : undefined;
  const pick = <Value>(field: Disagreement['field'], kept: Value | null, ofTax: Value | null, ofAmis: Value | null) => {
    const differs = differing.some((one) => one.field === field);
    if (!differs) return ofTax ?? ofAmis ?? kept;
    return (side === undefined ? kept : side === 'tax' ? ofTax : ofAmis) ?? ofTax;
  };
  return {
    status: statusOf(now.status, tax, amis, { differs: differing.some(({ field }) => field === 'fate'), side }),
    number: spelling(now.number, pick('number', now.number, writtenAs(tax.number, amis), amis?.number || null)),
    symbol: pick('symbol', now.symbol, tax.symbol, amis?.symbol || null),
    date: pick('date', now.date, tax.date, amis?.date ?? null),
  };
}

/** A number that differs in its zeros alone stays as it is written. */
const spelling = (kept: string | null, chosen: string | null): string | null =>
  kept !== null && chosen !== null && plainNumber(kept) === plainNumber(chosen) ? kept : chosen;

/** AMIS's spelling of one number, with its zeros, comes first. */
const writtenAs = (number: string, amis: AmisWord | null): string =>
  amis !== null && plainNumber(amis.number) === plainNumber(number) ? amis.number : number;

type Question = { readonly differs: boolean; readonly side: SideDecision['side'] | undefined };

function statusOf(now: InvoiceStatus, tax: TaxWord, amis: AmisWord | null, { differs, side }: Question): InvoiceStatus {
  if (now === 'draft' || now === 'replaced' || now === 'cancelled') return now;
  const issued = now === 'exported' ? 'issued' : now;
  if (amis === null) return tax.fate === 'adjusted' ? 'adjusted' : issued;
  if (!differs) {
    if (amis.fate === 'adjusted' || tax.fate === 'adjusted') return 'adjusted';
    return issued === 'adjusted' ? 'issued' : issued;
  }
  if (side === undefined || tax.fate !== 'adjusted') return issued;
  return side === 'tax' ? 'adjusted' : 'issued';
}
