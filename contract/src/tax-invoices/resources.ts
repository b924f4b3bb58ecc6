import { TAX_CHANNELS } from '@khop/engine/tax-invoices/tax-list.ts';
import { z } from 'zod';
import { day, decimal, id, instant, quantity, vnd } from '../values.ts';

export const SIDES = ['purchase', 'sale'] as const;
export const VERDICTS = ['intact', 'intact_weak', 'unsigned', 'unreadable'] as const;
const SIGNERS = ['seller', 'other', 'unknown'] as const;
const TRUSTS = ['anchored', 'notAnchored'] as const;
export const RELATIONS = ['new', 'replaces', 'adjusts', 'unknown'] as const;
export const STATES = ['new', 'replacing', 'adjusting', 'replaced', 'adjusted', 'cancelled'] as const;
const PROCESSINGS = [
  ...(['received', 'checking', 'refused', 'eligible', 'not_eligible', 'coded'] as const),
  ...(['received_without_code', 'periodic_check', 'received_from_register'] as const),
] as const;
export const EVIDENCE = ['xml', 'list', 'both'] as const;
export const channel = z.enum(TAX_CHANNELS).describe('coded: có mã; uncoded: không mã; register: máy tính tiền');

const finding = z.object({
  code: z.string(),
  message: z.string(),
  isProblem: z.boolean().describe('Kế toán cần xem; không thì chỉ là ghi chú'),
  line: z.int().nullable().describe('Dòng hàng, từ 1; null: cả hóa đơn'),
});

/** The profile for which an invoice is a purchase or a sale. */
const ownSide = z.object({ profileId: id, code: z.string(), side: z.enum(SIDES) });

/** An invoice of the tax authority's format, as lists show it. Amounts are in đồng. */
export const taxInvoice = z
  .object({
    id,
    sellerTaxCode: z.string(),
    form: z.string().describe('Mẫu số: 1 GTGT, 2 bán hàng, 6 phiếu xuất kho …'),
    symbol: z.string(),
    number: z.string().nullable().describe('null: hóa đơn nháp, chưa có số'),
    date: day.nullable(),
    sellerName: z.string(),
    buyerName: z.string(),
    buyerTaxCode: z.string(),
    currency: z.string(),
    beforeVat: vnd.nullable().describe('null: ngoại tệ không ghi tỷ giá'),
    vat: vnd.nullable(),
    total: vnd.nullable(),
    lineCount: z.int(),
    relation: z.enum(RELATIONS).describe('Hóa đơn gốc, thay thế hay điều chỉnh'),
    verdict: z
      .enum(VERDICTS)
      .nullable()
      .describe('Chữ ký: toàn vẹn, toàn vẹn nhưng yếu, không có, không đọc được; null: kho chưa có XML'),
    signer: z.enum(SIGNERS).nullable(),
    evidence: z.enum(EVIDENCE).describe('Kho có hóa đơn này từ XML, từ danh sách của cổng thuế, hay cả hai'),
    state: z.enum(STATES).nullable().describe('Trạng thái ở danh sách mới nhất; null: không danh sách nào có'),
    processing: z.enum(PROCESSINGS).nullable().describe('Kết quả kiểm tra ở danh sách ấy'),
    problemCount: z.int().describe('Số điều cần xem'),
    hasOtherVersions: z.boolean().describe('Cùng hóa đơn mà nội dung khác ở một tệp khác'),
    own: z.array(ownSide),
    settles: z
      .object({ settlementId: id, invoiceId: id, voucherNumber: z.string() })
      .nullable()
      .describe('Hóa đơn của Khớp mà nó là'),
    createdAt: instant,
  })
  .meta({ id: 'TaxInvoice' });

const party = z.object({
  name: z.string(),
  taxCode: z.string(),
  address: z.string(),
  person: z.string().describe('Người mua hàng'),
  budgetCode: z.string(),
  email: z.string(),
  phone: z.string(),
  bankAccount: z.string(),
  bankName: z.string(),
  paper: z.string().describe('Số giấy tờ cá nhân, đã che'),
});

const line = z.object({
  at: z.int(),
  kind: z.enum(['goods', 'promotion', 'discount', 'note', 'special', 'unknown']),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: quantity.nullable(),
  unitPrice: decimal.nullable(),
  discount: decimal.nullable(),
  amount: decimal.nullable(),
  rate: z.string().describe('Như ghi trong hóa đơn: 8%, KCT …'),
});

