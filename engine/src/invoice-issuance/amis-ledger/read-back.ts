import type { Day } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import { HOLDING } from '../invoice-status.ts';
import type { PlannedInvoice, SettledInvoice, Warning } from '../types.ts';
import { fateIn, isCancelledUnlawfully, type MayCancel, mayCancelOf } from './cancels.ts';
import { type Referring, referring } from './invoice-references.ts';
import { plainNumber } from './reference-words.ts';
import { contentDifferences } from './remarks/content-differences.ts';
import { differsWords, goneWords, notLawful, offBy, replacedWords, type Told } from './remarks/read-back-words.ts';

/** The kept invoices that still hold their sales. */
export const liveInvoices = (kept: readonly PlannedInvoice[]): PlannedInvoice[] =>
  kept.filter((invoice) => HOLDING.has(invoice.status));

/** An invoice of ours whose sales another invoice of AMIS carries: `by` are its entries, none when it is not known. */
export type Replaced = { readonly invoice: PlannedInvoice; readonly by: readonly AmisSalesEntry[] };

/** The part of a profile's books that reading back needs. */
export type LedgerBooks = {
  readonly terms: Pick<ProfileBooks['terms'], 'code' | 'invoiceSymbol' | 'invoiceForm'>;
  readonly salesLedger: ProfileBooks['salesLedger'];
};

export type ReadBack = {
  readonly settled: readonly SettledInvoice[];
  readonly replaced: readonly Replaced[];
  /**
   * Profile → vouchers of its ledger that belong to invoices of ours, or replace or adjust them: not sales of their
   * own.
   */
  readonly accounted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Profile → the vouchers among these that replace or adjust an invoice of ours → the key of that invoice. */
  readonly corrected: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly warnings: readonly Warning[];
};

/**
 * Reads our invoices back from the AMIS sales ledger by our own voucher numbers, which are exact. The words of the
 * ledger come first: a column of invoice states, or a description that names the invoice which it replaces or adjusts.
 * Then its figures, as far as they can be read in one way only. Anything else keeps its status and is told
 * (AMIS_STATUS_UNCLEAR).
 *
 * `issued` once AMIS gives an invoice number, also at another amount than ours, which is told with the difference
 * (INVOICE_DIFFERS_FROM_AMIS). `replaced` when another voucher says so: that one carries its sales. `adjusted` only
 * when an entry says so. `cancelled` when the ledger says so, or the voucher's entries come to nothing and no invoice
 * number was ever given. A numbered invoice that comes to nothing was returned or adjusted: it keeps its sales, because
 * setting them free would invoice them twice; so does a numbered one that the ledger calls cancelled on a day on which the
 * law lets no invoice be cancelled (`isCancelAllowedOn`), which is told (CANCEL_NOT_LAWFUL).
 * Source: docs/decisions/0014-read-back.md, 0018-numbers-are-facts.md, 0038-no-cancelling.md.
 */
export function readBack(
  profiles: readonly LedgerBooks[],
  kept: readonly PlannedInvoice[],
  isCancelAllowedOn: (day: Day) => boolean,
): ReadBack {
  const settled: SettledInvoice[] = [];
  const replaced: Replaced[] = [];
  const warnings: Warning[] = [];
  const accounted = new Map<string, Set<string>>();
  const corrected = new Map<string, Map<string, string>>();
  for (const books of profiles) {
    const own = kept.filter((invoice) => invoice.profile === books.terms.code);
    if (own.length === 0) continue;
    const vouchers = new Set<string>();
    accounted.set(books.terms.code, vouchers);
    const corrections = new Map<string, string>();
    corrected.set(books.terms.code, corrections);
    const entriesOf = Map.groupBy(books.salesLedger, (entry) => entry.voucherNumber);
    const ledger: Ledger = {
      refers: referring(books, own),
      mayCancel: mayCancelOf(() => own, isCancelAllowedOn),
      isEmpty: books.salesLedger.length === 0,
      tellsVat: books.salesLedger.some(({ vatAmount }) => vatAmount !== 0),
    };
    for (const invoice of own) {
      const entries = entriesOf.get(invoice.voucherNumber) ?? [];
      if (entries.length === 0 && isUntold(invoice)) continue;
      const read = readOne(invoice, entries, ledger);
      if (!read.isBack) for (const voucher of [invoice.voucherNumber, ...read.vouchers]) vouchers.add(voucher);
      // One that corrects many is shown at the first of them.
      for (const voucher of read.vouchers) if (!corrections.has(voucher)) corrections.set(voucher, invoice.key);
      if (read.settled) settled.push(read.settled);
      if (read.replacedBy) replaced.push({ invoice, by: read.replacedBy });
      for (const [code, message] of read.told) {
        warnings.push({ code, message, profile: invoice.profile, invoice: invoice.key });
      }
    }
  }
  return { settled, replaced, accounted, corrected, warnings };
}

