import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import { uniqueRefs } from '../findings/records.ts';
import { REASON_NAMES } from '../shortages/reason-names.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import type { IssuanceInput, IssuancePlan, ShortageReason, Warning } from '../types.ts';

/** The shortages of a plan by reason, the most money first. */
export function shortageFindings(plan: IssuancePlan): Finding[] {
  const byReason = new Map<ShortageReason, { amount: number; about: RecordRef[] }>();
  for (const { reason, amount, line, message } of plan.shortages) {
    const own = byReason.get(reason) ?? { amount: 0, about: [] };
    own.amount += amount;
    own.about.push({ kind: 'line', id: line, detail: message, amount });
    byReason.set(reason, own);
  }
  const most = [...byReason].sort(([, a], [, b]) => b.amount - a.amount);
  return most.map(([reason, { amount, about }]) => ({
    code: `SHORTAGE_${reason}`,
    severity: 'warn',
    message: `${REASON_NAMES[reason]}: ${formatVnd(about.length)} phần chưa xuất, ${formatVnd(amount)} đồng.`,
    remedy: REMEDIES[reason],
    count: about.length,
    about,
  }));
}

const PLAN_REMEDIES: Readonly<Record<string, string>> = {
  BUYER_INCOMPLETE: 'Bổ sung thông tin khách ở AMIS hoặc Bravo rồi lập lại.',
  BUYER_AS_CONSUMER:
    'Khách cần đứng tên thì bổ sung đủ tên, địa chỉ, số định danh (người nước ngoài: hộ chiếu, quốc tịch) ở AMIS rồi nạp lại và sinh lại.',
  BUYER_TAX_CODE_INVALID:
    'Hỏi lại khách và sửa mã số thuế trước khi phát hành: sai mã số thuế phải điều chỉnh hoặc thay thế.',
  BUYER_TAX_CODE_BRANCH:
    'Đối chiếu với giấy đăng ký: từ 01/07/2026 đuôi chi nhánh chỉ cấp 001–990, mã cấp trước vẫn dùng.',
  BUYER_AMBIGUOUS: 'Nối khách Bravo với đúng khách AMIS.',
  BUYER_TAX_CODE_DIFFERS: 'Kiểm tra lại việc nối khách: hai mã số thuế là hai pháp nhân.',
  BUYER_INACTIVE: 'Mở lại khách ở AMIS hoặc nối với khách khác.',
  PRODUCT_INACTIVE: 'Mở lại mã hàng ở AMIS, hoặc nối mặt hàng với mã đang dùng.',
  PRODUCT_WITHOUT_UNIT: 'Bổ sung đơn vị tính của mã hàng ở AMIS, nạp lại danh mục hàng hóa rồi sinh lại.',
  VAT_REDUCTION_UNKNOWN:
    'Tra nghị định của đợt giảm, ghi «Giảm thuế» và căn cứ ở mã hàng (hoặc thuế suất ở sổ Bravo), rồi sinh lại.',
  VAT_REDUCTION_UNFIT: 'Sửa thuế suất hoặc «Giảm thuế» của mã hàng: chỉ hàng 10 % mới được giảm.',
  CODE_ZEROS_DIFFER:
    'Thường là tệp đã được mở bằng Excel rồi lưu lại, mất số 0 đầu mã: nạp lại tệp xuất từ phần mềm. Nếu thật là mã khác, nạp danh mục có mã ấy trước.',
  AMIS_PRODUCT_UNKNOWN:
    'Nạp lại danh mục hàng hóa (cả mã đã ngừng dùng), và sổ bán hàng xuất thẳng từ AMIS: mã dạng «8,93E+12» hay «02-Jan» là do mở tệp bằng Excel rồi lưu lại; rồi sinh lại.',
  FACTOR_IMPLAUSIBLE:
    'Mở liên kết ở «Liên kết hàng hóa» của hồ sơ và xem lại hệ số (1 đơn vị chính Bravo = mấy đơn vị AMIS), rồi sinh lại trước khi bàn giao. Hệ số đúng mà giá thật như vậy thì bỏ qua.',
  NEGATIVE_STOCK: 'Tìm chứng từ nhập còn thiếu ở AMIS; Khớp tính tồn âm là 0.',
  OTHER_INCOMING: 'Nạp sổ mua hàng đủ kỳ; nhập khác (chuyển kho, thành phẩm) chỉ dùng được từ cuối kỳ.',
  PURCHASES_EXCEED_INCOMING: 'Xuất lại báo cáo tồn kho và sổ mua hàng cùng lúc.',
  SNAPSHOT_DRIFT: 'Xuất lại báo cáo tồn kho và sổ bán hàng cùng lúc.',
  AMIS_ENTRIES_UNMATCHED: 'Xem các dòng AMIS này có phải bán hàng ngoài Bravo không.',
  SALE_MAYBE_ISSUED:
    'Mở chứng từ AMIS ấy ở «Đối chiếu → Sổ AMIS», xem từng dòng: chọn «Là dòng này» nếu đúng là dòng bán ấy, tích «Gộp» rồi «Là các dòng này» nếu dòng ấy gộp nhiều lần bán, «Không phải dòng nào của kỳ» nếu là lần bán khác; rồi sinh lại. Chưa rõ thì đừng nhập hóa đơn nháp ấy vào AMIS.',
  SALE_MAYBE_ISSUED_ELSEWHERE:
    'Xem chứng từ ấy ở «Đối chiếu → Sổ AMIS» của kỳ kia. Đúng là lần bán này thì xuất sổ chi tiết bán hàng AMIS từ đầu kỳ này đến hết ngày của chứng từ, nạp vào kỳ này, chọn dòng bán cho nó nếu Khớp chưa tự nhận, rồi sinh lại. Chưa rõ thì đừng nhập hóa đơn nháp ấy vào AMIS; là lần bán khác thì bỏ qua.',
  AMIS_AMOUNT_DIFFERS:
    'So lại số lượng, đơn giá giữa Bravo và hóa đơn đã xuất ở AMIS; Bravo đúng thì điều chỉnh hóa đơn ấy.',
  AMIS_DIFFERS_FROM_OURS: 'Kiểm tra hóa đơn đã điều chỉnh hoặc hủy ở AMIS.',
  KEPT_INVOICE_WITHOUT_STOCK:
    'Nạp báo cáo tồn kho mới nhất; nếu vẫn thiếu thì kiểm tra tồn kho của hóa đơn được giữ, AMIS có thể từ chối xuất quá tồn.',
  STOCK_HELD_ELSEWHERE:
    'Nạp lại sổ chi tiết bán hàng AMIS của kỳ kia, rồi lấy lại báo cáo tồn kho của kỳ này; hóa đơn nháp không cần nữa thì sinh lại kỳ kia.',
  AMIS_STATUS_UNCLEAR:
    'Ở AMIS, ghi vào Diễn giải «thay thế cho hóa đơn số …» hoặc «điều chỉnh cho hóa đơn số …», hoặc xuất sổ kèm cột Trạng thái hóa đơn; hóa đơn thay thế hay điều chỉnh lập sau kỳ thì xuất sổ đến hết ngày của nó; rồi nạp lại sổ và sinh lại.',
  AMIS_DECISION_EXCEEDS_LINE:
    'Bỏ ghim hóa đơn nháp đang giữ dòng bán ấy rồi sinh lại; hóa đơn đã xuất thì điều chỉnh ở AMIS; hoặc chọn lại dòng bán cho dòng sổ AMIS.',
  KEPT_INVOICE_AMOUNT_DIFFERS:
    'Nếu hóa đơn đúng, sửa lại giá trên sổ Bravo. Nếu sổ đúng: hóa đơn chưa phát hành thì xóa ở AMIS, «Thu hồi» rồi sinh lại; đã phát hành thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó, rồi nạp lại sổ bán hàng AMIS.',
  KEPT_INVOICE_EXCLUDED:
    'Mở chứng từ ở Bravo: lần bán không còn thì điều chỉnh hoặc thay thế hóa đơn ấy ở AMIS, Diễn giải nêu số của nó (chưa phát hành thì xóa ở AMIS), rồi nạp lại sổ bán hàng AMIS; còn bán thì sửa trạng thái ở Bravo hoặc bỏ loại trừ, rồi sinh lại.',
  KEPT_INVOICE_BUYER:
    'Hỏi lại ai là người mua. Khách ở Bravo ghi sai thì sửa ở Bravo rồi nạp lại. Hóa đơn sai: chưa phát hành thì xóa ở AMIS; đã phát hành mà sai mã số thuế thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó (khách kinh doanh: có thỏa thuận trước), chỉ sai tên, địa chỉ thì thông báo người mua và gửi mẫu 04/SS-HĐĐT, không lập hóa đơn mới (Khớp không thấy mẫu ấy nên còn nhắc); rồi nạp lại sổ bán hàng AMIS.',
  KEPT_INVOICE_BRANCH:
    'So với phiếu giao hàng xem công ty nào bán. Chi nhánh ở Bravo sai thì sửa ở Bravo rồi nạp lại. Hóa đơn sai người bán: chưa phát hành thì xóa ở AMIS, nạp lại sổ bán hàng AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành thì điều chỉnh giảm hết hàng ấy ở AMIS, Diễn giải nêu số của nó, công ty đã bán lập hóa đơn của mình; rồi nạp lại sổ bán hàng AMIS.',
  KEPT_INVOICE_DAY:
    'So với phiếu giao hàng. Ngày ở Bravo sai thì sửa ở Bravo rồi nạp lại. Hóa đơn sai ngày: chưa phát hành thì xóa ở AMIS, nạp lại sổ bán hàng AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành thì ngày trên hóa đơn không lùi, không dời được: sửa ngày hạch toán của chứng từ ở AMIS theo ngày bán, coi là lập sai thời điểm và hỏi cơ quan thuế cách xử lý (Khớp vẫn đếm theo ngày bán cũ và còn nhắc, đến khi hóa đơn bị thay thế).',
  KEPT_INVOICE_GOODS:
    'So với phiếu giao hàng. Mặt hàng ở Bravo sai thì sửa ở Bravo rồi nạp lại; cùng một hàng mà thiếu liên kết thì nối mã. Hóa đơn ghi sai hàng: chưa phát hành thì xóa ở AMIS, «Thu hồi» hóa đơn rồi sinh lại; đã phát hành thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó (khách kinh doanh: có thỏa thuận trước); rồi nạp lại sổ bán hàng AMIS.',
  SALE_ENTERED_ANEW:
    'Mở chứng từ ở Bravo. Chứng từ đã xóa rồi nhập lại, hay một dòng đã tách thành hai: loại trừ những dòng nhập lại, tách ra (đã có hóa đơn), rồi sinh lại; nhập lại với khách, giá hay hàng khác thì điều chỉnh hoặc thay thế hóa đơn đã bàn giao ở AMIS. Lần bán cũ bị xóa thật, đây là lần bán khác: điều chỉnh hoặc thay thế hóa đơn ấy ở AMIS, Diễn giải nêu số của nó (chưa phát hành thì xóa ở AMIS và «Thu hồi»), rồi nạp lại sổ bán hàng AMIS; quản trị viên được đi tiếp, ghi lý do.',
  KEPT_DRAFT_OUTDATED: 'Bỏ ghim hóa đơn rồi sinh lại; nếu còn đúng thì sửa sổ, loại trừ hoặc đối chiếu trước.',
  DRAFT_REDATED:
    'Xem lại ngày trước khi bàn giao; hóa đơn trễ đã được đếm vào số hóa đơn lập sai thời điểm, không lùi ngày được.',
  TOO_MANY_LINES: 'Tăng giới hạn số dòng của hồ sơ, hoặc tách chứng từ.',
  VAT_DIFFERS_FROM_LEDGER:
    'Kiểm tra thuế suất và tiền thuế trên sổ Bravo; hóa đơn tính thuế theo nhóm thuế suất. Hóa đơn đã bàn giao ghi sai thuế: chưa phát hành thì xóa ở AMIS, «Thu hồi» rồi sinh lại; đã phát hành thì điều chỉnh hoặc thay thế ở AMIS, Diễn giải nêu số của nó, rồi nạp lại sổ bán hàng AMIS.',
  NEGATIVE_INVOICE: 'Xem lại chiết khấu của chứng từ.',
};
/** The noun for several warnings of one code. */
const PLAN_NOUNS: Readonly<Record<string, string>> = {
  BUYER_INCOMPLETE: 'khách cần hóa đơn còn thiếu thông tin',
  BUYER_AS_CONSUMER: 'cá nhân cần hóa đơn nhưng thiếu thông tin, hóa đơn ghi như người tiêu dùng',
  BUYER_TAX_CODE_INVALID: 'khách có mã số thuế sai',
  BUYER_TAX_CODE_BRANCH: 'khách có mã số thuế với đuôi chi nhánh ngoài 001–990',
  BUYER_AMBIGUOUS: 'khách trùng mã số thuế với nhiều khách AMIS',
  BUYER_TAX_CODE_DIFFERS: 'khách đã nối có mã số thuế khác nhau ở hai bên',
  BUYER_INACTIVE: 'khách AMIS đã ngừng dùng',
  PRODUCT_INACTIVE: 'mã hàng đã ngừng dùng nhưng còn được xuất',
  PRODUCT_WITHOUT_UNIT: 'mã hàng không có đơn vị tính',
  VAT_REDUCTION_UNKNOWN: 'mã hàng chưa xác định có được giảm thuế, hóa đơn lấy mức chưa giảm',
  VAT_REDUCTION_UNFIT: 'mã hàng ghi được giảm thuế ở mức không được giảm',
  CODE_ZEROS_DIFFER: 'hồ sơ có tệp mà mã chỉ khác mã đã có ở số 0 đầu mã',
  AMIS_PRODUCT_UNKNOWN: 'dòng sổ bán hàng AMIS có mã hàng mà danh mục và báo cáo tồn không có',
  FACTOR_IMPLAUSIBLE: 'mã hàng có hệ số quy đổi trái với giá',
  NEGATIVE_STOCK: 'mã hàng tồn âm',
  OTHER_INCOMING: 'mã hàng có nhập kho chưa rõ ngày',
  PURCHASES_EXCEED_INCOMING: 'mã có sổ mua hàng nhiều hơn nhập kho',
  SNAPSHOT_DRIFT: 'mã có báo cáo tồn cũ hơn sổ bán hàng',
  AMIS_ENTRIES_UNMATCHED: 'dòng sổ AMIS không thuộc dòng bán nào',
  SALE_MAYBE_ISSUED: 'hóa đơn nháp của lần bán mà AMIS có thể đã xuất bằng tay',
  SALE_MAYBE_ISSUED_ELSEWHERE: 'hóa đơn nháp của lần bán mà AMIS có thể đã xuất bằng tay, ở sổ của kỳ khác',
  AMIS_AMOUNT_DIFFERS: 'dòng đã xuất ở AMIS với số tiền khác sổ Bravo',
  AMIS_DIFFERS_FROM_OURS: 'hóa đơn của Khớp đã bị sửa hoặc hủy ở AMIS',
  KEPT_INVOICE_WITHOUT_STOCK: 'hóa đơn được giữ nhưng thiếu tồn',
  STOCK_HELD_ELSEWHERE: 'mã hàng mà hóa đơn của kỳ khác đang giữ',
  AMIS_STATUS_UNCLEAR: 'hóa đơn của Khớp mà sổ AMIS không nói rõ còn hiệu lực không',
  AMIS_DECISION_EXCEEDS_LINE: 'dòng sổ AMIS đã quyết định nhiều hơn phần còn lại của dòng bán',
  KEPT_INVOICE_AMOUNT_DIFFERS: 'hóa đơn đã xuất ghi khác tiền trên sổ hiện nay',
  KEPT_INVOICE_EXCLUDED: 'hóa đơn đã bàn giao có dòng bán nay đã được loại ra',
  KEPT_INVOICE_BUYER: 'hóa đơn đã bàn giao cho một khách mà Bravo nay ghi cho khách khác',
  KEPT_INVOICE_BRANCH: 'hóa đơn đã bàn giao có dòng bán mà Bravo nay ghi ở chi nhánh của công ty khác',
  KEPT_INVOICE_DAY: 'hóa đơn đã bàn giao cho lần bán mà Bravo nay ghi ngày khác',
  KEPT_INVOICE_GOODS: 'hóa đơn đã bàn giao ghi một mặt hàng mà Bravo nay ghi mặt hàng khác',
  SALE_ENTERED_ANEW: 'hóa đơn nháp của lần bán mà một hóa đơn đã bàn giao có thể đã xuất',
  KEPT_DRAFT_OUTDATED: 'hóa đơn nháp đã ghim không còn đúng với sổ',
  DRAFT_REDATED: 'hóa đơn nháp đã ghim được ghi lại ngày',
  TOO_MANY_LINES: 'hóa đơn quá số dòng',
  VAT_DIFFERS_FROM_LEDGER: 'hóa đơn có thuế khác thuế trên sổ',
  NEGATIVE_INVOICE: 'hóa đơn có tiền âm',
};