const certificate = z.object({
  place: z.enum(['seller', 'buyer', 'authority', 'other']),
  verdict: z.enum(['intact', 'intact_weak', 'broken', 'unreadable']),
  signer: z.enum(SIGNERS),
  trust: z.enum(TRUSTS),
  signerTaxCode: z.string().nullable(),
  name: z.string().nullable(),
  issuer: z.string().nullable(),
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  fingerprint: z.string().nullable(),
  signedAt: instant.nullable().describe('Giờ ký do người ký tự ghi'),
  algorithm: z.string().nullable(),
  reason: z.string().nullable(),
});

/** The row of the newest list that has an invoice. */
const listed = z.object({
  listId: id,
  fileName: z.string(),
  profileCode: z.string(),
  side: z.enum(SIDES),
  row: z.int().describe('Dòng của tệp, từ 1'),
  saidAt: instant.describe('Lúc lập danh sách nếu tệp ghi, không thì lúc nạp'),
  beforeVat: vnd.nullable(),
  vat: vnd.nullable(),
  total: vnd,
});

const correction = z.object({ relation: z.enum(['replaces', 'adjusts']), key: z.string() });

const fate = z.object({
  counts: z.boolean().describe('false: đã bị thay thế hay hủy nên không tính'),
  originMonth: z.string().nullable().describe('YYYY-MM của hóa đơn gốc, với hóa đơn điều chỉnh'),
  review: z
    .array(z.object({ reason: z.string(), key: z.string().nullable(), message: z.string() }))
    .describe('Điều cần người xem'),
  thread: z
    .array(
      z.object({
        key: z.string(),
        id: id.nullable().describe('null: kho chưa có'),
        form: z.string(),
        symbol: z.string(),
        number: z.string(),
        date: day.nullable(),
        total: vnd.nullable(),
        evidence: z.enum(EVIDENCE).nullable(),
        state: z.enum(STATES).nullable(),
        counts: z.boolean().nullable(),
        corrects: z.array(correction),
      }),
    )
    .describe('Mọi hóa đơn nối với hóa đơn này bằng thay thế, điều chỉnh; theo ngày'),
});

/** The whole of an invoice, as its signed data says it. Amounts of lines and rates are in its own currency. */
export const wholeTaxInvoice = taxInvoice
  .extend({
    version: z.string(),
    title: z.string(),
    paymentMethod: z.string(),
    exchangeRate: decimal.nullable(),
    seller: party,
    buyer: party,
    lines: z.array(line),
    rates: z.array(z.object({ rate: z.string(), amount: decimal.nullable(), vat: decimal.nullable() })),
    totals: z.object({
      beforeVat: decimal.nullable(),
      vat: decimal.nullable(),
      discount: decimal.nullable(),
      fees: decimal,
      deduction: decimal.nullable(),
      total: decimal.nullable(),
      inWords: z.string(),
    }),
    related: z.array(
      z.object({
        direction: z
          .enum(['earlier', 'later'])
          .describe('earlier: hóa đơn mà hóa đơn này thay thế hay điều chỉnh; later: hóa đơn sửa hóa đơn này'),
        relation: z.enum(['replaces', 'adjusts', 'unknown']),
        form: z.string(),
        symbol: z.string(),
        number: z.string(),
        date: day.nullable(),
        list: z.string().describe('Số bảng kê, khi sửa nhiều hóa đơn'),
        note: z.string(),
        id: id.nullable().describe('Hóa đơn ấy ở kho; null khi kho chưa có'),
      }),
    ),
    authorityCode: z.string().describe('Mã của cơ quan thuế'),
    lookup: z.array(z.object({ name: z.string(), value: z.string(), isSecret: z.boolean() })),
    signatures: z.array(certificate),
    trust: z.enum(TRUSTS).nullable(),
    listed: listed.nullable().describe('Dòng của danh sách mới nhất có hóa đơn này'),
    fate: fate.nullable().describe('Số phận; null: hóa đơn nháp'),
    findings: z.array(finding),
    fileName: z.string().describe('Rỗng khi kho chưa có XML của hóa đơn'),
    fileHash: z.string().describe('SHA-256 của tệp gốc'),
    fileSize: z.int(),
    versions: z
      .array(
        z.object({ id, fileName: z.string(), verdict: z.enum(VERDICTS), createdAt: instant, isCurrent: z.boolean() }),
      )
      .describe('Các tệp khác của cùng hóa đơn'),
  })
  .meta({ id: 'WholeTaxInvoice' });
