import { type Day, formatDay, yearOf } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { ProfileBooks } from '../books.ts';
import type { Finding } from '../findings/finding.ts';
import type { OpenElsewhere } from '../periods/held-goods.ts';
import { countOf, inTimeElsewhere, lastDateOf, namesOf, recordsOf } from '../periods/open-elsewhere.ts';
import { signingFinder } from '../rules/dates.ts';
import { isLate } from '../rules/lateness.ts';
import { carrying, lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * Invoices that hold the next day back (law.md, section 12): they have left, of this period or another open one, and it is
 * not known yet whether AMIS has given them a number. Later dates wait for them, the next year always; and a file that was
 * not signed in time must not be imported any more.
 */
export function gateFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const own = Map.groupBy(
    plan.invoices.filter(({ status }) => status === 'exported'),
    ({ profile }) => profile,
  );
  const elsewhere = Map.groupBy(
    (input.openElsewhere ?? []).filter(({ status }) => status === 'exported'),
    ({ profile }) => profile,
  );
  const ofProfiles = input.profiles.flatMap(({ terms: { code } }) => {
    const left = own.get(code) ?? [];
    const drafts = plan.invoices.filter(({ profile, status }) => profile === code && status === 'draft');
    return [
      ...pending(code, left, drafts, tellOwn),
      ...waiting(input, code, left),
      ...pending(code, elsewhere.get(code) ?? [], drafts, tellElsewhere),
    ];
  });
  return [...ofProfiles, ...inTimeElsewhere(input, plan)];
}

type Dated = { readonly date: Day };
/** Their number in words, the way to their numbers, and the records that it is about. */
type Telling<One> = (
  all: readonly One[],
) => { readonly words: string; readonly readBack: string } & Pick<Finding, 'count' | 'about' | 'invoices'>;

const NEW_LEDGER = 'sổ bán hàng AMIS mới xuất để nhận số của những hóa đơn đã giao';

const tellOwn: Telling<PlannedInvoice> = (all) => ({
  ...{ words: `${formatVnd(all.length)} hóa đơn`, readBack: `Nạp ${NEW_LEDGER}` },
  ...{ count: all.length, invoices: all.map(({ key }) => key) },
});
/** The ledger of another period is refused in this one: it is loaded where its invoices are. */
const tellElsewhere: Telling<OpenElsewhere> = (all) => ({
  ...{
    words: `${namesOf(all)} có ${formatVnd(countOf(all))} hóa đơn`,
    readBack: `Mở ${namesOf(all)}, nạp ${NEW_LEDGER}`,
  },
  ...{ count: countOf(all), about: recordsOf(all) },
});

function pending<One extends Dated>(...given: Parameters<typeof nextYear<One>>): Finding[] {
  return [...nextYear(...given), ...laterDay(...given)];
}

/** The first number of a year closes the year before. */
function nextYear<One extends Dated>(
  profile: string,
  left: readonly One[],
  drafts: readonly Dated[],
  tell: Telling<One>,
): Finding[] {
  const last = lastDateOf(drafts);
  const before = left.filter(({ date }) => last !== '' && yearOf(date) < yearOf(last));
  if (before.length === 0) return [];
  const { words, readBack, count, ...records } = tell(before);
  return [
    {
      code: 'YEAR_NOT_FINISHED',
      severity: 'block',
      message: `«${profile}»: ${words} của năm ${yearOf(before[0]!.date)} đã giao AMIS mà chưa biết số: hóa đơn đầu tiên của năm ${yearOf(last)} khóa năm cũ.`,
      remedy: `${readBack}, rồi mới giao hóa đơn của năm sau.`,
      count,
      profile,
      ...records,
    },
  ];
}

/** Dates run upwards with the numbers of a symbol: a later date handed over first could take the earlier one's place. */
function laterDay<One extends Dated>(
  profile: string,
  left: readonly One[],
  drafts: readonly Dated[],
  tell: Telling<One>,
): Finding[] {
  const first = left.reduce<Day>((day, { date }) => (day === '' || date < day ? date : day), '');
  const later = first === '' ? [] : drafts.filter(({ date }) => date > first);
  if (later.length === 0) return [];
  const { words, readBack, count, ...records } = tell(left);
  return [
    {
      code: 'EARLIER_DAY_PENDING',
      severity: 'block',
      message: `«${profile}»: ${words} đã giao AMIS (sớm nhất ngày ${formatDay(first)}) chưa biết số, mà ${formatVnd(later.length)} hóa đơn nháp mang ngày sau đó.`,
      remedy: `${readBack}; ngày trước có số rồi mới giao ngày sau, để số không đi ngược ngày.`,
      count,
      profile,
      ...records,
    },
  ];
}

/** The invoices without a number that need more than patience, each told once. */
function waiting(input: IssuanceInput, profile: string, left: readonly PlannedInvoice[]): Finding[] {
  const books = input.profiles.find(({ terms }) => terms.code === profile)!;
  const over = new Set(expired(input, books, left));
  const missing = missingInAmis(books, left).filter((one) => !over.has(one));
  const find = (code: string, all: readonly PlannedInvoice[], why: string, remedy: string): Finding[] =>
    all.length === 0
      ? []
      : [
          {
            code,
            severity: 'warn',
            message: `«${profile}»: ${formatVnd(all.length)} hóa đơn đã giao AMIS ${why}`,
            remedy,
            count: all.length,
            profile,
            invoices: all.map(({ key }) => key),
          },
        ];
  return [
    ...find(
      'HANDED_OVER_EXPIRED',
      [...over],
      'chưa có số mà hạn ký đã qua: tệp cũ không còn được nhập.',
      `Nạp ${NEW_LEDGER}. Hóa đơn nào AMIS chưa có thì «Thu hồi» rồi sinh lại: nó mang ngày lập thật.`,
    ),
    ...find(
      'HANDED_OVER_MISSING',
      missing,
      'mà sổ bán hàng AMIS xuất sau lần giao cuối không có chứng từ: tệp chưa nhập, hay chứng từ đã bị xóa ở AMIS. Phần bán ấy chưa có hóa đơn.',
      `Chưa nhập thì nhập tệp đã giao vào AMIS, rồi nạp ${NEW_LEDGER}. Chứng từ bị xóa hay không dùng tệp ấy nữa thì «Thu hồi» rồi sinh lại.`,
    ),
  ];
}

/** The date of such an invoice was lawful only as long as it could be signed in time. */
function expired(input: IssuanceInput, { terms }: ProfileBooks, left: readonly PlannedInvoice[]): PlannedInvoice[] {
  const signingOf = signingFinder(input);
  return left.filter((invoice) => {
    const signing = signingOf(terms, carrying(lawfulDayOfInvoice(invoice, input), invoice.date));
    return !isLate(invoice, input) && signing !== null && signing.judge < input.period.issueDay;
  });
}

/** Invoices of which a ledger made since the last files left has no voucher. */
function missingInAmis({ moments, salesLedger }: ProfileBooks, left: readonly PlannedInvoice[]): PlannedInvoice[] {
  const { ledger, exports = [] } = moments ?? {};
  if (ledger === undefined || exports.length === 0 || exports.some((moment) => moment >= ledger)) return [];
  const shown = new Set(salesLedger.map(({ voucherNumber }) => voucherNumber));
  return left.filter(({ voucherNumber }) => !shown.has(voucherNumber));
}