/** Codes of warnings of a plan that have words of their own. */
export const PLAN_CODES: readonly string[] = Object.keys(PLAN_REMEDIES);

/** Warnings that make the file unfit for import as it is, as long as the invoice has not left yet. */
const BLOCKING: ReadonlySet<string> = new Set([
  'NEGATIVE_INVOICE',
  'TOO_MANY_LINES',
  'KEPT_INVOICE_WITHOUT_STOCK',
  'KEPT_DRAFT_OUTDATED',
  'SALE_ENTERED_ANEW',
]);

/**
 * The records that a warning is about, with its own words for each; a warning of several records is told once for all
 * of them.
 */
function refsOfWarning({ about, invoice, line, profile, message }: Warning, period: string): RecordRef[] {
  const own = profile === undefined ? {} : { profile };
  if (about) return about.map((ref) => (about.length === 1 ? { detail: message, ...ref } : ref));
  if (invoice !== undefined) return [{ kind: 'invoice', id: invoice, ...own, detail: message }];
  if (line !== undefined) return [{ kind: 'line', id: line, detail: message }];
  if (profile !== undefined) return [{ kind: 'profile', id: profile, profile, detail: message }];
  return [{ kind: 'period', id: period, detail: message }];
}

/** Told from the ledger as it is now (amis-ledger/difference-findings.ts, issued), which may be newer than the plan. */
const TOLD_FROM_LEDGER: ReadonlySet<string> = new Set(['INVOICE_DIFFERS_FROM_AMIS', 'CANCEL_NOT_LAWFUL']);