export type WholeTaxInvoice = z.infer<typeof wholeTaxInvoice>;
export type TaxInvoiceRow = z.infer<typeof taxInvoice>;

/** A list of the portal that was taken in. */
export const taxList = z
  .object({
    id,
    profileId: id,
    profileCode: z.string(),
    side: z.enum(SIDES),
    fileName: z.string(),
    sha256: z.string(),
    size: z.int(),
    fromDate: day,
    toDate: day,
    channels: z.array(channel),
    madeAt: instant.nullable().describe('Lúc lập, nếu tệp ghi'),
    rowCount: z.int(),
    rejectedCount: z.int().describe('Lớn hơn 0: danh sách không đủ, dòng bị từ chối có thể là một hóa đơn'),
    createdAt: instant,
    createdBy: z.string(),
    version: z.int(),
    undoneAt: instant.nullable().describe('Đã bỏ: không còn nói gì và không phủ ngày nào; tệp nạp lại được'),
    undoneBy: z.string().nullable(),
    isUndoable: z.boolean().describe('Điều danh sách đã đổi còn được giữ để trả lại'),
  })
  .meta({ id: 'TaxList' });
export type TaxListRecord = z.infer<typeof taxList>;

const days = z.array(z.object({ from: day, to: day }));

/** The days that the lists of one profile, side and month have, and their invoices beside the XML. */
export const taxCover = z
  .object({
    profileId: id,
    profileCode: z.string(),
    side: z.enum(SIDES),
    month: z.string().describe('YYYY-MM'),
    channels: z.array(
      z.object({
        channel,
        missing: days.describe('Ngày chưa danh sách nào có'),
        incomplete: days.describe('Ngày chỉ có ở danh sách có dòng bị từ chối'),
      }),
    ),
    listed: z.int().describe('Hóa đơn ở danh sách'),
    withXml: z.int().describe('Trong số đó, kho có XML'),
    xmlOnly: z.int().describe('Kho có XML mà không danh sách nào có'),
  })
  .meta({ id: 'TaxCover' });
export type TaxCover = z.infer<typeof taxCover>;

const taxListReport = z.object({
  listId: id,
  fileName: z.string(),
  profileCode: z.string(),
  side: z.enum(SIDES),
  fromDate: day,
  toDate: day,
  channels: z.array(channel),
  isKnown: z.boolean().describe('Đúng tệp này đã nạp trước đây'),
  rows: z.int(),
  created: z.int().describe('Hóa đơn chưa danh sách nào có'),
  changed: z.int().describe('Đổi trạng thái hay kết quả kiểm tra'),
  unchanged: z.int(),
  older: z.int().describe('Giữ điều danh sách mới hơn đã ghi'),
  rejected: z.int(),
  rejectedRows: z.array(z.object({ row: z.int(), message: z.string() })).describe('Tối đa 500 dòng đầu'),
});
export type TaxListReport = z.infer<typeof taxListReport>;

/** The result of the run that takes files in. */
const taxUploadReport = z
  .object({
    fileName: z.string(),
    files: z.int().describe('Số tệp XML đã xem'),
    created: z.int(),
    known: z.int().describe('Đã có đúng tệp ấy'),
    versions: z.int().describe('Đã có hóa đơn ấy ở tệp khác; giữ cả hai'),
    refused: z.int(),
    refusedFiles: z
      .array(z.object({ name: z.string(), code: z.string(), message: z.string() }))
      .describe('Tối đa 500 tệp đầu'),
    ignored: z.record(z.string(), z.int()).describe('Tệp không phải hóa đơn trong gói, theo đuôi tên'),
    purchases: z.int(),
    sales: z.int(),
    lists: z.array(taxListReport).optional().describe('Danh sách của cổng thuế; không có ở lượt chạy cũ'),
  })
  .meta({ id: 'TaxUploadReport' });
export type TaxUploadReport = z.infer<typeof taxUploadReport>;
