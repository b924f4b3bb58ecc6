import { z } from 'zod';
import { del, get, patch, post } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { filterChoices, listQuery, page } from './paging.ts';
import {
  accepted,
  changesOf,
  code,
  day,
  decimal,
  dryRunQuery,
  id,
  idParams,
  instant,
  note,
  quantity,
  vatRate,
  version,
  vnd,
} from './values.ts';

export const PARTNER_TYPES = ['customer', 'supplier'] as const;
export type PartnerType = (typeof PARTNER_TYPES)[number];

/** What an upload of a workbook may refuse; its run carries the same codes. */
export const UPLOAD_ERRORS: readonly ErrorCode[] = [
  'FILE_REQUIRED',
  'FILE_TOO_LARGE',
  'FILE_TYPE_NOT_SUPPORTED',
  'NOT_FOUND',
  'RUN_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
];

export const accounts = z.object({
  receivable: z.string().max(20).default('131'),
  revenue: z.string().max(20).default('5111'),
  vat: z.string().max(20).default('33311'),
  cogs: z.string().max(20).default('632'),
  inventory: z.string().max(20).default('1561'),
});

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
    .regex(/^([1-9])?[CK]\d{2}[TDLMNBGHXF][A-Z]{2}$/, 'Ký hiệu dạng C26TAA')
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
  maxLinesPerInvoice: z.int().min(1).max(10000).default(200),
  lockedThrough: day.nullable().default(null),
  lastIssuedDate: day.nullable().default(null),
  logoUrl: z.url().nullable().default(null),
  exportLayout: z.string().max(50).default('amis-sales-voucher'),
  isActive: z.boolean().default(true),
});

export const profile = profileFields
  .extend({ id, version, createdAt: instant, updatedAt: instant })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

export const profileStats = z
  .object({
    products: z.int(),
    customers: z.int(),
    suppliers: z.int(),
    connectedProducts: z.int(),
    connectedCustomers: z.int(),
    pendingProductSuggestions: z.int(),
    pendingPartnerSuggestions: z.int(),
    negativeStockProducts: z.int(),
    stockValue: vnd,
    latestImports: z.array(z.object({ layout: z.string(), fileName: z.string(), at: instant, importId: id })),
  })
  .meta({ id: 'ProfileStats' });

export const VAT_REDUCTIONS = ['unknown', 'none', 'reduced'] as const;

export const amisProduct = z
  .object({
    id,
    profileId: id,
    code: z.string(),
    name: z.string(),
    unit: z.string(),
    kind: z.string(),
    group: z.string(),
    vatRate: vatRate.nullable(),
    vatReduction: z.enum(VAT_REDUCTIONS),
    salePrice: decimal.nullable(),
    lastPurchasePrice: decimal.nullable(),
    lastPurchaseDate: day.nullable(),
    averagePurchasePrice: decimal.nullable(),
    quantityOnHand: quantity.nullable(),
    stockValue: vnd.nullable(),
    defaultWarehouseCode: z.string(),
    accounts: z.record(z.string(), z.string()),
    isActive: z.boolean(),
    note: z.string(),
    connectionCount: z.int(),
    version,
    updatedAt: instant,
  })
  .meta({ id: 'AmisProduct' });
export type AmisProduct = z.infer<typeof amisProduct>;

export const TAX_CODE_CHECKS = ['none', 'valid', 'bad_checksum', 'bad_format', 'personal_id'] as const;

export const amisPartner = z
  .object({
    id,
    profileId: id,
    type: z.enum(PARTNER_TYPES),
    code: z.string(),
    name: z.string(),
    address: z.string(),
    taxCode: z.string(),
    taxCodeCheck: z.enum(TAX_CODE_CHECKS),
    phone: z.string(),
    email: z.string(),
    idNumber: z.string(),
    group: z.string(),
    isOrganisation: z.boolean().nullable(),
    isInternal: z.boolean(),
    isActive: z.boolean(),
    note: z.string(),
    connectionCount: z.int(),
    version,
    updatedAt: instant,
  })
  .meta({ id: 'AmisPartner' });
export type AmisPartner = z.infer<typeof amisPartner>;

const profileUpload = z.object({ profileId: id });