/** Of an invoice that has left and has no number yet, a ledger without its voucher says nothing. */
const isUntold = ({ status, invoiceNumber }: PlannedInvoice): boolean =>
  !invoiceNumber && (status === 'draft' || status === 'exported');

/** The words of a profile's ledger, and its capabilities. */
type Ledger = {
  readonly refers: Referring;
  readonly mayCancel: MayCancel;
  readonly isEmpty: boolean;
  readonly tellsVat: boolean;
};

type Read = {
  readonly settled?: SettledInvoice;
  readonly replacedBy?: readonly AmisSalesEntry[];
  /** Other vouchers that replace or adjust it. */
  readonly vouchers: readonly string[];
  /** A cancelled invoice whose voucher is in AMIS after all: its entries are sales like any other. */
  readonly isBack?: true;
  readonly told: readonly Told[];
};

function readOne(invoice: PlannedInvoice, entries: readonly AmisSalesEntry[], ledger: Ledger): Read {
  const figures = figuresOf(invoice, entries, ledger);
  const read = readFigures(invoice, entries, figures, ledger);
  return figures.isCancelledUnlawfully && read.settled
    ? { ...read, told: [notLawful(invoice, figures.invoiceNumber), ...read.told] }
    : read;
}

function readFigures(
  invoice: PlannedInvoice,
  entries: readonly AmisSalesEntry[],
  figures: Figures,
  ledger: Ledger,
): Read {
  const voucher = `Chứng từ «${invoice.voucherNumber}»`;
  const { fate, replacing, adjusting, difference, isVoid } = figures;
  const vouchers = [...replacing, ...adjusting].map((entry) => entry.voucherNumber);
  const unclear = (message: string): Told => ['AMIS_STATUS_UNCLEAR', `${voucher} ${message}`];
  const differs: Told = ['AMIS_DIFFERS_FROM_OURS', `${voucher} ở AMIS ${differsWords(figures)}.`];
  const settle = (status: SettledInvoice['status']): SettledInvoice => ({
    ...{ key: invoice.key, profile: invoice.profile, voucherNumber: invoice.voucherNumber },
    ...{ invoiceNumber: figures.invoiceNumber, invoiceDate: figures.invoiceDate, status, difference },
    ...(figures.invoiceSymbol !== '' && { invoiceSymbol: figures.invoiceSymbol }),
  });
  if (invoice.status === 'cancelled') {
    if (entries.length === 0) return { vouchers, told: [] };
    if (isVoid) return { vouchers, told: [differs] };
    return {
      vouchers: [],
      isBack: true,
      told: [unclear('đã hủy, nhưng sổ AMIS lại có tiền: các dòng ấy được so như hóa đơn lập ngoài Khớp.')],
    };
  }
  if (ledger.refers.isAmbiguous(figures.targets))
    return {
      vouchers,
      told: [
        unclear('có số hóa đơn trùng với hóa đơn khác của Khớp, nên không rõ hóa đơn nào bị thay thế hay điều chỉnh.'),
      ],
    };
  if (replacing.length > 0) {
    const told: Told = ['AMIS_DIFFERS_FROM_OURS', replacedWords(invoice, replacing, ledger.refers)];
    return { settled: settle('replaced'), replacedBy: replacing, vouchers, told: [told] };
  }
  if (fate === 'cancelled' && invoice.tax)
    return {
      settled: settle(invoice.status === 'adjusted' ? 'adjusted' : 'issued'),
      vouchers,
      told: [unclear('ghi là đã hủy trên sổ AMIS, nhưng có hóa đơn điện tử đã ký: Khớp vẫn coi là đã phát hành.')],
    };
  if (fate === 'cancelled') return { settled: settle('cancelled'), vouchers, told: [differs] };
  if (invoice.status === 'replaced')
    return {
      replacedBy: [],
      vouchers,
      told: [
        unclear('đã bị thay thế, nhưng sổ AMIS không còn hóa đơn thay thế nó: các dòng bán tạm chưa lập hóa đơn.'),
      ],
    };
  if (entries.length === 0) {
    const wasThere = !ledger.isEmpty && (invoice.status === 'issued' || invoice.status === 'adjusted');
    return { vouchers, told: wasThere ? [unclear(goneWords(invoice))] : [] };
  }
  return readShown(invoice, figures, ledger, { settle, unclear, differs, vouchers });
}

type Words = {
  readonly settle: (status: SettledInvoice['status']) => SettledInvoice;
  readonly unclear: (message: string) => Told;
  readonly differs: Told;
  readonly vouchers: readonly string[];
};

