import { type Day, formatDay } from '../../day.ts';
import { formatVnd, type Vnd } from '../../money.ts';
import { isMeant, ofProfile, referring, targetOf } from '../amis-ledger/invoice-references.ts';
import { correctionOf, type NamedInvoice, plainNumber } from '../amis-ledger/reference-words.ts';
import { type AmisSalesEntry, invoicedOn } from '../books.ts';
import { foldCode } from '../stock-keys.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import type { EntryElsewhere } from './earlier-sales.ts';

/** The part of an adjusting need that AMIS has a document for. */
export type Done = {
  /** Negative like the need's own amount, and no more than it; 0: nothing. */
  readonly amount: Vnd;
  /** The adjusting invoices, in words. */
  readonly by: readonly string[];
  /** The document that has replaced the invoice, in words: a void invoice is not adjusted. */
  readonly replacedBy?: string;
};

export const NOTHING_DONE: Done = { amount: 0, by: [] };

type Invoice = {
  readonly profile: string;
  readonly number: string;
  readonly date: Day | undefined;
  /** Empty: not known. */
  readonly symbol?: string;
};

/** A need for an adjusting invoice: of goods that come back, or of worth alone. */
type Need = {
  readonly invoice: Invoice;
  /** An adjustment of before this day is not of it. */
  readonly from: Day;
  /** The product that comes back; undefined: worth alone is given back. */
  readonly product: string | undefined;
  readonly amount: Vnd;
};

/** Takes what AMIS has adjusted already off a need; nothing of it is taken twice. */
export type Take = (need: Need) => Done;

type Left = { readonly entry: AmisSalesEntry; readonly named: NamedInvoice; left: Vnd };

/**
 * The adjusting documents of AMIS's ledgers, of this period and of others, that lower an invoice which their words name, by number and, as far as they
 * say it, form, symbol and year. A document with a quantity is of goods that came back, of the same product; one without
 * lowers worth alone (a discount, a price). What names no invoice is for a person to see.
 */
export function adjustedInAmis(
  { profiles, adjustedElsewhere = [] }: IssuanceInput,
  plan: Pick<IssuancePlan, 'invoices' | 'ledgerRoles'>,
): Take {
  const known = new Map<string, Left[]>();
  const replacing = new Map<string, { readonly entry: AmisSalesEntry; readonly named: NamedInvoice }[]>();
  const corrections = Map.groupBy(
    plan.ledgerRoles.filter(({ role }) => role === 'correction'),
    ({ profile }) => profile,
  );
  const elsewhere = Map.groupBy(adjustedElsewhere, ({ profile }) => profile);
  for (const { terms, salesLedger: own } of profiles) {
    const { code } = terms;
    const ids = new Set(corrections.get(code)?.map(({ entry }) => entry));
    const others = notOf(own, elsewhere.get(code));
    const books = { terms, salesLedger: [...own, ...others] };
    const isOfProfile = ofProfile(books);
    for (const entry of books.salesLedger) {
      const reference = correctionOf(entry);
      if (reference?.fate !== 'replaced') continue;
      for (const named of reference.invoices) {
        // Words that name the document's own number replace nothing.
        if (!isOfProfile(named) || isMeant(named, targetOf(entry))) continue;
        const key = `${code} ${named.number}`;
        replacing.set(key, [...(replacing.get(key) ?? []), { entry, named }]);
      }
    }
    if (ids.size === 0 && others.length === 0) continue;
    const references = referring(
      books,
      plan.invoices.filter(({ profile }) => profile === code),
    );
    for (const entry of [...own.filter(({ id }) => ids.has(id)), ...others]) {
      if (entry.amount >= 0) continue;
      const reference = correctionOf(entry);
      if (reference?.fate !== 'adjusted') continue;
      for (const named of reference.invoices.filter(isOfProfile)) {
        const left = -references.shareOf(entry, [named]);
        const key = `${code} ${named.number}`;
        const own = known.get(key);
        if (own) own.push({ entry, named, left });
        else known.set(key, [{ entry, named, left }]);
      }
    }
  }
  return ({ invoice, from, product, amount }) => {
    let rest = -amount;
    const by = new Set<string>();
    for (const one of known.get(`${invoice.profile} ${plainNumber(invoice.number)}`) ?? []) {
      const taken = Math.min(rest, one.left);
      if (taken <= 0 || invoicedOn(one.entry) < from || !isMeant(one.named, invoice)) continue;
      if (product === undefined ? one.entry.quantity !== 0n : !isOfGoods(one.entry, product)) continue;
      one.left -= taken;
      rest -= taken;
      by.add(nameOf(one.entry));
    }
    if (by.size > 0) return { amount: amount + rest, by: [...by] };
    const replaced = replacing
      .get(`${invoice.profile} ${plainNumber(invoice.number)}`)
      ?.find(({ named }) => isMeant(named, invoice));
    return replaced ? { ...NOTHING_DONE, replacedBy: nameOf(replaced.entry) } : NOTHING_DONE;
  };
}

/** Ledgers of two periods may share days: a document of this period's own is no other one. */
function notOf(own: readonly AmisSalesEntry[], others: readonly EntryElsewhere[] = []): readonly AmisSalesEntry[] {
  if (others.length === 0) return [];
  const vouchers = new Set(own.map(({ voucherNumber }) => foldCode(voucherNumber)));
  return others.map(({ entry }) => entry).filter(({ voucherNumber }) => !vouchers.has(foldCode(voucherNumber)));
}

const isOfGoods = ({ quantity, product: own }: AmisSalesEntry, product: string): boolean =>
  quantity !== 0n && foldCode(own) === foldCode(product);

const nameOf = (entry: AmisSalesEntry): string =>
  `${entry.invoiceNumber ? `số ${entry.invoiceNumber}` : `chứng từ ${entry.voucherNumber}`} ngày ${formatDay(invoicedOn(entry))}`;

/** The part of a need that AMIS has adjusted, in words; undefined: nothing. */
export function doneWords({ amount: done, by, replacedBy }: Done, amount: Vnd): string | undefined {
  if (by.length === 0)
    return replacedBy && `Hóa đơn này đã bị thay thế (${replacedBy}): không điều chỉnh nó, điều chỉnh hóa đơn thay thế`;
  const documents = by.join(', ');
  return done === amount
    ? `AMIS đã điều chỉnh đủ (${documents}): không lập nữa`
    : `AMIS đã điều chỉnh ${formatVnd(-done)} đồng (${documents}): lập phần còn lại ${formatVnd(done - amount)} đồng`;
}
