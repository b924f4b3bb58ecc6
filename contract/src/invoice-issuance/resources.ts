import { DAY_STATES } from '@khop/engine/invoice-issuance/gate/day-board.ts';
import { INCIDENT_KINDS } from '@khop/engine/invoice-issuance/rules/incidents.ts';
import { z } from 'zod';
import { day, id, instant, version, vnd } from '../values.ts';
import { issuingBasis } from './bases.ts';

export const PERIOD_STATUSES = ['open', 'generated', 'exported', 'closed'] as const;
export const EXCLUSION_REASONS = ['cancelled', 'internal', 'not_a_sale'] as const;
export const SHORTAGE_REASONS = [
  'ITEM_NOT_CONNECTED',
  'FACTOR_MISSING',
  'NO_STOCK',
  'STOCK_AFTER_SALE',
  'TAKEN_BY_OTHERS',
  'ISSUER_NOT_DECLARED',
  'NO_BASIS',
  'ISSUER_STOPPED',
  'INVOICE_REQUIREMENT_UNSET',
  'BUYER_INCOMPLETE',
  'PROFILE_LOCKED',
  'LATER_DAY',
  'NEXT_YEAR',
  'RETURN_UNMATCHED',
  'DISCOUNT_TO_ADJUST',
  'NEEDS_REVIEW',
  'VAT_RATE_UNKNOWN',
] as const;

/** Changes whenever the data behind «Kiểm tra kỳ» change. */
export const changeMark = z
  .string()
  .describe('Đổi khi có gì đó có thể đổi kết quả của Kiểm tra kỳ; so với mốc của lần kiểm tra đang hiện');

const fineStep = z
  .object({
    low: vnd,
    high: vnd.describe('0: cảnh cáo'),
    middle: vnd.describe('Giữa khung: mức phạt cụ thể khi không có tình tiết tăng, giảm'),
    nextFrom: z.int().nullable().describe('Số hóa đơn mà từ đó sang khung cao hơn; null: đã ở khung cuối'),
  })
  .describe('Khung phạt để ước lượng, không phải quyết định');

/** Invoices of one entity at the wrong time, and sales that can no longer be in time. */
export const lateness = z
  .object({
    profileId: id,
    code: z.string(),
    late: z.int().describe('Hóa đơn có ngày khác ngày bán'),
    lateLight: z.int().describe('Trong đó chỉ có hàng khuyến mại, biếu tặng'),
    missing: z.int().describe('Chứng từ bán còn phần chưa có hóa đơn, đã quá hạn ký'),
    missingLight: z.int(),
    lateStep: fineStep.nullable(),
    missingStep: fineStep.nullable(),
  })
  .meta({ id: 'Lateness' });

const dayInvoices = z.object({ count: z.int(), amount: vnd });
const daySales = z.object({ documents: z.int(), amount: vnd });

/** A day of sale in the books of one entity: the parts add up to the ledger of the day over its entities. */
export const dayCell = z
  .object({
    day,
    profileId: id.nullable().describe('null: chi nhánh chưa khai báo hồ sơ nào'),
    state: z.enum(DAY_STATES),
    drafts: dayInvoices,
    handedOver: dayInvoices.describe('Đã giao AMIS, chưa có số'),
    issued: dayInvoices,
    late: z.int().describe('Hóa đơn lập sai thời điểm'),
    expired: z.int().describe('Đã giao, chưa có số, đã quá hạn ký: tệp cũ không còn được nhập'),
    waiting: daySales.describe('Chưa lập được, có lý do'),
    unplanned: daySales.describe('Kế hoạch chưa xét đến'),
    notRequired: vnd.describe('Đã xuất nơi khác, loại khỏi kỳ, hoặc hàng đã trả'),
    signBy: day.nullable().describe('Ngày cuối để ký hóa đơn giữ ngày bán'),
    isOverdue: z.boolean().describe('Hạn ký đã qua mà còn phần chưa có hóa đơn, hoặc hóa đơn giữ ngày chưa có số'),
  })
  .meta({ id: 'DayCell' });