/** A plan's warnings, its entries that wait for a decision, and the customers that AMIS has to know first. */
export function planFindings(plan: IssuancePlan, input: Pick<IssuanceInput, 'profiles' | 'period'>): Finding[] {
  const drafts = new Set(plan.invoices.filter((one) => one.status === 'draft').map((one) => one.key));
  const isBlocking = ({ code, invoice }: Warning): boolean =>
    BLOCKING.has(code) && (invoice === undefined || drafts.has(invoice));
  const groups = new Map<string, Warning[]>();
  for (const warning of [...plan.warnings, ...plan.invoices.flatMap((invoice) => invoice.warnings)]) {
    if (TOLD_FROM_LEDGER.has(warning.code)) continue;
    const key = isBlocking(warning) ? `${warning.code} ${warning.profile ?? ''}` : warning.code;
    const known = groups.get(key);
    if (known) known.push(warning);
    else groups.set(key, [warning]);
  }
  const findings = [...groups.values()].map((own): Finding => {
    const { code, profile, message } = own[0]!;
    const about = uniqueRefs(own.flatMap((warning) => refsOfWarning(warning, input.period.name)));
    const blocks = isBlocking(own[0]!);
    const vouchers = new Set(own.map((warning) => warning.voucher));
    const [voucher] = vouchers;
    return {
      code,
      severity: blocks ? 'block' : 'warn',
      message:
        own.length === 1 ? message : `${formatVnd(about.length)} ${PLAN_NOUNS[code] ?? 'lưu ý'}. Ví dụ: ${message}`,
      remedy: PLAN_REMEDIES[code] ?? REMEDIES.NEEDS_REVIEW,
      count: about.length,
      ...(blocks && profile !== undefined && { profile }),
      ...(vouchers.size === 1 && voucher !== undefined && { voucher }),
      about,
    };
  });
  if (plan.review.length > 0) {
    findings.push({
      code: 'AMIS_ENTRIES_UNDECIDED',
      severity: 'warn',
      message: `${formatVnd(plan.review.length)} dòng sổ bán hàng AMIS (${formatVnd(reviewAmount(plan, input))} đồng) có thể là bán hàng của kỳ: chờ người quyết định, các dòng Bravo liên quan chưa được lập hóa đơn.`,
      remedy: 'Quyết định từng dòng ở màn hình đối chiếu.',
      count: plan.review.length,
      about: plan.review.map(({ profile, entry, why }) => ({ kind: 'entry', id: entry, profile, detail: why })),
    });
  }
  if (plan.newCustomers.length > 0) {
    findings.push({
      code: 'NEW_CUSTOMERS',
      severity: 'info',
      message: `${formatVnd(plan.newCustomers.length)} khách mới cần nhập vào AMIS trước khi nhập hóa đơn.`,
      remedy: 'Nhập tệp KhachHangMoi.xlsx trước tệp BanHang.xlsx.',
      count: plan.newCustomers.length,
      about: plan.newCustomers.map(({ profile, customerCode }) => ({
        kind: 'new_customer',
        id: customerCode,
        profile,
      })),
    });
  }
  return findings;
}

function reviewAmount(plan: IssuancePlan, input: Pick<IssuanceInput, 'profiles'>): number {
  const waiting = new Set(plan.review.map((one) => `${one.profile} ${one.entry}`));
  let amount = 0;
  for (const { terms, salesLedger } of input.profiles) {
    for (const entry of salesLedger) if (waiting.has(`${terms.code} ${entry.id}`)) amount += entry.amount;
  }
  return amount;
}