/** An invoice that the ledger shows, and that nothing replaces or cancels. */
function readShown(
  invoice: PlannedInvoice,
  figures: Figures,
  ledger: Ledger,
  { settle, unclear, differs, vouchers }: Words,
): Read {
  const { fate, numbers, adjusting, difference, isVoid } = figures;
  const seen = invoice.status === 'adjusted' ? 'adjusted' : numbers.length > 0 ? 'issued' : 'exported';
  if (fate === 'replaced')
    return {
      settled: settle(seen),
      vouchers,
      told: [
        unclear(
          'bị thay thế theo sổ AMIS, nhưng không dòng nào của sổ ghi thay thế cho nó: Khớp vẫn coi là đã phát hành.',
        ),
      ],
    };
  if (figures.isTwice)
    return {
      settled: settle(seen),
      vouchers,
      told: [
        unclear(
          `có nhiều số hóa đơn (${numbers.map((one) => `«${one}»`).join(', ')}) mà không ghi số nào thay thế hay điều chỉnh số nào.`,
        ),
      ],
    };
  if (isVoid && numbers.length === 0) return { settled: settle('cancelled'), vouchers, told: [differs] };
  if (fate === 'adjusted' || adjusting.length > 0) return { settled: settle('adjusted'), vouchers, told: [differs] };
  const now = numbers.length > 0 ? 'issued' : 'exported';
  if (difference !== 0) return { settled: settle(now), vouchers, told: [offBy(invoice, difference)] };
  if (invoice.tax?.replacedBy !== undefined)
    return {
      settled: settle(now),
      vouchers,
      told: [
        unclear(
          `bị thay thế bởi hóa đơn điện tử số «${invoice.tax.replacedBy}», nhưng sổ AMIS chưa có số ấy: Khớp vẫn giữ phần bán và tồn kho ở hóa đơn này.`,
        ),
      ],
    };
  const otherwise = contentDifferences(invoice, figures.current, ledger.tellsVat);
  return {
    settled: settle(now),
    vouchers,
    told:
      otherwise.length > 0
        ? [
            [
              'AMIS_DIFFERS_FROM_OURS',
              `Chứng từ «${invoice.voucherNumber}» ở AMIS khác hóa đơn của Khớp: ${otherwise.join('; ')}.`,
            ],
          ]
        : [],
  };
}

type Figures = ReturnType<typeof figuresOf>;

/** The sums of the ledger's entries of one voucher of ours, with those of other vouchers that name its invoice. */
function figuresOf(invoice: PlannedInvoice, entries: readonly AmisSalesEntry[], { refers, mayCancel }: Ledger) {
  const given = [...new Set(entries.map((entry) => entry.invoiceNumber).filter((number) => number !== ''))];
  const numbers = given.length > 0 || !invoice.invoiceNumber ? given : [invoice.invoiceNumber];
  const isOther = (entry: AmisSalesEntry) => entry.voucherNumber !== invoice.voucherNumber;
  const shownAs = (number: string) => entries.find((entry) => entry.invoiceNumber === number);
  const targets = numbers.map((number) => ({
    ...{ number, date: shownAs(number)?.invoiceDate ?? invoice.date },
    symbol: shownAs(number)?.invoiceSymbol || invoice.issuedSymbol,
  }));
  const replacing = refers.to('replaced', targets);
  const adjusting = refers.to('adjusted', targets);
  // A voucher that was issued anew under another number: only the last number counts.
  const gone = new Set(
    targets
      .filter((target) => refers.to('replaced', [target]).some((entry) => !isOther(entry)))
      .map(({ number }) => plainNumber(number)),
  );
  const current = entries.filter((entry) => !gone.has(plainNumber(entry.invoiceNumber)));
  const amount = sumVnd([
    ...current.map((entry) => entry.amount),
    ...adjusting.filter(isOther).map((entry) => refers.shareOf(entry, targets)),
  ]);
  const fate = fateIn(current, mayCancel);
  const left = given.filter((number) => !gone.has(plainNumber(number)));
  const numbered = current.find((entry) => entry.invoiceNumber !== '');
  const quantity = entries.reduce((sum, entry) => sum + entry.quantity, 0n);
  return {
    fate,
    current,
    numbers,
    targets,
    isCancelledUnlawfully:
      fate === undefined &&
      [...replacing, ...adjusting].length === 0 &&
      current.some((entry) => isCancelledUnlawfully(entry, mayCancel)),
    replacing: replacing.filter(isOther),
    adjusting: adjusting.filter(isOther),
    difference: amount - invoice.amount,
    invoiceNumber: numbered?.invoiceNumber ?? invoice.invoiceNumber ?? '',
    invoiceDate: numbered?.invoiceDate,
    invoiceSymbol: numbered?.invoiceSymbol ?? '',
    isVoid:
      fate === 'cancelled' ||
      fate === 'replaced' ||
      (quantity === 0n && sumVnd(entries.map((one) => one.amount)) === 0),
    isTwice: left.length > 1 && !adjusting.some((entry) => !isOther(entry)),
  };
}
