import { documentKeyOf, netAmountOf } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { sumVnd, type Vnd } from '../../money.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { ProfileTerms } from '../books.ts';
import { type LawfulDay, lawfulDayOf, lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';

/** A part of a ledger line that has no invoice with a number yet: it waits, or it is on a draft. */
export type OpenPart = {
  readonly line: string;
  readonly document: string;
  readonly sale: LawfulDay;
  /** The day of `sale`. */
  readonly saleDay: Day;
  /** The entity of the draft; of what waits the first one that is declared for its branch. */
  readonly terms: ProfileTerms | undefined;
  readonly product: string | undefined;
  readonly item: string;
  /** Absent: the ledger leaves it blank, and there is no draft that has decided it. */
  readonly rate: VatRate | undefined;
  readonly amount: Vnd;
  /** Key of the draft. */
  readonly invoice?: string;
  readonly isConsumer: boolean;
};

/**
 * The open documents at hand: drafts and what stays without an invoice; before the first plan the whole ledger. Returns
 * are left out, for the rate and the symbol of a return follow the invoice that it corrects.
 */
export function openParts(
  input: IssuanceInput,
  plan: Pick<IssuancePlan, 'invoices' | 'shortages'> | undefined,
): OpenPart[] {
  const { lines, period, profiles } = input;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  const waiting = (id: string, amount: Vnd): OpenPart[] => {
    const line = byId.get(id);
    if (!line) return [];
    const [first] = period.issuers[line.branchCode] ?? [];
    const sale = lawfulDayOf(line, input.invoiceRules);
    return [
      {
        ...{ line: id, document: documentKeyOf(line), sale, saleDay: sale.day, item: line.itemCode },
        ...{ terms: termsOf.get(first ?? ''), product: undefined, rate: line.vatRate, amount, isConsumer: false },
      },
    ];
  };
  if (!plan) return lines.filter(isSold).flatMap((line) => waiting(line.id, netAmountOf(line)));
  const drafted = plan.invoices
    .filter(({ status }) => status === 'draft')
    .flatMap((invoice) => {
      const { key, profile, buyer, items } = invoice;
      const sale = lawfulDayOfInvoice(invoice, input);
      return items.flatMap(({ product, vatRate, allocations }) =>
        allocations.map(({ line, amount }): OpenPart => {
          const own = byId.get(line);
          return {
            ...{ line, document: own ? documentKeyOf(own) : line, sale, saleDay: sale.day, item: own?.itemCode ?? '' },
            ...{ terms: termsOf.get(profile), product, rate: vatRate, amount, invoice: key },
            isConsumer: buyer.source === 'consumer',
          };
        }),
      );
    });
  const short = plan.shortages.filter(({ reason }) => reason !== 'RETURN_UNMATCHED');
  return [...drafted, ...short.flatMap(({ line, amount }) => waiting(line, amount))];
}

const isSold = ({ kind, baseQuantity }: IssuanceInput['lines'][number]): boolean =>
  kind === 'discount' || baseQuantity >= 0n;

/** Distinct ledger lines, Bravo documents and drafts of some parts, and their worth before VAT. */
export type PartSums = {
  readonly lines: number;
  readonly documents: number;
  readonly invoices: number;
  readonly amount: Vnd;
};

export const sumsOf = (parts: readonly OpenPart[]): PartSums => ({
  lines: new Set(parts.map(({ line }) => line)).size,
  documents: new Set(parts.map(({ document }) => document)).size,
  invoices: new Set(parts.flatMap(({ invoice }) => invoice ?? [])).size,
  amount: sumVnd(parts.map(({ amount }) => amount)),
});
