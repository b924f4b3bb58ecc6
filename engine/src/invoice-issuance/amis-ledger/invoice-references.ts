import { foldText } from '../../text/fold.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import type { PlannedInvoice } from '../types.ts';

/** Words without any of these letters tell nothing here; most descriptions of a large ledger are passed over by it. */
const MAY_TELL = /thay|ch[iỉ]|hu|hủ|xo|xó/i;

/** The fate of a row's invoice in the words of the ledger. */
export type InvoiceFate = 'replaced' | 'adjusted' | 'cancelled';

/** Another invoice that a row's own invoice replaces or corrects. */
export type InvoiceReference = {
  readonly fate: 'replaced' | 'adjusted';
  /** Without leading zeros. */
  readonly number: string;
  /** Folded, without the leading number of the form; undefined when the words name none. */
  readonly symbol: string | undefined;
};

const FATES: readonly (readonly [RegExp, InvoiceFate])[] = [
  [/\bbi thay the\b/, 'replaced'],
  [/\bbi dieu chinh\b/, 'adjusted'],
  [/\b(?:(?:da|bi) (?:huy|xoa)|xoa bo|hoa don huy)\b/, 'cancelled'],
];

/**
 * The fate that the words of a row's own invoice tell ("Bị thay thế", "Hóa đơn đã bị điều chỉnh", "Đã hủy"), undefined when they
 * tell none. "Hóa đơn thay thế" and "Hóa đơn điều chỉnh" are fates of *another* invoice.
 */
export function fateOf(words: string): InvoiceFate | undefined {
  if (!MAY_TELL.test(words)) return undefined;
  const folded = foldText(words);
  return FATES.find(([pattern]) => pattern.test(folded))?.[1];
}

const REFERENCE = /(?<!\bbi )\b(thay the|dieu chinh)\b(?: [a-z]+){0,6}? (?:hoa don|hd)\b(.*)$/;
const NUMBER = /(?<!\bmau )\bso (\d{1,8})\b/;
const SYMBOL = /\bky hieu [1-9]? ?([ck]\d{2}[a-z]{3})\b|\b[1-9]([ck]\d{2}[a-z]{3})\b/;

/**
 * The invoice that a row's words say it replaces or adjusts: "Thay thế cho hóa đơn số 00000123", "Điều chỉnh giảm hóa đơn điện
 * tử ký hiệu 1C26TYY, số 123". Undefined where no number is named: nothing is guessed.
 */
export function referenceOf(words: string): InvoiceReference | undefined {
  if (!MAY_TELL.test(words)) return undefined;
  const found = REFERENCE.exec(foldText(words));
  const number = found && NUMBER.exec(found[2]!)?.[1];
  if (!found || !number) return undefined;
  const symbol = SYMBOL.exec(found[2]!);
  return {
    fate: found[1] === 'thay the' ? 'replaced' : 'adjusted',
    number: plainNumber(number),
    symbol: symbol?.[1] ?? symbol?.[2],
  };
}

/**
 * An invoice number in the form in which it is compared: installations of AMIS write it with and without leading zeros.
 */
export const plainNumber = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** The fate that the entries of one voucher tell of it: being replaced says more than being cancelled or adjusted. */
export function fateIn(entries: readonly AmisSalesEntry[]): InvoiceFate | undefined {
  const told = new Set(
    entries.flatMap(({ invoiceState = '', description = '' }) => fateOf(invoiceState) ?? fateOf(description) ?? []),
  );
  return (['replaced', 'cancelled', 'adjusted'] as const).find((fate) => told.has(fate));
}

type References = ReadonlyMap<string, readonly AmisSalesEntry[]>;

type Ledger = {
  readonly terms: Pick<ProfileBooks['terms'], 'invoiceSymbol'>;
  readonly salesLedger: ProfileBooks['salesLedger'];
};

/** The entries that refer to another invoice, by its fate and number. Those that name another symbol than the profile's are left out. */
function referencesOf({ terms, salesLedger }: Ledger): References {
  const symbol = foldText(terms.invoiceSymbol);
  const found = new Map<string, AmisSalesEntry[]>();
  for (const entry of salesLedger) {
    const reference = referenceOf(entry.description ?? '');
    if (!reference || (reference.symbol !== undefined && symbol !== '' && reference.symbol !== symbol)) continue;
    const key = `${reference.fate} ${reference.number}`;
    const same = found.get(key);
    if (same) same.push(entry);
    else found.set(key, [entry]);
  }
  return found;
}

/**
 * The books without the entries that are void: cancelled or replaced by their own words, or replaced by another entry.
 * They prove neither that a sale is invoiced nor that goods have left.
 */
export function withLiveLedger(books: ProfileBooks): ProfileBooks {
  const references = referencesOf(books);
  const salesLedger = books.salesLedger.filter((entry) => {
    const fate = fateIn([entry]);
    if (fate === 'cancelled' || fate === 'replaced') return false;
    return entry.invoiceNumber === '' || !references.has(`replaced ${plainNumber(entry.invoiceNumber)}`);
  });
  return salesLedger.length === books.salesLedger.length ? books : { ...books, salesLedger };
}

/** The entries of a ledger that replace or adjust an invoice, by the number of that invoice. */
export type Referring = {
  /** The entries that do so; of a chain of replacements the last ones. */
  readonly to: (fate: InvoiceReference['fate'], numbers: readonly string[]) => readonly AmisSalesEntry[];
  /** True where a reference names a number that more than one of our invoices carries. */
  readonly isAmbiguous: (numbers: readonly string[]) => boolean;
};

/** Reads the references of the ledger to invoices of ours (`own`). */
export function referring(books: Ledger, own: readonly PlannedInvoice[]): Referring {
  const references = referencesOf(books);
  const owners = references.size > 0 ? ownersOf(books, own) : new Map<string, Set<string>>();
  const to: Referring['to'] = (fate, numbers) => {
    const entries = [...new Set(numbers.flatMap((number) => references.get(`${fate} ${plainNumber(number)}`) ?? []))];
    if (fate === 'adjusted' || entries.length === 0) return entries;
    const seen = new Set(numbers.map(plainNumber));
    const further = entries
      .map((entry) => plainNumber(entry.invoiceNumber))
      .filter((one) => one !== '' && !seen.has(one));
    if (further.length === 0) return entries;
    const later = to(fate, [...seen, ...further]).filter((entry) => !entries.includes(entry));
    return later.length > 0 ? later : entries;
  };
  return {
    to,
    isAmbiguous: (numbers) =>
      numbers
        .map(plainNumber)
        .some(
          (number) =>
            (owners.get(number)?.size ?? 0) > 1 &&
            (references.has(`replaced ${number}`) || references.has(`adjusted ${number}`)),
        ),
  };
}

/** Invoice number → vouchers of ours that carry it, as AMIS says now or said before. */
function ownersOf(books: Ledger, own: readonly PlannedInvoice[]): Map<string, Set<string>> {
  const ours = new Set(own.map((invoice) => invoice.voucherNumber));
  const owners = new Map<string, Set<string>>();
  const put = (number: string, voucher: string): void => {
    if (number === '') return;
    const known = owners.get(plainNumber(number));
    if (known) known.add(voucher);
    else owners.set(plainNumber(number), new Set([voucher]));
  };
  for (const invoice of own) put(invoice.invoiceNumber ?? '', invoice.voucherNumber);
  for (const entry of books.salesLedger)
    if (ours.has(entry.voucherNumber)) put(entry.invoiceNumber, entry.voucherNumber);
  return owners;
}
