import { PARTNER_NOUNS, amisPartner as partnerRecord } from '@khop/engine/records/amis-partner.ts';
import { amisProduct as productRecord } from '@khop/engine/records/amis-product.ts';
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { resourceFields, shapeInOrder } from '../record-fields.ts';
import { code, day, id, instant, version, vnd, webUrl } from '../values.ts';

export type PartnerType = keyof typeof PARTNER_NOUNS;
export const PARTNER_TYPES = Object.keys(PARTNER_NOUNS) as PartnerType[];

/** Refusals of a workbook's upload; its run carries the same codes. */
export const UPLOAD_ERRORS: readonly ErrorCode[] = [
  'FILE_REQUIRED',
  'FILE_TOO_LARGE',
  'UPLOADS_OF_PERSON_FULL',
  'UPLOADS_FULL',
  'FILE_TYPE_NOT_SUPPORTED',
  'NOT_FOUND',
  'RUN_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
];

export const accounts = z.object({
  receivable: z.string().max(20).default('131'),
  revenue: z.string().max(20).default('511'),
  vat: z.string().max(20).default('33311'),
  cogs: z.string().max(20).default('632'),
  inventory: z.string().max(20).default('156'),
});

/** Answers to the question of an entity swapping days as the public service does. */
export const FOLLOWS_SWAPS = ['unknown', 'yes', 'no'] as const;

/** Days on which an entity may not issue invoices. */
export const suspension = z
  .object({
    fromDate: day,
    toDate: day.optional().describe('Ngày cuối; không ghi: chưa được dùng lại'),
    notice: z.string().trim().min(1).max(500).describe('Quyết định, thông báo của cơ quan thuế: số, ngày, lý do'),
  })
  .refine(({ fromDate, toDate }) => toDate === undefined || fromDate <= toDate, {
    path: ['toDate'],
    message: 'không được trước ngày đầu',
  })
  .meta({ id: 'Suspension' });

/** Fields of a profile that a person edits. Its code names a folder of the download, so it can be neither `.` nor `..`. */
export const profileFields = z.object({
  code: code
    .max(30)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Mã hồ sơ gồm chữ không dấu, số, dấu chấm, gạch; bắt đầu bằng chữ hoặc số'),
  name: z.string().trim().min(1).max(300),
  taxCode: z.string().trim().max(20),
  address: z.string().trim().max(500).default(''),
  invoiceForm: z
    .string()
    .trim()
    .regex(/^[1-9]$/, 'Mẫu số là một chữ số 1–9')
    .default('1'),
  invoiceSymbol: z
    .string()
    .trim()
    // Which letters are right depends on the day: the pre-flight asks the dated rules.
    .regex(/^[A-Z]\d{2}[A-Z]{3}$/, 'Ký hiệu dạng C26TAA; mẫu số ghi ở ô riêng')
    .or(z.literal(''))
    .default(''),
  voucherPrefix: z
    .string()
    .trim()
    .max(10)
    .regex(/^[A-Z0-9]*$/, 'Tiền tố gồm chữ in hoa và số')
    .default('BH'),
  defaultWarehouseCode: z.string().trim().max(50).default(''),
  excludedWarehouseCodes: z.array(z.string().max(50)).max(500).default([]),
  accounts: accounts.prefault({}),
  chart: z
    .array(z.string().regex(/^\d{3,20}$/, 'Số tài khoản là 3 đến 20 chữ số'))
    .max(2000)
    .default([])
    .describe('Mọi tài khoản trong hệ thống tài khoản của hồ sơ; trống: chưa khai, xét theo quy tắc có ngày'),
  maxLinesPerInvoice: z.int().min(1).max(10000).default(200),
  lockedThrough: day.nullable().default(null),
  lastIssuedDate: day.nullable().default(null),
  saturdayIsWorking: z.boolean().default(false).describe('Thứ bảy là ngày làm việc: hạn ký có thể rơi vào thứ bảy'),
  followsSwaps: z
    .enum(FOLLOWS_SWAPS)
    .default('unknown')
    .describe('Có theo ngày hoán đổi của khu vực công không; unknown: nhắc theo hạn sớm, xét theo hạn muộn'),
  suspensions: z
    .array(suspension)
    .max(50)
    .default([])
    .describe('Những ngày ngừng sử dụng hóa đơn: không lập hóa đơn vào ngày ấy, không hóa đơn nào mang ngày ấy'),
  logoUrl: webUrl.nullable().default(null),
  exportLayout: z.string().max(50).default('amis-sales-voucher'),
  isActive: z.boolean().default(true),
});

export const profile = profileFields
  .extend({ id, version, createdAt: instant, updatedAt: instant })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

/** A company's own name of a warehouse, and its code in AMIS. */
export const warehouseName = z.object({
  name: z.string().trim().min(1).max(255),
  code: z.string().trim().min(1).max(50),
});
export const profileWarehouses = z
  .object({
    version: z.int(),
    items: z.array(warehouseName).describe('Đã được người dùng xác định'),
    proposals: z.array(warehouseName).describe('Sổ sách ghi cả tên lẫn mã, chưa ai xác nhận'),
    codes: z.array(z.string()).describe('Các mã kho có trong sổ sách của hồ sơ'),
  })
  .meta({ id: 'ProfileWarehouses' });

export const profileStats = z
  .object({
    products: z.int(),
    customers: z.int(),
    suppliers: z.int(),
    connectedProducts: z.int(),
    connectedCustomers: z.int(),
    pendingProductSuggestions: z.int().describe('Cặp tốt nhất còn chờ duyệt, như danh sách gợi ý với bestOnly=true'),
    pendingPartnerSuggestions: z.int().describe('Như trên, của đối tác'),
    negativeStockProducts: z.int(),
    stockValue: vnd,
    learntLastIssuedDate: day.nullable().describe('Ngày hóa đơn cuối của ký hiệu, học từ sổ bán hàng AMIS đã nạp'),
    latestImports: z.array(z.object({ layout: z.string(), fileName: z.string(), at: instant, importId: id })),
  })
  .meta({ id: 'ProfileStats' });

export const amisProduct = z
  .object({
    id,
    profileId: id,
    ...shapeInOrder(
      { ...resourceFields(productRecord), accounts: z.record(z.string(), z.string()) },
      {
        ...{ kind: 'vatRate', group: 'vatRate', accounts: 'isActive' },
        ...{ quantityOnHand: 'defaultWarehouseCode', stockValue: 'defaultWarehouseCode' },
      },
    ),
    connectionCount: z.int(),
    version,
    updatedAt: instant,
  })
  .meta({ id: 'AmisProduct' });
export type AmisProduct = z.infer<typeof amisProduct>;

export const amisPartner = z
  .object({
    id,
    profileId: id,
    type: z.enum(PARTNER_TYPES),
    ...shapeInOrder(resourceFields(partnerRecord), { address: 'taxCode', isInternal: 'isActive' }),
    connectionCount: z.int(),
    version,
    updatedAt: instant,
  })
  .meta({ id: 'AmisPartner' });
export type AmisPartner = z.infer<typeof amisPartner>;

export const profileUpload = z.object({ profileId: id });
