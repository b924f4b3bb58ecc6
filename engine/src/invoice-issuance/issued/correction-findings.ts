import { type Day, formatDay, yearOf } from '../../day.ts';
import { formatVnd, sumVnd, type Vnd } from '../../money.ts';
import { compare } from '../../order.ts';
import { isMeant, ofProfile, targetOf } from '../amis-ledger/invoice-references.ts';
import { bareSymbol, isSameSeries } from '../amis-ledger/last-issued.ts';
import { correctionOf, type InvoiceReference, type NamedInvoice, plainNumber } from '../amis-ledger/reference-words.ts';
import { type AmisSalesEntry, invoicedOn, type ProfileBooks } from '../books.ts';
import type { Finding } from '../findings/finding.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import { symbolYear } from '../rules/dates.ts';
import type { IssuanceInput } from '../types.ts';

/** One voucher of the ledger that replaces or adjusts invoices. */
type Correction = {
  readonly entry: AmisSalesEntry;
  readonly reference: InvoiceReference;
  /** Without leading zeros; '' as long as AMIS has given none. */
  readonly number: string;
  readonly date: Day;
  readonly amount: Vnd;
};

/** The corrections of a ledger, its invoices by number, and the symbol of its profile. */
type Corrected = {
  readonly corrections: readonly Correction[];
  readonly symbol: string;
  readonly issued: ReadonlyMap<string, readonly AmisSalesEntry[]>;
};

type Told = { readonly entry: AmisSalesEntry; readonly detail: string };

const CHECKS: readonly {
  readonly code: string;
  readonly what: string;
  readonly remedy: string;
  readonly find: (corrected: Corrected) => Told[];
}[] = [
  {
    code: 'CORRECTION_METHOD',
    what: 'chứng từ xử lý hóa đơn khác hình thức lần đầu',
    remedy:
      'Đã điều chỉnh thì lần sau chỉ điều chỉnh, đã thay thế thì chỉ thay thế (TT 91/2026/TT-BTC Điều 10 khoản 6a): lập lại ở AMIS theo hình thức lần đầu. Trả lại hàng, chiết khấu (khoản 5) thì hóa đơn điều chỉnh là đúng.',
    find: otherMethods,
  },
  {
    code: 'CORRECTION_MIXED',
    what: 'chứng từ xử lý chung hóa đơn của nhiều tháng hay nhiều khách',
    remedy:
      'Một hóa đơn điều chỉnh hoặc thay thế chỉ gộp được hóa đơn của cùng người mua trong cùng tháng, kèm bảng kê 01/BK-ĐCTT (TT 91/2026/TT-BTC Điều 10 khoản 1b): tách theo tháng, theo khách.',
    find: mixed,
  },
  {
    code: 'CORRECTION_SIGN',
    what: 'hóa đơn điều chỉnh ghi ngược dấu',
    remedy:
      'Điều chỉnh tăng ghi số dương, điều chỉnh giảm ghi số âm (TT 91/2026/TT-BTC Điều 10 khoản 6c): kiểm tra chứng từ ở AMIS.',
    find: wrongSigns,
  },
  {
    code: 'CORRECTION_UNREAD',
    what: 'hóa đơn xử lý theo bảng kê mà không ghi số hóa đơn nào',
    remedy:
      'Ghi số các hóa đơn của bảng kê vào Diễn giải ở AMIS, ví dụ «điều chỉnh cho các hóa đơn số 12, 13, 14», rồi nạp lại sổ: Khớp chưa biết hóa đơn nào được xử lý.',
    find: ({ corrections }) =>
      corrections
        .filter(({ reference }) => reference.invoices.length === 0)
        .map(({ entry, reference }) => ({
          ...{ entry, detail: `Chứng từ «${entry.voucherNumber}» chỉ ghi bảng kê số «${reference.list!.number}».` },
        })),
  },
  {
    code: 'CORRECTION_DATE',
    what: 'chứng từ ghi sai ngày của hóa đơn được xử lý',
    remedy:
      'Hóa đơn điều chỉnh, thay thế phải ghi đúng mẫu số, ký hiệu, số, ngày của hóa đơn đã lập (TT 91/2026/TT-BTC Điều 10 khoản 1b): kiểm tra ở AMIS.',
    find: otherDates,
  },
];

