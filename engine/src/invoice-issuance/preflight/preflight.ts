import { type Day, formatDay, yearOf } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import { readTaxCode } from '../../tax-code.ts';
import { enteredAnewElsewhere } from '../amis-ledger/changed-since/entered-anew.ts';
import { differenceFindings } from '../amis-ledger/difference-findings.ts';
import { lastIssuedSource, withLastIssued } from '../amis-ledger/last-issued.ts';
import { suspectsElsewhere } from '../amis-ledger/suspects/suspects-elsewhere.ts';
import type { ProfileTerms } from '../books.ts';
import type { Finding, Severity } from '../findings/finding.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import { counted } from '../findings/records.ts';
import { gateFindings } from '../gate/gate-findings.ts';
import { cancelFindings } from '../issued/cancel-findings.ts';
import { correctionFindings } from '../issued/correction-findings.ts';
import { numberFindings } from '../issued/number-findings.ts';
import { type WithoutInvoice, withoutInvoice } from '../ledger/without-invoice.ts';
import { conflictFindings } from '../periods/conflict-findings.ts';
import { symbolYear } from '../rules/dates.ts';
import { type InvoiceRules, ruleOn } from '../rules/invoice-rules.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import { stockFindings } from '../stock/stock-findings.ts';
import type { IssuanceInput, IssuancePlan, Warning } from '../types.ts';
import { basisFindings } from './basis-findings.ts';
import { consolidationFindings } from './consolidation-findings.ts';
import { dayFindings } from './day-findings.ts';
import { draftFindings } from './draft-findings.ts';
import { ledgerFileFindings } from './ledger-file.ts';
import { lockFindings } from './lock-findings.ts';
import { lostVatFindings } from './lost-vat.ts';
import { planFindings, shortageFindings } from './preflight-plan.ts';
import { isSymbol, ruleFindings } from './preflight-rules.ts';
import { sharedPrefixes, sharedSymbols } from './shared/shared-settings.ts';
import { leftFindings } from './since-left/left-findings.ts';
import { timeFindings } from './time-findings.ts';
import { holidayFindings, yearFindings } from './year-findings.ts';

/**
 * "Kiểm tra kỳ": everything that keeps the period's invoices from being right, worst first. Without a plan it checks
 * the period's own data before generation; with one also the content of the export.
 */
export function preflight(given: IssuanceInput, plan?: IssuancePlan): Finding[] {
  const input = { ...given, profiles: given.profiles.map(withLastIssued(given)) };
  const openOf = withoutInvoice(input, plan);
  const findings = [
    ...periodFindings(input, openOf),
    ...basisFindings(input, openOf, plan),
    ...consolidationFindings(input),
    ...sharedPrefixes(input),
    ...sharedSymbols(input),
    ...input.profiles.flatMap((books) => [
      ...termsFindings(books.terms, input.period.issueDay, input.invoiceRules),
      ...methodFindings(books.terms),
      ...booksFindings(input, books),
    ]),
    ...ledgerFileFindings(input),
    ...stockFindings(input, plan),
    ...lockFindings(input, plan),
    ...cancelFindings(input, plan),
    ...correctionFindings(input),
    ...numberFindings(input),
    ...(plan ? planned(input, plan) : []),
    ...holidayFindings(input),
    ...ruleFindings(input),
  ];
  return worstFirst(counted(findings, input, plan));
}

const planned = (input: IssuanceInput, plan: IssuancePlan): Finding[] => [
  ...shortageFindings(plan),
  ...planFindings({ ...plan, warnings: [...plan.warnings, ...toldOfOthers(input, plan)] }, input),
  ...draftFindings(input, plan),
  ...leftFindings(input, plan),
  ...lostVatFindings(input, plan),
  ...timeFindings(input, plan),
  ...dayFindings(input, plan),
  ...gateFindings(input, plan),
  ...yearFindings(input, plan),
  ...conflictFindings(input, plan),
  ...differenceFindings(input, plan),
];

