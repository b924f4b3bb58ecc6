import { CONFIDENCES, RULE_KINDS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { z } from 'zod';
import { get, post, put } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { instant, note, version } from '../values.ts';

const RULE_ACTIONS = ['edit', 'reset', 'confirm'] as const;

const kind = z.enum(RULE_KINDS);
/** Checked with the rest of a rule, so that every problem is told with its place. */
const ruleDay = z.string().max(10).describe('YYYY-MM-DD; 1900-01-01: từ trước đến nay');
const text = z.string().trim().max(1000);
const confirmation = z.object({ by: text.describe('Tên chuyên gia'), on: ruleDay }).meta({ id: 'RuleConfirmation' });

const sourced = {
  fromDate: ruleDay,
  source: text.describe('Văn bản'),
  reference: text.describe('Điều khoản'),
  id: text.optional().describe('Tên quy tắc trong tài liệu luật; quy tắc tự thêm thì không có'),
  confidence: z.enum(CONFIDENCES).optional().describe('Đã đọc toàn văn, theo một nguồn thứ cấp, hay suy ra'),
};
const fine = z.object({ low: z.int(), high: z.int() }).describe('Đồng, từ và đến; 0 và 0: cảnh cáo');
const own = {
  vatRates: { rates: z.array(z.string().max(20)).max(50).describe('KHAC: mọi thuế suất KHAC:x') },
  vatReductions: { toDate: ruleDay, standardRate: z.string().max(20), reducedRate: z.string().max(20) },
  consumerTexts: { text },
  holidays: { toDate: ruleDay, name: text },
  symbols: { forms: text, letters: text, kinds: text, numberDigits: z.int() },
  announcedHolidays: { toDate: ruleDay },
  swaps: { worked: ruleDay.describe('Thứ bảy làm bù cho ngày nghỉ hoán đổi') },
  invoiceDates: { days: z.int().describe('Ngày hóa đơn là bao nhiêu ngày sau ngày bán') },
  signing: {
    workingDays: z.int().nullable().describe('Ký và gửi chậm nhất bao nhiêu ngày làm việc; null: chưa rõ hạn'),
  },
  fineLadders: {
    brackets: z
      .array(z.object({ from: z.int(), lateSale: fine, lateLight: fine, missingSale: fine, missingLight: fine }))
      .max(50),
  },
  cancellations: { isAllowed: z.boolean().describe('Hóa đơn đã có số có được hủy không') },
  consolidations: {
    isAllowed: z.boolean().describe('Hóa đơn đã có số có được hủy không; hàng tặng có được gộp không'),
  },
  incidents: {
    sellerDays: z.int().nullable().describe('Sự cố của bên bán: lập trong bao nhiêu ngày làm việc sau khi khắc phục'),
    taxSystemDays: z.int().nullable().describe('Sự cố hệ thống thuế: trong bao nhiêu ngày làm việc; null: hạn thường'),
  },
  exportDates: {
    workingDays: z
      .int()
      .nullable()
      .describe(
        'Ký và gửi chậm nhất bao nhiêu ngày làm việc; của hàng xuất khẩu: ngày hóa đơn chậm nhất bao nhiêu ngày làm việc sau thông quan; null: chưa rõ hạn',
      ),
  },
  serviceDates: { isPaymentCounted: z.boolean().describe('Dịch vụ thu tiền trước: ngày thu tiền là ngày hóa đơn') },
  reconciliationTrades: {
    trades: z.array(text).max(500).describe('Các ngành được lập hóa đơn theo kỳ đối soát'),
    dayOfNextMonth: z.int().describe('Chậm nhất ngày này của tháng sau tháng cung cấp'),
    daysAfterPeriod: z.int().describe('Hoặc chậm nhất bao nhiêu ngày sau kỳ quy ước'),
  },
  branchCodes: { last: z.int().describe('Số đơn vị phụ thuộc lớn nhất sau mã số thuế') },
  accountCharts: {
    undivided: z
      .array(z.string().max(10))
      .max(500)
      .describe('Tài khoản không chia tài khoản con, trừ khi đơn vị tự giữ'),
  },
} as const satisfies Record<(typeof RULE_KINDS)[number], z.ZodRawShape>;

/** The rules of every kind, with `extra` fields in each. */
const rulesWith = <E extends z.ZodRawShape>(extra: E) => {
  const listOf = <S extends z.ZodRawShape>(fields: S) =>
    z.array(z.object({ ...sourced, ...fields, ...extra })).max(500);
  return z.object({
    vatRates: listOf(own.vatRates),
    vatReductions: listOf(own.vatReductions),
    consumerTexts: listOf(own.consumerTexts),
    holidays: listOf(own.holidays),
    announcedHolidays: listOf(own.announcedHolidays),
    swaps: listOf(own.swaps),
    symbols: listOf(own.symbols),
    invoiceDates: listOf(own.invoiceDates),
    signing: listOf(own.signing),
    fineLadders: listOf(own.fineLadders),
    cancellations: listOf(own.cancellations),
    consolidations: listOf(own.consolidations),
    incidents: listOf(own.incidents),
    exportDates: listOf(own.exportDates),
    serviceDates: listOf(own.serviceDates),
    reconciliationTrades: listOf(own.reconciliationTrades),
    branchCodes: listOf(own.branchCodes),
    accountCharts: listOf(own.accountCharts),
  });
};

const confirmed = { confirmed: confirmation.nullable().describe('null: chưa ai xác nhận') };
const rules = rulesWith(confirmed).meta({ id: 'InvoiceRules' });

/** A rule of any kind: the fields of its kind are there. */
const anyRule = z
  .object({ ...sourced, ...confirmed })
  .extend(
    z
      .object({
        ...own.vatRates,
        ...own.vatReductions,
        ...own.consumerTexts,
        ...own.holidays,
        ...own.symbols,
        ...own.announcedHolidays,
        ...own.swaps,
        ...own.invoiceDates,
        ...own.signing,
        ...own.fineLadders,
        ...own.cancellations,
        ...own.consolidations,
        ...own.incidents,
        ...own.exportDates,
        ...own.serviceDates,
        ...own.reconciliationTrades,
        ...own.branchCodes,
        ...own.accountCharts,
      })
      .partial().shape,
  )
  .meta({ id: 'InvoiceRule' });

const difference = z
  .object({ kind, fromDate: ruleDay, before: anyRule.nullable(), after: anyRule.nullable() })
  .meta({ id: 'InvoiceRuleDifference' });

const installationRules = z
  .object({
    version: version.describe('1: quy tắc có sẵn, chưa ai đổi'),
    rules,
    differences: z.array(difference).describe('Khác với quy tắc có sẵn: before là có sẵn'),
    changed: z.object({ by: z.string(), at: instant }).nullable(),
  })
  .meta({ id: 'SiteInvoiceRules' });

const changedRules = installationRules.extend({
  periods: z.array(z.string()).describe('Tên các kỳ đã sinh hóa đơn theo quy tắc khác, cần sinh lại'),
});

const reason = z.string().trim().min(1).max(2000).describe('Lý do, vào lịch sử và nhật ký');

export const ruleEndpoints = {
  getInvoiceRules: get('/invoice-issuance/rules', {
    summary: 'Quy tắc hóa đơn theo ngày đang dùng, và khác gì với quy tắc có sẵn',
    response: installationRules,
  }),
  listInvoiceRuleChanges: get('/invoice-issuance/rules/history', {
    summary: 'Lịch sử quy tắc hóa đơn, mới trước',
    query: listQuery(['version'], {}),
    response: page(
      z.object({
        version,
        action: z.enum(RULE_ACTIONS),
        reason: z.string(),
        by: z.string(),
        at: instant,
        differences: z.array(difference).describe('So với phiên bản trước'),
      }),
    ),
  }),
  updateInvoiceRules: put('/invoice-issuance/rules', {
    summary: 'Thay quy tắc hóa đơn; quy tắc bị sửa thì cần xác nhận lại',
    access: 'admin',
    body: z.object({ version, rules: rulesWith({}).partial().describe('Loại không ghi giữ nguyên'), reason }),
    response: changedRules,
    errors: ['STALE_VERSION', 'RULES_INVALID'],
  }),
  resetInvoiceRules: post('/invoice-issuance/rules/reset', {
    summary: 'Trở về quy tắc có sẵn',
    access: 'admin',
    body: z.object({ version, reason }),
    response: changedRules,
    errors: ['STALE_VERSION', 'IDEMPOTENCY_MISMATCH'],
  }),
  confirmInvoiceRules: post('/invoice-issuance/rules/confirm', {
    summary: 'Ghi rằng chuyên gia đã xác nhận các quy tắc, hoặc bỏ xác nhận',
    access: 'admin',
    body: z.object({
      version,
      rules: z
        .array(z.object({ kind, fromDate: ruleDay }))
        .min(1)
        .max(500),
      confirmed: confirmation.nullable(),
      note: note.default(''),
    }),
    response: changedRules,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'RULES_INVALID', 'IDEMPOTENCY_MISMATCH'],
  }),
} as const;
