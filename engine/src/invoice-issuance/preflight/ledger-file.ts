import { type Day, formatDay } from '../../day.ts';
import type { LedgerFile, ProfileBooks } from '../books.ts';
import type { Finding } from '../findings/finding.ts';
import type { IssuanceInput, PeriodTerms } from '../types.ts';

type Days = { readonly fromDate: Day | null; readonly toDate: Day | null };

/**
 * False when a sales ledger says that it leaves days of the period out: sales that AMIS has issued on them would be
 * invoiced a second time. It may have more days than the period, never fewer; one that does not say its days is not
 * refused for it.
 */
export const coversPeriod = ({ fromDate, toDate }: Days, period: Pick<PeriodTerms, 'fromDate' | 'toDate'>): boolean =>
  (fromDate === null || fromDate <= period.fromDate) && (toDate === null || toDate >= period.toDate);

/** True when a stock report says that a side of its days is not the period's: its opening or closing stock is then another day's (0004). */
export const isOfOtherDays = ({ fromDate, toDate }: Days, period: Pick<PeriodTerms, 'fromDate' | 'toDate'>): boolean =>
  (fromDate !== null && fromDate !== period.fromDate) || (toDate !== null && toDate !== period.toDate);

/** "01/09/2026 – 30/09/2026"; a side that is not known is "…". */
export const daysText = ({ fromDate, toDate }: Days): string =>
  `${fromDate ? formatDay(fromDate) : '…'} – ${toDate ? formatDay(toDate) : '…'}`;

/** Remarks of a reader that say that sales may be missing from a ledger. */
const INCOMPLETE: ReadonlySet<string> = new Set(['TOTAL_MISMATCH', 'ROW_SKIPPED', 'REPORT_FILTERED']);

/** The remarks of a reading that speak about sales which may be missing. */
export const remarksOfLoss = (
  remarks: readonly { readonly code: string; readonly message: string }[],
): LedgerFile['remarks'] =>
  remarks.filter(({ code }) => INCOMPLETE.has(code)).map(({ code, message }) => ({ code, message }));

/**
 * The reasons why the AMIS sales ledgers cannot vouch for everything that AMIS has issued already. A sale that one
 * profile's ledger hides may be invoiced again by any profile, so these stop the files of all of them.
 */
export function ledgerFileFindings({ period, profiles, kept }: IssuanceInput): Finding[] {
  return profiles.flatMap((books): Finding[] => {
    const { terms, salesLedgerFile: file } = books;
    const find = (code: string, severity: Finding['severity'], message: string, remedy: string): Finding => ({
      ...{ code, severity, message: `«${terms.code}»: ${message}`, remedy, count: 1, profile: terms.code },
    });
    if (!file) return [];
    const hasLeft = kept.some((one) => one.profile === terms.code && one.status !== 'draft');
    return [
      ...fileFindings(file, period, find),
      ...(hasLeft && isWordless(books)
        ? [
            find(
              'AMIS_LEDGER_WITHOUT_WORDS',
              'warn',
              'sổ bán hàng AMIS đang dùng không có Diễn giải nào (nạp bằng bản Khớp cũ hơn, hoặc tệp thiếu cột ấy): hóa đơn bị thay thế hay điều chỉnh chỉ đọc được theo số tiền.',
              'Nạp lại Sổ chi tiết bán hàng có cột Diễn giải (cùng tệp lần trước cũng được), rồi sinh lại.',
            ),
          ]
        : []),
    ];
  });
}

function fileFindings(
  file: LedgerFile,
  period: PeriodTerms,
  find: (code: string, severity: Finding['severity'], message: string, remedy: string) => Finding,
): Finding[] {
  const found = file.remarks.map(({ code, message }) =>
    find(
      code,
      'warn',
      `sổ bán hàng AMIS: ${message}`,
      'So lại tệp với AMIS; nếu thiếu dòng bán thì xuất lại sổ rồi nạp lại.',
    ),
  );
  if (!coversPeriod(file, period)) {
    const message = `sổ bán hàng AMIS chỉ là của ${daysText(file)}, không đủ kỳ ${daysText(period)}: hóa đơn AMIS của những ngày thiếu sẽ bị lập lần hai.`;
    const remedy = 'Xuất lại Sổ chi tiết bán hàng từ AMIS cho cả kỳ, nạp lại rồi sinh lại.';
    found.push(find('AMIS_SALES_DAYS_MISSING', 'block', message, remedy));
  } else if (file.fromDate === null || file.toDate === null) {
    const message = 'sổ bán hàng AMIS không ghi từ ngày nào đến ngày nào, nên không biết đã đủ kỳ chưa.';
    const remedy = 'Xuất lại sổ từ AMIS với dòng khoảng ngày, hoặc tự so ngày đầu và ngày cuối với kỳ.';
    found.push(find('AMIS_SALES_DAYS_UNKNOWN', 'warn', message, remedy));
  }
  if (file.unreadRows > 0) {
    const example = file.firstUnread === '' ? '' : ` Ví dụ: ${file.firstUnread}`;
    const message = `sổ bán hàng AMIS có ${file.unreadRows} dòng không đọc được: những lần bán ấy đã có ở AMIS và sẽ bị lập hóa đơn lần hai.${example}`;
    const remedy = 'Sửa các dòng ấy ở AMIS, xuất lại sổ, nạp lại rồi sinh lại.';
    found.push(find('AMIS_SALES_UNREAD', 'block', message, remedy));
  }
  return found;
}

/** True when no entry of a ledger has a description: no file that AMIS exports with its descriptions is like that. */
const isWordless = ({ salesLedger }: ProfileBooks): boolean =>
  salesLedger.length > 0 && salesLedger.every((entry) => !entry.description && !entry.invoiceState);