/** Doubts about drafts that come from other periods. */
const toldOfOthers = (input: IssuanceInput, plan: IssuancePlan): Warning[] => [
  ...suspectsElsewhere(input, plan),
  ...enteredAnewElsewhere(input, plan),
];

const RANK: Readonly<Record<Severity, number>> = { block: 0, warn: 1, info: 2 };

/** Heeded after the files went out, it comes too late: the first of what is as grave. */
const IN_TIME: Finding['code'] = 'EARLIER_PERIOD_IN_TIME';

/** Blocking findings, then those that a person should look at, then those for information. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || Number(b.code === IN_TIME) - Number(a.code === IN_TIME),
  );

/** Without a single sale; those that a file has given are not in the period before it is loaded. */
const noSales = (waiting: number): Finding => ({
  code: 'NO_SALES',
  severity: 'block',
  ...(waiting > 0
    ? {
        message: `Kỳ chưa có dòng bán hàng nào. ${formatVnd(waiting)} dòng bán của những ngày này đã đưa bằng tệp và đang chờ nạp vào kỳ.`,
        remedy: 'Bấm «Nạp sổ Bravo»: các dòng đã đưa bằng tệp vào kỳ cùng sổ bán hàng Bravo.',
      }
    : {
        message: 'Kỳ chưa có dòng bán hàng nào của Bravo.',
        remedy:
          'Nạp sổ bán hàng Bravo cho những ngày của kỳ (không nối được Bravo thì đưa «Bảng kê bán hàng» bằng tệp ở «Dòng bán hàng» rồi nạp); kỳ không còn dòng bán nào thì «Xóa kỳ», hóa đơn nháp đi theo.',
      }),
  count: 0,
  about: [],
});

function periodFindings({ lines, period, waitingSales = 0 }: IssuanceInput, openOf: WithoutInvoice): Finding[] {
  const findings: Finding[] = lines.length === 0 ? [noSales(waitingSales)] : [];
  const byBranch = new Map<string, { about: RecordRef[]; amount: number }>();
  const outside: string[] = [];
  let isAnyDeclared = false;
  for (const line of lines) {
    if (line.docDate < period.fromDate || line.docDate > period.toDate) outside.push(line.id);
    if ((period.issuers[line.branchCode] ?? []).length > 0) {
      isAnyDeclared = true;
      continue;
    }
    const amount = openOf(line);
    if (amount === undefined) continue;
    const own = byBranch.get(line.branchCode) ?? { about: [], amount: 0 };
    own.about.push({ kind: 'line', id: line.id, amount });
    own.amount += amount;
    byBranch.set(line.branchCode, own);
  }
  for (const [branch, { about, amount }] of byBranch) {
    findings.push({
      code: 'ISSUER_NOT_DECLARED',
      severity: isAnyDeclared ? 'warn' : 'block',
      message: `${branch === '' ? 'Dòng bán không ghi chi nhánh' : `Chi nhánh «${branch}»`} chưa khai báo hồ sơ xuất hóa đơn: ${formatVnd(about.length)} dòng, ${formatVnd(amount)} đồng.`,
      remedy: REMEDIES.ISSUER_NOT_DECLARED,
      count: about.length,
      about,
    });
  }
  if (outside.length > 0) {
    findings.push({
      code: 'SALES_OUTSIDE_PERIOD',
      severity: 'warn',
      message: `${formatVnd(outside.length)} dòng bán có ngày ngoài kỳ ${formatDay(period.fromDate)} – ${formatDay(period.toDate)}.`,
      remedy: 'Nạp lại sổ bán hàng đúng những ngày của kỳ.',
      count: outside.length,
      lines: outside,
    });
  }
  return findings;
}

/** The form of hóa đơn bán hàng, of sellers under the direct method of VAT. */
const DIRECT_METHOD_FORM = '2';