/**
 * The replacing and adjusting invoices of the AMIS sales ledgers against the law of corrections, as far as the ledger tells.
 * One finding per profile and fault, one record per voucher. Source: TT 91/2026/TT-BTC Điều 10 k1b, k6.
 */
export const correctionFindings = ({ profiles }: Pick<IssuanceInput, 'profiles'>): Finding[] =>
  profiles.flatMap((books) => {
    const profile = books.terms.code;
    const corrected = correctedIn(books);
    if (corrected.corrections.length === 0) return [];
    return CHECKS.flatMap(({ code, what, remedy, find }): Finding[] => {
      const told = find(corrected);
      const [first] = told;
      if (!first) return [];
      const about = told.map(({ entry, detail }): RecordRef => ({ kind: 'entry', id: entry.id, profile, detail }));
      const message = `«${profile}»: ${told.length} ${what}. Ví dụ: ${first.detail}`;
      return [{ code, severity: 'warn', message, remedy, count: told.length, profile, about }];
    });
  });

function correctedIn(books: ProfileBooks): Corrected {
  const { salesLedger, terms } = books;
  const isOfProfile = ofProfile(books);
  const byVoucher = new Map<string, { entries: AmisSalesEntry[]; reference: InvoiceReference }>();
  for (const entry of salesLedger) {
    const reference = correctionOf(entry);
    if (!reference) continue;
    const own = { ...reference, invoices: reference.invoices.filter((one) => isOfProfile(one)) };
    if (own.invoices.length === 0 && reference.invoices.length > 0) continue;
    const key = [entry.voucherNumber, own.fate, ...own.invoices.map(({ number }) => number)].join(' ');
    const same = byVoucher.get(key);
    if (same) same.entries.push(entry);
    else byVoucher.set(key, { entries: [entry], reference: own });
  }
  const corrections = [...byVoucher.values()].map(({ entries, reference }): Correction => {
    const [entry] = entries as [AmisSalesEntry, ...AmisSalesEntry[]];
    const date = invoicedOn(entry);
    const amount = sumVnd(entries.map((one) => one.amount));
    return { entry, reference, number: plainNumber(entry.invoiceNumber), date, amount };
  });
  const numbered = corrections.length === 0 ? [] : salesLedger.filter(({ invoiceNumber }) => invoiceNumber !== '');
  const issued = Map.groupBy(numbered, ({ invoiceNumber }) => plainNumber(invoiceNumber));
  return { corrections, symbol: terms.invoiceSymbol.trim(), issued };
}

/**
 * Corrections in another way than the first one of the same invoice (k6a). What corrects a correction is one of the invoice
 * that was wrong first.
 */
function otherMethods(corrected: Corrected): Told[] {
  const { corrections } = corrected;
  const numbered = corrections.filter(({ number }) => number !== '');
  const byNumber = new Map(
    numbered.map((one) => [keyOf(one.number, yearOf(one.date), one.entry.invoiceSymbol, corrected), one]),
  );
  const rootsOf = (one: Correction, seen: ReadonlySet<string>): { key: string; number: string }[] =>
    one.reference.invoices.flatMap((named) => {
      const year = named.date ? yearOf(named.date) : (symbolYear(named.symbol ?? '') ?? yearOf(one.date));
      const symbol = named.symbol ?? symbolOf({ ...named, date: named.date ?? one.date }, one, corrected);
      const key = keyOf(named.number, year, symbol, corrected);
      const before = byNumber.get(key);
      return before && !seen.has(key) ? rootsOf(before, new Set([...seen, key])) : { key, number: named.number };
    });
  const firsts = new Map<string, Correction>();
  const told = new Map<Correction, string>();
  const inOrder = corrections.toSorted((a, b) => compare(a.date, b.date) || Number(a.number) - Number(b.number));
  for (const one of inOrder) {
    for (const { key, number } of rootsOf(one, new Set())) {
      const first = firsts.get(key);
      if (!first) firsts.set(key, one);
      else if (first.reference.fate !== one.reference.fate && !told.has(one)) {
        const [was, now] = [VERBS[first.reference.fate], VERBS[one.reference.fate]];
        told.set(
          one,
          `Hóa đơn số «${number}» lần đầu ${was} bởi chứng từ «${first.entry.voucherNumber}», chứng từ «${one.entry.voucherNumber}» lại ${now}.`,
        );
      }
    }
  }
  return [...told].map(([{ entry }, detail]) => ({ entry, detail }));
}

