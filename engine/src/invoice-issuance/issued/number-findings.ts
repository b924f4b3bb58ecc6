import { type Day, formatDay, yearOf } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import { bareSymbol } from '../amis-ledger/last-issued.ts';
import { plainNumber } from '../amis-ledger/reference-words.ts';
import { type AmisSalesEntry, invoicedOn, type ProfileBooks } from '../books.ts';
import type { Finding, Severity } from '../findings/finding.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import { symbolYear } from '../rules/dates.ts';
import { ruleOn } from '../rules/invoice-rules.ts';
import type { IssuanceInput } from '../types.ts';
import type { NumberElsewhere } from './number-elsewhere.ts';

/** One number of a symbol in the ledger. */
type Issued = {
  readonly number: number;
  readonly written: string;
  /** The date of its invoice: the first that a row of it says. */
  readonly date: Day | undefined;
  readonly entries: readonly AmisSalesEntry[];
};

/** The numbers of one symbol and year, from small to large; `elsewhere` are those of other periods' ledgers. */
type Series = {
  readonly symbol: string;
  readonly numbers: readonly Issued[];
  readonly elsewhere: ReadonlySet<number>;
};

/** The rows of an invoice at fault: it is one record, with the money of all of them; of one beside a gap, which is not at fault, with none. */
type Told = { readonly entries: readonly AmisSalesEntry[]; readonly detail: string; readonly amount?: null };

/** The faults that numbers of a symbol may have, the worst first. */
const CHECKS: readonly {
  readonly code: string;
  readonly severity: Severity;
  readonly what: string;
  readonly remedy: string;
  readonly find: (series: Series) => Told[];
}[] = [
  {
    code: 'NUMBER_TWICE',
    severity: 'block',
    what: 'số hóa đơn có ở hai hóa đơn khác nhau',
    remedy:
      'Mỗi số chỉ có một lần trong một ký hiệu: sửa ở AMIS rồi nạp lại sổ bán hàng. Nếu là hai ký hiệu, xuất sổ kèm cột Ký hiệu hóa đơn.',
    find: givenTwice,
  },
  {
    code: 'NUMBER_DATE_BACK',
    severity: 'warn',
    what: 'hóa đơn có ngày trước hóa đơn mang số nhỏ hơn',
    remedy:
      'Số lớn hơn không mang ngày trước (NĐ 254/2026/NĐ-CP Phụ lục điểm 2): kiểm tra Ngày hóa đơn ở AMIS; lập sai thứ tự thì hỏi kế toán trưởng.',
    find: datedBack,
  },
  {
    code: 'NUMBER_SYMBOL_YEAR',
    severity: 'warn',
    what: 'hóa đơn có ngày khác năm của ký hiệu',
    remedy: 'Hai số năm của ký hiệu là năm của ngày hóa đơn: kiểm tra Ký hiệu và Ngày hóa đơn ở AMIS.',
    find: ofAnotherYear,
  },
  {
    code: 'NUMBER_GAP',
    severity: 'warn',
    what: 'chỗ thiếu số hóa đơn',
    remedy:
      'Số liên tục từ nhỏ đến lớn trong một ký hiệu: có thể hóa đơn ấy lập ở phần mềm khác, ở kỳ khác, hay sổ xuất thiếu. Tìm hóa đơn mang số ấy ở AMIS.',
    find: missing,
  },
];

/**
 * The numbers of the AMIS sales ledgers against the law of numbers: within a form and symbol each once, from small to large
 * without a gap, never on an earlier day than a smaller one, in the year of the symbol. One finding per profile and fault.
 * Source: NĐ 254/2026/NĐ-CP Phụ lục điểm 2a, 2b.
 */
export const numberFindings = ({
  profiles,
  invoiceRules,
  numbersElsewhere = [],
}: Pick<IssuanceInput, 'profiles' | 'invoiceRules' | 'numbersElsewhere'>): Finding[] =>
  profiles.flatMap((books) => {
    const profile = books.terms.code;
    const elsewhere = numbersElsewhere.filter((one) => one.profile === profile);
    const series = seriesOf(books, elsewhere, invoiceRules);
    return CHECKS.flatMap(({ code, severity, what, remedy, find }): Finding[] => {
      const told = series.flatMap(find);
      const [first] = told;
      if (!first) return [];
      const about = told.map(
        ({ entries, detail, amount = sumVnd(entries.map((entry) => entry.amount)) }): RecordRef => {
          return { kind: 'entry', id: entries[0]!.id, profile, detail, amount };
        },
      );
      const message = `«${profile}»: ${told.length} ${what}. Ví dụ: ${first.detail}`;
      return [{ code, severity, message, remedy, count: told.length, profile, about }];
    });
  });

/**
 * The numbers by symbol and year. A row that names no symbol is one of the profile's; where that is not known either, or of
 * another year, the year of the date parts them, for numbers begin anew each year. Faulty numbers are told elsewhere
 * (INVOICE_NUMBER).
 */