/** An entity of the direct method is refused (law.md, V4): its invoices state no rate, but a part of the turnover and a note of the reduction. */
const methodFindings = ({ code, invoiceForm }: ProfileTerms): Finding[] =>
  invoiceForm === DIRECT_METHOD_FORM
    ? [
        {
          code: 'DIRECT_METHOD',
          severity: 'block',
          message: `«${code}»: mẫu số 2 là hóa đơn bán hàng của đơn vị tính thuế GTGT theo phương pháp trực tiếp. Khớp chỉ lập hóa đơn GTGT của phương pháp khấu trừ, không ghi được số tiền giảm 20 % mức tỷ lệ và câu phải ghi của phương pháp trực tiếp, nên không lập cho hồ sơ này.`,
          remedy:
            'Đơn vị theo phương pháp khấu trừ thì sửa mẫu số thành 1; đơn vị theo phương pháp trực tiếp thì bỏ hồ sơ khỏi kỳ và lập ở AMIS.',
          count: 1,
          profile: code,
        },
      ]
    : [];

/** Mandatory contents of the seller, the form of the symbol, and the dates that the books allow. */
function termsFindings(terms: ProfileTerms, issueDay: Day, rules: InvoiceRules): Finding[] {
  const findings: Finding[] = [];
  const find = (code: string, severity: Severity, message: string, remedy: string) =>
    findings.push({ code, severity, message: `«${terms.code}»: ${message}`, remedy, count: 1, profile: terms.code });
  const tax = readTaxCode(terms.taxCode);
  const missing = [
    ...(terms.name === '' ? ['tên'] : []),
    ...(terms.address === '' ? ['địa chỉ'] : []),
    ...(tax.check === 'empty' ? ['mã số thuế'] : []),
  ];
  const editProfile = 'Sửa thông tin của hồ sơ ở trang hồ sơ AMIS.';
  if (terms.isActive === false) {
    find(
      'PROFILE_INACTIVE',
      'block',
      'hồ sơ đã ngừng dùng nhưng còn trong kỳ.',
      'Bỏ hồ sơ khỏi kỳ, hoặc mở lại hồ sơ ở trang hồ sơ AMIS.',
    );
  }
  if (missing.length > 0) find('SELLER_INCOMPLETE', 'block', `thiếu ${missing.join(', ')} của người bán.`, editProfile);
  if (tax.check === 'lost_zero') {
    const message = `mã số thuế «${terms.taxCode}» thiếu số 0 đầu: có lẽ là «${tax.code}».`;
    find('SELLER_TAX_CODE', 'block', message, editProfile);
  } else if (tax.check === 'bad_format' || tax.check === 'bad_checksum') {
    const severity = tax.check === 'bad_format' ? 'block' : 'warn';
    find('SELLER_TAX_CODE', severity, `mã số thuế «${terms.taxCode}» không đúng quy tắc.`, editProfile);
  }
  if (tax.check === 'branch_range') {
    const message = `mã số thuế «${terms.taxCode}» có đuôi chi nhánh ngoài 001–990: mã cấp trước 01/07/2026 vẫn dùng.`;
    find('SELLER_TAX_CODE', 'warn', message, 'Đối chiếu mã số thuế của hồ sơ với giấy đăng ký.');
  }
  if (terms.invoiceSymbol === '') {
    const message = 'chưa ghi ký hiệu hóa đơn: AMIS cho ký hiệu khi phát hành.';
    find('INVOICE_SYMBOL_MISSING', 'warn', message, editProfile);
  } else if (!isSymbol(terms, ruleOn(rules.symbols, issueDay)!)) {
    const message = `mẫu số «${terms.invoiceForm}», ký hiệu «${terms.invoiceSymbol}» không đúng dạng (ví dụ mẫu số 1, ký hiệu C26TYY).`;
    find('INVOICE_SYMBOL', 'block', message, editProfile);
  } else if (symbolYear(terms.invoiceSymbol) !== yearOf(issueDay)) {
    const message = `ký hiệu «${terms.invoiceSymbol}» là của năm ${symbolYear(terms.invoiceSymbol)}, ngày lập hóa đơn là ${formatDay(issueDay)}.`;
    find(
      'INVOICE_SYMBOL_YEAR',
      'warn',
      message,
      'Hóa đơn mang ngày của năm nào thì ghi ký hiệu của năm ấy: còn hóa đơn giữ ngày bán của năm trước thì giao xong rồi mới đổi ký hiệu.',
    );
  }
  if (terms.voucherPrefix === '') {
    find(
      'VOUCHER_PREFIX',
      'warn',
      'chưa có tiền tố số chứng từ.',
      'Đặt tiền tố riêng cho hồ sơ để nhận lại hóa đơn từ AMIS.',
    );
  }
  if (terms.lockedThrough !== undefined && issueDay <= terms.lockedThrough) {
    const message = `sổ khóa đến ${formatDay(terms.lockedThrough)}, ngày lập hóa đơn ${formatDay(issueDay)} nằm trong kỳ khóa.`;
    find('PROFILE_LOCKED', 'block', message, REMEDIES.PROFILE_LOCKED);
  }
  if (terms.lastIssuedDate !== undefined && issueDay < terms.lastIssuedDate) {
    const message = `ký hiệu đã có hóa đơn ngày ${formatDay(terms.lastIssuedDate)}${lastIssuedSource(terms)}, sau ngày lập ${formatDay(issueDay)}: không lập tiếp được trong ký hiệu này.`;
    find(
      'DATE_BEFORE_LAST_ISSUED',
      'block',
      message,
      'Kiểm tra ngày của hóa đơn ấy; nếu đúng, dùng ký hiệu khác của hồ sơ hoặc chờ đến ngày đó.',
    );
  }
  return findings;
}