export type DayCell = z.infer<typeof dayCell>;

const incident = z
  .object({
    profile: z.string().min(1).max(100).describe('Mã hồ sơ'),
    kind: z.enum(INCIDENT_KINDS),
    fromDate: day,
    endedOn: day.describe('Ngày khắc phục xong, hoặc ngày cơ quan thuế thông báo hệ thống chạy lại'),
    evidence: z.string().trim().min(1).max(500).describe('Bằng chứng đang giữ: biên bản, thông báo, số và ngày'),
  })
  .refine(({ fromDate, endedOn }) => fromDate <= endedOn, {
    path: ['endedOn'],
    message: 'không được trước ngày bắt đầu',
  });

const periodRules = z.object({
  aggregateConsumersPerDay: z.boolean().default(false),
  cancelledDocStatuses: z.array(z.string().max(20)).max(50).default([]),
  internalPartnerCodes: z.array(z.string().max(100)).max(1000).default([]),
  divisibleUnits: z
    .array(z.string().max(50))
    .max(200)
    .default(['kg', 'g', 'm', 'mét', 'lít', 'l', 'm2', 'm3', 'tấn', 'tạ', 'giờ']),
  consolidatedMonthly: z
    .array(z.string().max(100))
    .max(50)
    .optional()
    .describe('Mã hồ sơ gộp hàng khuyến mại, cho, biếu, tặng vào một hóa đơn mỗi tháng'),
  consolidatedQuarterly: z
    .array(z.string().max(100))
    .max(50)
    .optional()
    .describe('Như trên, mỗi quý: theo kỳ khai thuế GTGT của hồ sơ'),
  discountsOnNextPurchase: z
    .boolean()
    .optional()
    .describe('Chiết khấu ghi riêng một chứng từ: ghi vào lần mua sau của khách, không vượt tiền hàng của lần ấy'),
  incidents: z
    .array(incident)
    .max(100)
    .optional()
    .describe('Sự cố: hóa đơn của những ngày ấy có hạn riêng, không tính trễ'),
});

export const periodFields = z.object({
  name: z.string().trim().min(1).max(200),
  fromDate: day,
  toDate: day,
  profileIds: z.array(id).min(1).max(50).describe('Thứ tự là thứ tự ưu tiên của kỳ'),
  issuers: z.record(z.string(), z.array(id)).default({}).describe('Chi nhánh Bravo → các hồ sơ được xuất hóa đơn'),
  bases: z
    .array(issuingBasis)
    .max(500)
    .nullish()
    .describe(
      'Căn cứ lập hóa đơn của từng hồ sơ cho từng chi nhánh; hồ sơ không có căn cứ ngày bán thì không lập. null: chưa ai khai, tạm coi là hàng của chính đơn vị',
    ),
  rules: periodRules.prefault({}),
});

export const period = periodFields
  .extend({
    id,
    bases: z.array(issuingBasis).nullable().describe('null: chưa ai khai căn cứ'),
    status: z.enum(PERIOD_STATUSES),
    profiles: z.array(z.object({ id, code: z.string(), name: z.string() })),
    branches: z
      .array(z.object({ code: z.string(), lines: z.int(), amount: vnd }))
      .describe('Chi nhánh có trong sổ của kỳ'),
    throughDate: day.nullable().describe('Hóa đơn được lập đến ngày này; null: đến hôm nay'),
    generatedAt: instant.nullable(),
    exportedAt: instant.nullable(),
    closedAt: instant.nullable(),
    closedBy: z.string().nullable().describe('Người đóng kỳ'),
    closeAcknowledgement: z.string().nullable().describe('Lời ghi nhận khi đóng kỳ'),
    version,
    createdAt: instant,
  })
  .meta({ id: 'InvoicePeriod' });
export type Period = z.infer<typeof period>;