function seriesOf(
  { terms, salesLedger }: ProfileBooks,
  others: readonly NumberElsewhere[],
  { symbols }: IssuanceInput['invoiceRules'],
): Series[] {
  const own = bareSymbol(terms.invoiceSymbol);
  const bySymbol = new Map<string, Map<number, AmisSalesEntry[]>>();
  const placeOf = (invoiceNumber: string, invoiceSymbol: string, day: Day) => {
    const { numberDigits } = ruleOn(symbols, day)!;
    if (!/^\d+$/.test(invoiceNumber) || invoiceNumber.length > numberDigits) return undefined;
    const year = yearOf(day);
    const key = bareSymbol(invoiceSymbol) || (symbolYear(own) === year ? own : year);
    return { key, number: Number(plainNumber(invoiceNumber)) };
  };
  for (const entry of salesLedger) {
    const place = placeOf(entry.invoiceNumber, entry.invoiceSymbol ?? '', invoicedOn(entry));
    if (!place) continue;
    const numbers = bySymbol.get(place.key) ?? new Map<number, AmisSalesEntry[]>();
    bySymbol.set(place.key, numbers);
    const same = numbers.get(place.number);
    if (same) same.push(entry);
    else numbers.set(place.number, [entry]);
  }
  const elsewhere = new Map([...bySymbol.keys()].map((key) => [key, new Set<number>()]));
  for (const { invoiceNumber, invoiceSymbol, invoiceDate } of others) {
    const place = placeOf(invoiceNumber, invoiceSymbol, invoiceDate);
    if (place) elsewhere.get(place.key)?.add(place.number);
  }
  return [...bySymbol].map(([key, numbers]) => ({
    symbol: /^\d/.test(key) ? '' : key,
    numbers: [...numbers].toSorted(([a], [b]) => a - b).map(([number, entries]) => issuedOf(number, entries)),
    elsewhere: elsewhere.get(key)!,
  }));
}

function issuedOf(number: number, entries: readonly AmisSalesEntry[]): Issued {
  const dates = entries.flatMap(({ invoiceDate }) => invoiceDate ?? []).toSorted();
  return { number, written: entries[0]!.invoiceNumber, date: dates[0], entries };
}

/**
 * A number on vouchers of different customers or dates. Several vouchers of one customer and date may share an invoice, and
 * a voucher of a return or allowance names the invoice that it takes back.
 */
function givenTwice({ numbers }: Series): Told[] {
  return numbers.flatMap(({ written, entries }): Told[] => {
    if (entries.length < 2) return [];
    const sold = [...Map.groupBy(entries, ({ voucherNumber }) => voucherNumber).values()].filter((own) =>
      own.some(({ amount, quantity }) => amount > 0 || quantity > 0n),
    );
    const [first, other] = [sold[0]?.[0], sold.find(([one]) => isOther(one!, sold[0]![0]!))];
    if (!first || !other) return [];
    const detail = `Số «${written}» ở chứng từ «${first.voucherNumber}» và «${other[0]!.voucherNumber}».`;
    return [{ entries: other, detail }];
  });
}

const isOther = (a: AmisSalesEntry, b: AmisSalesEntry): boolean =>
  a.customerCode.toLowerCase() !== b.customerCode.toLowerCase() ||
  (a.invoiceDate !== undefined && b.invoiceDate !== undefined && a.invoiceDate !== b.invoiceDate);

function datedBack({ numbers }: Series): Told[] {
  const told: Told[] = [];
  let latest: { readonly written: string; readonly date: Day } | undefined;
  for (const { written, date, entries } of numbers) {
    if (date === undefined) continue;
    if (!latest || date >= latest.date) latest = { written, date };
    else {
      const detail = `Số «${written}» ngày ${formatDay(date)}, số nhỏ hơn «${latest.written}» ngày ${formatDay(latest.date)}.`;
      told.push({ entries, detail });
    }
  }
  return told;
}

function ofAnotherYear({ symbol, numbers }: Series): Told[] {
  return numbers.flatMap(({ written, date, entries }): Told[] =>
    symbol === '' || date === undefined || symbolYear(symbol) === yearOf(date)
      ? []
      : [{ entries, detail: `Số «${written}» ký hiệu «${symbol}» có ngày ${formatDay(date)}.` }],
  );
}

/**
 * The gaps between the smallest and the largest number, for a ledger begins and ends anywhere; a number in another period's ledger is
 * none.
 */
function missing({ numbers, elsewhere }: Series): Told[] {
  const others = [...elsewhere].sort((a, b) => a - b);
  return numbers.flatMap(({ number, written, entries }, index): Told[] => {
    const before = numbers[index - 1];
    if (!before || number === before.number + 1) return [];
    const between = others.filter((other) => other > before.number && other < number);
    const gaps = [...between, number].flatMap((next, at): string[] => {
      const [from, to] = [(between[at - 1] ?? before.number) + 1, next - 1];
      if (from > to) return [];
      return [from === to ? `số ${from}` : `số ${from} đến ${to}`];
    });
    if (gaps.length === 0) return [];
    const detail = `Thiếu ${gaps.join(', ')}, giữa «${before.written}» và «${written}».`;
    return [{ entries, detail, amount: null }];
  });
}
