import type { SalesLine } from '../../../bravo/sales-line.ts';
import { formatVnd } from '../../../money.ts';
import { type Remedies, remediesIn } from '../../amis-ledger/changed-since/remedies.ts';
import { liveProfiles } from '../../amis-ledger/live-profiles.ts';
import { lastPlaceOf } from '../../amis-ledger/pairs/same-quantity.ts';
import type { AmisSalesEntry } from '../../books.ts';
import type { Finding } from '../../findings/finding.ts';
import type { InvoiceCheck } from '../../findings/invoice-check.ts';
import { foldCode } from '../../stock-keys.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../../types.ts';
import { buyersToday, nameDifference, numberDifference } from './buyer-differences.ts';
import { type OtherQuantity, otherQuantities, quantityWords } from './factor-differences.ts';
import { kindDifference } from './kind-differences.ts';

type Ask = () => Remedies;
type Lines = ReadonlyMap<string, SalesLine>;

/**
 * Invoices that have left, and that the catalogues have shown to be wrong since: a factor, the buyer's number or name, or the kind of a
 * line was put right. The books balance, so that nothing else tells of them. Where AMIS has mended an invoice, all is done.
 */
export function leftFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const left = plan.invoices.filter(({ status }) => status !== 'draft');
  if (left.length === 0) return [];
  const remedies = remediesWhenAsked(input, plan, left);
  return checksOf(input, plan, remedies).flatMap((check) => found(check, left));
}

function found({ why, noun, ...check }: InvoiceCheck, left: readonly PlannedInvoice[]): Finding[] {
  const about = left.flatMap((invoice) => {
    const reason = why(invoice);
    if (reason === undefined) return [];
    const detail = `Hóa đơn «${invoice.voucherNumber}» đã bàn giao ${reason}.`;
    return { kind: 'invoice' as const, id: invoice.key, profile: invoice.profile, detail };
  });
  const [first] = about;
  if (!first) return [];
  const message = about.length === 1 ? first.detail : `${formatVnd(about.length)} ${noun}. Ví dụ: ${first.detail}`;
  return [{ ...check, message, count: about.length, about }];
}

/** The invoices that AMIS has mended. */
const remediesWhenAsked = (input: IssuanceInput, plan: IssuancePlan, kept: readonly PlannedInvoice[]): Ask =>
  lazily(() => {
    const { lines, invoiceRules } = input;
    return remediesIn({
      ...{ profiles: liveProfiles({ profiles: input.profiles, kept, invoiceRules }), kept, lines, returns: [] },
      settled: plan.settled,
    });
  });

