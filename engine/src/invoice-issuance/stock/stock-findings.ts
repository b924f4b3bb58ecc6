import { formatDay } from '../../day.ts';
import { formatQuantity } from '../../quantity.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import type { Finding } from '../findings/finding.ts';
import { uniqueRefs } from '../findings/records.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { dayOf, isInStockReport, timeOf } from './moments.ts';
import { provenStock } from './proven-stock.ts';

/** Contradictions between the moments of stock reports and sales ledgers, and drafts that the stock does not prove. */
export function stockFindings(input: IssuanceInput, plan?: IssuancePlan): Finding[] {
  const invoices = plan?.invoices ?? input.kept;
  return [
    ...input.profiles.flatMap((books) => momentFindings(books, invoices)),
    ...(plan ? beyondStock(input, plan) : []),
  ];
}

const RELOAD_STOCK =
  'Xuất lại «Tổng hợp tồn kho» từ AMIS, nạp vào kỳ rồi sinh lại. Nếu chắc báo cáo tồn đã gồm mọi chứng từ trên sổ thì bấm «Hai báo cáo lấy cùng lúc» rồi sinh lại.';

function momentFindings({ terms, moments, salesLedger }: ProfileBooks, invoices: readonly PlannedInvoice[]): Finding[] {
  const { stock, ledger } = moments ?? {};
  if (stock === undefined || ledger === undefined) return [];
  const find = (code: string, message: string, remedy: string, entries: readonly AmisSalesEntry[]): Finding => ({
    ...{ code, severity: 'warn', message: `«${terms.code}»: ${message}`, remedy, count: 1, profile: terms.code },
    ...(entries.length > 0 && {
      about: entries.map(
        (entry) => ({ kind: 'entry', id: entry.id, profile: terms.code, ...takenOff(entry) }) as const,
      ),
    }),
  });
  const ours = new Set(invoices.filter(({ profile }) => profile === terms.code).map((one) => one.voucherNumber));
  const outside = salesLedger.filter((entry) => !isInStockReport(entry, moments));
  const vouchers = new Set(outside.map((entry) => entry.voucherNumber));
  const isOtherDay = dayOf(stock) !== dayOf(ledger);
  const made = `tồn kho xuất lúc ${timeOf(stock)}, sổ bán hàng lúc ${timeOf(ledger)}`;
  if (vouchers.size > 0 || (isOtherDay && stock < ledger)) {
    const mine = [...vouchers].filter((voucher) => ours.has(voucher)).length;
    const message = `Báo cáo tồn kho cũ hơn sổ bán hàng (${made}): ${outside.length} dòng của ${vouchers.size} chứng từ trên sổ, trong đó ${mine} của Khớp, chưa chắc đã có trong báo cáo. Hàng của chúng vẫn được trừ thêm, nên tồn có thể bị tính thiếu, không bao giờ thừa; hãy xuất lại tồn kho.`;
    return [find('STOCK_OLDER_THAN_LEDGER', message, RELOAD_STOCK, outside)];
  }
  if (!isOtherDay) return [];
  const message = `Sổ bán hàng cũ hơn báo cáo tồn kho, khác ngày (${made}): hóa đơn lập ở AMIS từ ${formatDay(dayOf(ledger))} đến ${formatDay(dayOf(stock))} chưa có trên sổ nên có thể bị lập lần hai.`;
  const remedy = 'Xuất lại «Sổ chi tiết bán hàng» từ AMIS, nạp vào kỳ rồi sinh lại.';
  return [find('LEDGER_OLDER_THAN_STOCK', message, remedy, [])];
}

/** The quantity that an entry which may not be in the stock report takes off the stock; a return gives nothing back. */
function takenOff({ product, quantity, warehouse }: AmisSalesEntry): { readonly detail?: string } {
  if (product === '' || quantity <= 0n) return {};
  const place = warehouse === '' ? 'chưa rõ kho' : `kho «${warehouse}»`;
  return { detail: `Trừ thêm ${formatQuantity(quantity)} mã «${product}», ${place}.` };
}

/** Drafts of which today's reports do not prove all goods: nothing of the profile leaves before that is mended. */
function beyondStock(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const told = new Set(
    plan.warnings.flatMap(({ code, invoice }) => (code === 'KEPT_INVOICE_WITHOUT_STOCK' && invoice ? invoice : [])),
  );
  return provenStock(input, plan).flatMap(({ missing }): Finding[] => {
    const own = missing.filter(({ invoice }) => invoice.status === 'draft' && !told.has(invoice.key));
    if (own.length === 0) return [];
    const { invoice, message } = own[0]!;
    const keys = [...new Set(own.map((one) => one.invoice.key))];
    return [
      {
        code: 'DRAFT_BEYOND_STOCK',
        severity: 'block',
        message: `«${invoice.profile}»: ${keys.length} hóa đơn nháp vượt tồn kho mà báo cáo chứng minh được. Ví dụ: ${message}`,
        remedy: 'Nạp báo cáo tồn kho mới rồi sinh lại; hóa đơn đã ghim thì bỏ ghim trước.',
        count: keys.length,
        profile: invoice.profile,
        about: uniqueRefs(
          own.map((one) => ({ kind: 'invoice', id: one.invoice.key, profile: invoice.profile, detail: one.message })),
        ),
      },
    ];
  });
}