export const amisEndpoints = {
  getAmisProduct: get('/amis/products/{id}', {
    summary: 'Một mã hàng AMIS',
    params: idParams,
    response: amisProduct,
    errors: ['NOT_FOUND'],
  }),
  listAmisProducts: get('/amis/products', {
    summary: 'Mã hàng AMIS',
    query: listQuery(
      [
        'code',
        'name',
        'unit',
        'group',
        'quantityOnHand',
        'stockValue',
        'salePrice',
        'lastPurchasePrice',
        'lastPurchaseDate',
        'updatedAt',
      ],
      {
        profileId: id.optional(),
        kind: z.string().optional(),
        group: z.string().optional(),
        vatRate: vatRate.optional().describe('Thuế suất; none là chưa khai'),
        isActive: z.stringbool().optional(),
        connected: z.stringbool().optional(),
        stock: z.enum(['positive', 'zero', 'negative']).optional(),
      },
    ),
    response: page(amisProduct),
  }),
  getAmisProductFilters: get('/amis/product-filters', {
    summary: 'Nhóm, tính chất, thuế suất có trong danh mục hàng hóa',
    query: z.object({ profileId: id }),
    response: z.object({ group: filterChoices, kind: filterChoices, vatRate: filterChoices }),
  }),
  updateAmisProduct: patch('/amis/products/{id}', {
    summary: 'Sửa mã hàng AMIS',
    params: idParams,
    body: z.object({
      version,
      name: z.string().trim().min(1).max(500).optional(),
      unit: z.string().trim().max(50).optional(),
      kind: z.string().trim().max(50).optional(),
      group: z.string().trim().max(200).optional(),
      vatRate: vatRate.nullable().optional(),
      vatReduction: z.enum(VAT_REDUCTIONS).optional(),
      salePrice: decimal.nullable().optional(),
      defaultWarehouseCode: z.string().trim().max(50).optional(),
      isActive: z.boolean().optional(),
      note: note.optional(),
    }),
    response: amisProduct,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  uploadAmisProducts: post('/amis/products/bulk', {
    summary: 'Tải lên danh mục hàng hóa',
    query: dryRunQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  uploadPurchaseLedger: post('/amis/products/purchase-ledger', {
    summary: 'Tải lên sổ chi tiết mua hàng',
    query: dryRunQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  getAmisPartner: get('/amis/partners/{id}', {
    summary: 'Một đối tượng AMIS',
    params: idParams,
    response: amisPartner,
    errors: ['NOT_FOUND'],
  }),
  listAmisPartners: get('/amis/partners', {
    summary: 'Khách hàng, nhà cung cấp AMIS',
    query: listQuery(['code', 'name', 'taxCode', 'group', 'updatedAt'], {
      profileId: id.optional(),
      type: z.enum(PARTNER_TYPES).optional(),
      group: z.string().optional(),
      isActive: z.stringbool().optional(),
      connected: z.stringbool().optional(),
      taxCodeCheck: z.enum(TAX_CODE_CHECKS).optional(),
      isOrganisation: z.stringbool().optional(),
      isInternal: z.stringbool().optional(),
    }),
    response: page(amisPartner),
  }),
  getAmisPartnerFilters: get('/amis/partner-filters', {
    summary: 'Nhóm có trong danh sách khách hàng, nhà cung cấp',
    query: z.object({ profileId: id, type: z.enum(PARTNER_TYPES) }),
    response: z.object({ group: filterChoices }),
  }),
  updateAmisPartner: patch('/amis/partners/{id}', {
    summary: 'Sửa đối tượng AMIS',
    params: idParams,
    body: z.object({
      version,
      name: z.string().trim().min(1).max(500).optional(),
      address: z.string().trim().max(500).optional(),
      taxCode: z.string().trim().max(20).optional(),
      phone: z.string().trim().max(200).optional(),
      email: z.string().trim().max(200).optional(),
      idNumber: z.string().trim().max(50).optional(),
      group: z.string().trim().max(200).optional(),
      isOrganisation: z.boolean().nullable().optional(),
      isInternal: z.boolean().optional(),
      isActive: z.boolean().optional(),
      note: note.optional(),
    }),
    response: amisPartner,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  uploadAmisPartners: post('/amis/partners/bulk', {
    summary: 'Tải lên danh sách khách hàng hoặc nhà cung cấp',
    query: dryRunQuery,
    body: z.object({ type: z.enum(PARTNER_TYPES), profileId: id }),
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  createProfile: post('/amis/profiles', {
    summary: 'Tạo hồ sơ',
    body: profileFields,
    response: profile,
    status: 201,
    errors: ['CODE_TAKEN', 'IDEMPOTENCY_MISMATCH'],
  }),
  listProfiles: get('/amis/profiles', {
    summary: 'Hồ sơ AMIS',
    query: listQuery(['code', 'name', 'createdAt'], { isActive: z.stringbool().optional() }),
    response: page(profile),
  }),
  getProfile: get('/amis/profiles/{id}', {
    summary: 'Một hồ sơ',
    params: idParams,
    response: profile,
    errors: ['NOT_FOUND'],
  }),
  updateProfile: patch('/amis/profiles/{id}', {
    summary: 'Sửa hồ sơ',
    params: idParams,
    body: changesOf(profileFields).extend({ accounts: changesOf(accounts).optional(), version }),
    response: profile,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'CODE_TAKEN'],
  }),
  deleteProfile: del('/amis/profiles/{id}', {
    summary: 'Xóa hồ sơ chưa có dữ liệu',
    params: idParams,
    errors: ['NOT_FOUND', 'PROFILE_IN_USE'],
  }),
  getProfileStats: get('/amis/profiles/{id}/stats', {
    summary: 'Số liệu của hồ sơ',
    params: idParams,
    response: profileStats,
    errors: ['NOT_FOUND'],
  }),
} as const;