function checksOf(input: IssuanceInput, { warnings, excluded }: IssuancePlan, remedies: Ask): InvoiceCheck[] {
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  // Lines that are left out are told as such.
  for (const { line } of excluded) lines.delete(line);
  const buyerOf = buyersToday(input);
  // One whose sales are another customer's by now is told as such.
  const moved = new Set(warnings.flatMap(({ code, invoice }) => (code === 'KEPT_INVOICE_BUYER' ? invoice : [])));
  const numberOf = (invoice: PlannedInvoice): string | undefined => {
    const now = moved.has(invoice.key) ? undefined : buyerOf(invoice);
    const difference = now && numberDifference(invoice.buyer, now);
    return difference === undefined || remedies().isOfBuyer(invoice, [now]) ? undefined : difference;
  };
  const nameOf = (invoice: PlannedInvoice): string | undefined => {
    const now = moved.has(invoice.key) ? undefined : buyerOf(invoice);
    if (!now || numberDifference(invoice.buyer, now) !== undefined) return undefined;
    return nameDifference(invoice.buyer, now);
  };
  return [
    {
      code: 'KEPT_INVOICE_FACTOR',
      severity: 'warn',
      noun: 'hóa đơn đã bàn giao ghi số lượng theo hệ số khác với hệ số nay',
      remedy:
        'So với phiếu giao hàng. Hệ số nay sai thì sửa lại ở liên kết mã hàng. Hóa đơn ghi sai số lượng: chưa phát hành thì xóa ở AMIS, nạp lại sổ bán hàng AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành thì điều chỉnh (đúng phần số lượng chênh, tiền hàng giữ nguyên) hoặc thay thế ở AMIS, Diễn giải nêu số của nó (khách kinh doanh: có thỏa thuận trước; hóa đơn máy tính tiền: chỉ thay thế); rồi nạp lại sổ bán hàng AMIS.',
      why: factorCheck(input, lines, remedies),
    },
    {
      code: 'KEPT_INVOICE_TAX_CODE',
      severity: 'warn',
      noun: 'hóa đơn đã bàn giao ghi mã số thuế, số định danh của người mua khác với danh mục nay',
      remedy:
        'Xem hóa đơn ở AMIS, hỏi lại khách. Khách đổi mã số sau ngày hóa đơn (hộ kinh doanh lên công ty) thì hóa đơn đúng, không phải làm gì. Danh mục sai thì sửa lại danh mục. Hóa đơn sai: chưa phát hành thì xóa ở AMIS, nạp lại sổ bán hàng AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó (khách kinh doanh: có thỏa thuận trước; hóa đơn máy tính tiền: chỉ thay thế); rồi nạp lại sổ bán hàng AMIS.',
      why: numberOf,
    },
    {
      code: 'KEPT_INVOICE_BUYER_NAME',
      severity: 'info',
      noun: 'hóa đơn đã bàn giao ghi tên, địa chỉ người mua khác với danh mục nay',
      remedy:
        'Khách đổi tên, dời địa chỉ sau ngày hóa đơn thì hóa đơn đúng, không phải làm gì. Hóa đơn ghi sai tên, địa chỉ mà đúng mã số thuế: thông báo người mua và gửi mẫu 04/SS-HĐĐT cho cơ quan thuế, không lập hóa đơn mới (Khớp không thấy mẫu ấy nên còn nêu); chưa phát hành thì xóa ở AMIS, «Thu hồi» hóa đơn rồi sinh lại.',
      why: nameOf,
    },
    {
      code: 'KEPT_INVOICE_KIND',
      severity: 'warn',
      noun: 'hóa đơn đã bàn giao có dòng bán mà Bravo nay ghi loại khác (hàng, dịch vụ, hàng tặng)',
      remedy:
        'Loại dòng ở Bravo sai thì sửa ở Bravo rồi nạp lại. Hóa đơn sai: hàng ghi nhầm dịch vụ thì AMIS chưa trừ tồn, dịch vụ ghi nhầm hàng thì AMIS trừ tồn thừa: sửa phiếu xuất kho ở AMIS rồi nạp lại tồn kho, xem ngày hóa đơn có đúng ngày hoàn thành dịch vụ không. Chưa phát hành thì xóa ở AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành mà tên hàng hay ngày sai thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó.',
      why: kindDifference(lines),
    },
  ];
}

function factorCheck(input: IssuanceInput, lines: Lines, remedies: Ask): InvoiceCheck['why'] {
  const otherOf = otherQuantities(input, lines);
  const inAmis = amisQuantities(input);
  return (invoice) => {
    const others = otherOf(invoice).filter(
      (one) => !inAmis(invoice, one) && !remedies().isRestated(invoice, one.product, one.due - one.stated),
    );
    return others.length === 0 ? undefined : others.map(quantityWords).join('; ');
  };
}

/** Tells whether AMIS has the invoice with the quantity of today: a person put it right there before it was issued. Ledgers are gone through when first asked. */
function amisQuantities({ profiles }: Pick<IssuanceInput, 'profiles'>) {
  const rowsOf = new Map(profiles.map(({ terms, salesLedger }) => [terms.code, lazily(() => byVoucher(salesLedger))]));
  return ({ profile, voucherNumber }: PlannedInvoice, { product, due }: OtherQuantity): boolean => {
    const own = rowsOf.get(profile)?.().get(voucherNumber) ?? [];
    const ofProduct = own.filter((entry) => foldCode(entry.product) === foldCode(product));
    const theirs = ofProduct.reduce((sum, { quantity }) => sum + quantity, 0n);
    const off = theirs - due;
    return 2n * (off < 0n ? -off : off) <= lastPlaceOf(theirs);
  };
}

const byVoucher = (ledger: readonly AmisSalesEntry[]) => Map.groupBy(ledger, ({ voucherNumber }) => voucherNumber);

/** Hardly any invoice is wrong: what is needed for those alone is worked out when first asked for. */
function lazily<T>(make: () => T): () => T {
  let known: { readonly made: T } | undefined;
  return () => {
    known ??= { made: make() };
    return known.made;
  };
}