/** ledger = invoiced + alreadyInvoiced + unallocated + excluded, in đồng; `vat` ties out the same way. */
export const tieOutFigures = z.object({
  ledger: vnd,
  invoiced: vnd,
  alreadyInvoiced: vnd,
  unallocated: vnd,
  excluded: vnd,
});

/** ledger = invoiced + alreadyInvoiced + unallocated + excluded + difference; `invoiced` is the VAT written on the invoices. */
export const vatFigures = tieOutFigures.extend({
  difference: vnd.describe('Thuế trên sổ của phần đã lập hóa đơn trừ thuế trên các hóa đơn ấy'),
});

export const vatReasonSum = z.object({
  reason: z.enum(['rounding', 'no_ledger_rate', 'rate_differs', 'ledger_tax', 'ledger_changed']),
  why: z.string(),
  difference: vnd,
  invoices: z.int(),
});

export const warning = z.object({
  code: z.string(),
  message: z.string(),
  profile: z.string().optional(),
  line: z.string().optional(),
  invoice: z.string().optional(),
});

export const periodStats = z
  .object({
    status: z.enum(PERIOD_STATUSES),
    tieOut: tieOutFigures,
    vatTieOut: tieOutFigures.describe('Theo thuế trên sổ của từng phần'),
    vat: vatFigures
      .extend({
        beyondRounding: z
          .object({ invoices: z.int(), difference: vnd })
          .nullable()
          .describe('Hóa đơn chênh quá mức làm tròn; null: kế hoạch cũ, sinh lại thì biết'),
      })
      .describe('Cân đối thuế với thuế thật ghi trên hóa đơn, phần chênh nêu riêng'),
    ledgerLines: z.int(),
    ledgerDocuments: z.int(),
    invoices: z.int(),
    invoiceTotal: vnd,
    byStatus: z.record(z.string(), z.int()),
    shortages: z.array(z.object({ reason: z.enum(SHORTAGE_REASONS), lines: z.int(), amount: vnd, remedy: z.string() })),
    byProfile: z.array(
      z.object({
        profileId: id,
        code: z.string(),
        name: z.string(),
        invoices: z.int(),
        amount: vnd,
        vatAmount: vnd,
        stockLoadedAt: instant.nullable(),
        salesLedgerLoadedAt: instant.nullable(),
        amisDifferences: z.int().describe('Số hóa đơn lệch tiền với AMIS mà không phải bị điều chỉnh'),
        amisDifference: vnd.describe('Cộng chênh lệch của chúng'),
        stockMadeAt: instant.nullable().describe('Thời điểm của báo cáo tồn kho đang dùng'),
        stockContainsLedgerAt: instant
          .nullable()
          .describe('Có người xác nhận báo cáo ấy đã gồm sổ bán hàng lập lúc này'),
        salesLedgerMadeAt: instant.nullable().describe('Thời điểm của sổ bán hàng đang dùng'),
      }),
    ),
    coverage: z
      .array(
        z.object({
          profileIds: z
            .array(id)
            .describe('Một hồ sơ; nhiều hồ sơ cùng được xuất phần còn lại; rỗng: chi nhánh chưa khai báo hồ sơ nào'),
          invoiced: vnd,
          alreadyInvoiced: vnd,
          unallocated: vnd,
        }),
      )
      .describe('Sổ chia theo hồ sơ đã lập và được lập hóa đơn; cộng lại bằng tieOut'),
    byDay: z.array(
      z.object({ day, ledger: vnd, invoiced: vnd, alreadyInvoiced: vnd, unallocated: vnd, excluded: vnd }),
    ),
    warnings: z.array(warning),
    warningCount: z.int(),
    reviewCount: z.int(),
    reviewAmount: vnd.describe('Tiền trước thuế của các dòng sổ AMIS chờ quyết định'),
    decisionsPending: z.int().describe('Quyết định chưa tính vào kế hoạch đang dùng'),
    lastChange: z.object({ added: z.int(), changed: z.int(), removed: z.int(), kept: z.int() }).nullable(),
  })
  .meta({ id: 'PeriodStats' });
export type PeriodStats = z.infer<typeof periodStats>;