/** One issuer without stock only issues less; if no issuer has stock, the plan says nothing. */
const issuersWithStock = ({ period, profiles }: IssuanceInput): number =>
  profiles.filter(
    ({ terms, inventory }) =>
      inventory.length > 0 && Object.values(period.issuers).some((codes) => codes.includes(terms.code)),
  ).length;

function booksFindings(input: IssuanceInput, books: IssuanceInput['profiles'][number]): Finding[] {
  const findings: Finding[] = [];
  const { code } = books.terms;
  const isIssuer = Object.values(input.period.issuers).some((codes) => codes.includes(code));
  if (isIssuer && books.inventory.length === 0) {
    findings.push({
      code: 'NO_INVENTORY',
      severity: issuersWithStock(input) === 0 ? 'block' : 'warn',
      message: `«${code}» chưa nạp tồn kho AMIS của kỳ: không có hàng để xuất.`,
      remedy: 'Nạp báo cáo Tổng hợp tồn kho đúng từ ngày đầu đến ngày cuối kỳ.',
      count: 1,
      profile: code,
    });
  }
  if (isIssuer && books.salesLedger.length === 0 && !books.salesLedgerFile) {
    findings.push({
      code: 'NO_AMIS_SALES_LEDGER',
      severity: 'warn',
      message: `«${code}» chưa nạp sổ bán hàng AMIS: hóa đơn đã xuất ngoài Khớp có thể bị lập lần hai.`,
      remedy: 'Nạp Sổ chi tiết bán hàng của kỳ; nếu AMIS chưa có hóa đơn nào thì bỏ qua.',
      count: 1,
      profile: code,
    });
  }
  const unfactored = books.productConnections.filter((connection) => !connection.factor);
  if (unfactored.length > 0) {
    findings.push({
      code: 'FACTOR_MISSING',
      severity: 'warn',
      message: `«${code}» có ${formatVnd(unfactored.length)} nối mã chưa có hệ số quy đổi.`,
      remedy: REMEDIES.FACTOR_MISSING,
      count: unfactored.length,
      profile: code,
      about: unfactored.map(({ product, item }) => ({ kind: 'connection', id: product, profile: code, item })),
    });
  }
  return findings;
}
