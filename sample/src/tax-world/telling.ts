import type { TaxInvoiceState, TaxProcessing } from '@khop/engine/tax-invoices/tax-list.ts';
import type { KindOfDifference } from '@khop/engine/three-sides/kinds.ts';
import type { AmisProduct } from '../model.ts';
import { type Deal, factsOf, type TaxFacts, type Voucher } from './deal.ts';
import type { Hand } from './seller-hand.ts';

/** Agreements that look like differences. */
export type NearMiss = 'OTHER_NAME' | 'NO_ZEROS' | 'SPLIT';

export type Plant = KindOfDifference | NearMiss;

/** One file of an invoice. `office`: the tax authority alone; the others sign before it, where it gives a code. */
export type ToldFile = { readonly facts: TaxFacts; readonly signer: 'seller' | 'other' | 'office' | 'none' };

export type ToldRow = {
  readonly facts: TaxFacts;
  readonly state: TaxInvoiceState;
  readonly processing: TaxProcessing;
  /** False: the portal shows the total alone. */
  readonly hasParts: boolean;
};

/** One invoice as the tax authority's side tells it: its files, and its row of the portal's list. */
export type ToldInvoice = { readonly files: readonly ToldFile[]; readonly row: ToldRow | undefined };

/** The two sides of one deal after something was planted in it, or in agreement. */
export type Told = {
  readonly deal: Deal | undefined;
  readonly plant: Plant | undefined;
  readonly invoices: readonly ToldInvoice[];
  /** Its vouchers in the ledger: one, or several. */
  readonly vouchers: readonly Voucher[];
};

const PROCESSING = {
  coded: 'coded',
  uncoded: 'received_without_code',
  register: 'received_from_register',
} as const satisfies Record<Deal['channel'], TaxProcessing>;

/** Cash registers do not sign; some files come before the tax authority has. */
const signerOfRegister = ({ number }: TaxFacts): ToldFile['signer'] => (Number(number) % 4 === 0 ? 'office' : 'none');

const fileOf = (facts: TaxFacts): ToldFile => ({
  facts,
  signer: facts.channel === 'register' ? signerOfRegister(facts) : 'seller',
});

const rowOf = (facts: TaxFacts): ToldRow => ({
  facts,
  state: facts.original === undefined ? 'new' : 'replacing',
  processing: PROCESSING[facts.channel],
  hasParts: true,
});

/** An invoice with one good file and its row of the list. */
const invoiceOf = (facts: TaxFacts): ToldInvoice => ({ files: [fileOf(facts)], row: rowOf(facts) });

/** The material that a difference may need. */
export type Ground = {
  /** Place of the difference among all planted ones, from 0. */
  readonly at: number;
  /** Another product of the same profile and unit in the seller's hand, as much of it as the first line has; if there is one. */
  readonly other: (Hand & { readonly product: AmisProduct }) | undefined;
  readonly foreignTaxCode: string;
};

/** The telling of a deal on which all sides agree. */
export const agreed = (deal: Deal): Told => told(deal, undefined, factsOf(deal));

const told = (deal: Deal, plant: Plant | undefined, facts: TaxFacts, change: Partial<Told> = {}): Told => ({
  ...{ deal, plant },
  invoices: [invoiceOf(facts)],
  vouchers: [deal.voucher],
  ...change,
});

export const toldWith = {
  /** The tax authority's side says other facts than the books. */
  facts: (deal: Deal, plant: Plant, change: Partial<TaxFacts>): Told =>
    told(deal, plant, { ...factsOf(deal), ...change }),
  /** The books say something else. */
  vouchers: (deal: Deal, plant: Plant, vouchers: readonly Voucher[]): Told =>
    told(deal, plant, factsOf(deal), { vouchers }),
  /** The row of the list says something else, or is absent. */
  row: (deal: Deal, plant: Plant, change: Partial<ToldRow> | null, facts = factsOf(deal)): Told =>
    told(deal, plant, facts, {
      invoices: [{ files: [fileOf(facts)], row: change === null ? undefined : { ...rowOf(facts), ...change } }],
    }),
  /** The files say something else, or are absent. */
  files: (deal: Deal, plant: Plant, files: readonly Partial<ToldFile>[]): Told =>
    told(deal, plant, factsOf(deal), {
      invoices: [{ files: files.map((file) => ({ ...fileOf(factsOf(deal)), ...file })), row: rowOf(factsOf(deal)) }],
    }),
  /** No invoice at all, or one more. */
  invoices: (deal: Deal, plant: Plant, all: readonly TaxFacts[]): Told =>
    told(deal, plant, factsOf(deal), { invoices: all.map(invoiceOf) }),
};