/** Numbers begin anew each year, and in each symbol. One without a symbol is of the profile’s own. */
const keyOf = (number: string, year: string, symbol: string | undefined, { symbol: own }: Corrected): string => {
  const isOwn = !symbol || own === '' || isSameSeries(symbol, own);
  return `${number} ${year} ${isOwn ? '' : bareSymbol(symbol)}`;
};

/** The symbol in which the ledger has an invoice that words name without one; undefined where it is in several. */
function symbolOf(named: NamedInvoice, { entry }: Correction, corrected: Corrected): string | undefined {
  const symbols = new Set(
    entriesOf(named, entry, corrected).map(({ invoiceSymbol = '' }) => bareSymbol(invoiceSymbol)),
  );
  return symbols.size === 1 ? [...symbols][0] : undefined;
}

const VERBS = { replaced: 'được thay thế', adjusted: 'được điều chỉnh' } as const;

/** The entries of an invoice in the ledger that another one names: of a number in several symbols those of the same buyer first. */
function entriesOf(named: NamedInvoice, by: AmisSalesEntry, { issued }: Corrected): readonly AmisSalesEntry[] {
  const meant = (issued.get(named.number) ?? []).filter((entry) => isMeant(named, targetOf(entry)));
  if (new Set(meant.map(({ invoiceSymbol = '' }) => bareSymbol(invoiceSymbol))).size < 2) return meant;
  const ofBuyer = meant.filter(({ customerCode }) => customerCode === by.customerCode);
  return ofBuyer.length > 0 ? ofBuyer : meant;
}

/** One invoice for many is for the same buyer and month (k1b). What the ledger does not have is passed over. */
function mixed(corrected: Corrected): Told[] {
  return corrected.corrections.flatMap(({ entry, reference }): Told[] => {
    const months = new Set<string>();
    const buyers = new Set<string>();
    for (const named of reference.invoices) {
      const [known] = entriesOf(named, entry, corrected);
      const date = known?.invoiceDate ?? named.date;
      if (date) months.add(`${date.slice(5, 7)}/${date.slice(0, 4)}`);
      if (known && known.customerCode !== '') buyers.add(known.customerCode);
    }
    const what = [
      ...(months.size > 1 ? [`tháng ${[...months].join(', ')}`] : []),
      ...(buyers.size > 1 ? [`khách ${[...buyers].map((code) => `«${code}»`).join(', ')}`] : []),
    ];
    if (what.length === 0) return [];
    return [{ entry, detail: `Chứng từ «${entry.voucherNumber}» gộp hóa đơn của ${what.join(' và ')}.` }];
  });
}

/** «Điều chỉnh giảm» with a positive amount, or the other way round (k6c). */
function wrongSigns({ corrections }: Corrected): Told[] {
  return corrections.flatMap(({ entry, reference: { fate, direction }, amount }): Told[] => {
    const isRight = direction === undefined || amount === 0 || amount < 0 === (direction === 'down');
    if (fate !== 'adjusted' || isRight) return [];
    const words = direction === 'down' ? 'điều chỉnh giảm' : 'điều chỉnh tăng';
    return [{ entry, detail: `Chứng từ «${entry.voucherNumber}» ${words} mà ghi ${formatVnd(amount)} đồng.` }];
  });
}

/** References with another day than their invoice has in the ledger; one of another year is of another invoice. */
function otherDates(corrected: Corrected): Told[] {
  return corrected.corrections.flatMap(({ entry, reference }): Told[] => {
    for (const named of reference.invoices) {
      const days = entriesOf(named, entry, corrected).flatMap(({ invoiceDate }) => invoiceDate ?? []);
      if (named.date === undefined || days.length === 0 || days.includes(named.date)) continue;
      const detail = `Chứng từ «${entry.voucherNumber}» ghi hóa đơn số «${named.number}» ngày ${formatDay(named.date)}, trên sổ là ngày ${formatDay(days[0]!)}.`;
      return [{ entry, detail }];
    }
    return [];
  });
}
