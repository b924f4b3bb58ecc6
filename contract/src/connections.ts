import { z } from 'zod';
import { UPLOAD_ERRORS } from './amis/resources.ts';
import { certificationEndpoints } from './connections/certifications.ts';
import { listRejectionReasons, partnerSuggestions, productSuggestions } from './connections/suggestions.ts';
import { del, get, patch, post } from './endpoint.ts';
import { gridQuery, page } from './paging.ts';
import {
  accepted,
  commaList,
  factor,
  id,
  idParams,
  instant,
  note,
  seenVersion,
  statedFactor,
  uploadQuery,
  version,
} from './values.ts';

const CONNECTION_ORIGINS = ['manual', 'suggestion', 'upload'] as const;

const connectionBase = {
  id,
  profileId: id,
  origin: z.enum(CONNECTION_ORIGINS),
  note: z.string(),
  version,
  createdAt: instant,
  createdBy: z.string(),
};
/** A field that only lists of connections have. */
const listed = {
  recalledCertificationId: id.nullable().describe('Đợt bảo chứng đã thu hồi mà liên kết này thuộc về: phải soát lại'),
};

export const productConnection = z
  .object({
    ...connectionBase,
    amisProductId: id,
    amisCode: z.string(),
    amisName: z.string(),
    amisUnit: z.string(),
    bravoCode: z.string(),
    bravoName: z.string(),
    bravoUnit: z.string(),
    factor: factor.nullable().describe('Thiếu hệ số khi hai đơn vị khác nhau mà chưa ai khai'),
    priority: z.int(),
  })
  .meta({ id: 'ProductConnection' });

export const partnerConnection = z
  .object({
    ...connectionBase,
    amisPartnerId: id,
    amisCode: z.string(),
    amisName: z.string(),
    amisTaxCode: z.string(),
    bravoCode: z.string(),
    bravoName: z.string(),
    bravoTaxCode: z.string(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'PartnerConnection' });

const stats = z
  .object({
    connections: z.int(),
    amisTotal: z.int(),
    amisConnected: z.int(),
    bravoTotal: z.int(),
    bravoConnected: z.int(),
    pendingSuggestions: z.int().describe('Cặp tốt nhất còn chờ duyệt, như danh sách gợi ý với bestOnly=true'),
    factorMissing: z.int(),
    byOrigin: z.record(z.string(), z.int()),
  })
  .meta({ id: 'ConnectionStats' });

const productCreate = z.object({
  profileId: id,
  amisProductId: id.optional(),
  amisCode: z.string().optional().describe('Dùng thay amisProductId'),
  bravoCode: z.string().min(1).max(100),
  factor: statedFactor.nullable().optional(),
  priority: z.int().min(0).max(1000).optional(),
  note: note.optional(),
  suggestionId: id.optional().describe('Chấp nhận gợi ý này'),
});
const partnerCreate = z.object({
  profileId: id,
  amisPartnerId: id.optional(),
  amisCode: z.string().optional().describe('Dùng thay amisPartnerId'),
  bravoCode: z.string().min(1).max(100),
  isDefault: z.boolean().optional(),
  note: note.optional(),
  suggestionId: id.optional().describe('Chấp nhận gợi ý này'),
});

const bulkAnswer = z.object({
  created: z.int(),
  refused: z.int(),
  rows: z.array(
    z.object({ index: z.int(), id: id.nullable(), errorCode: z.string().nullable(), message: z.string().nullable() }),
  ),
});

/** The one set of calls that product and partner connections share. */
function connectionEndpoints<C extends z.ZodType, L extends z.ZodType, N extends z.ZodType, E extends z.ZodType>(
  prefix: 'product-connections' | 'partner-connections',
  what: string,
  schema: { connection: C; listed: L; create: N; edit: E; columns: readonly string[] },
) {
  const filters = {
    profileId: id.optional(),
    amisCode: z.string().optional(),
    bravoCode: z.string().optional(),
    origin: commaList(z.enum(CONNECTION_ORIGINS)).optional(),
    factorMissing: z.stringbool().optional(),
    recalled: z.stringbool().optional().describe('Thuộc một đợt bảo chứng đã thu hồi'),
  };
  return {
    get: get(`/${prefix}/{id}`, {
      summary: `Một liên kết ${what}`,
      params: idParams,
      response: schema.connection,
      errors: ['NOT_FOUND'],
    }),
    list: get(`/${prefix}`, {
      summary: `Liên kết ${what}`,
      query: gridQuery(['amisCode', 'amisName', 'bravoCode', 'bravoName', 'createdAt'], filters, [
        'origin',
        'note',
        'createdBy',
        ...schema.columns,
      ]),
      response: page(schema.listed),
    }),
    create: post(`/${prefix}`, {
      summary: `Nối ${what}`,
      body: schema.create,
      response: schema.connection,
      status: 201,
      errors: ['NOT_FOUND', 'CONNECTION_EXISTS', 'SUGGESTION_CLOSED', 'IDEMPOTENCY_MISMATCH'],
    }),
    createBulk: post(`/${prefix}/bulk`, {
      summary: `Nối nhiều ${what}, trả lời từng dòng`,
      body: z.object({ items: z.array(schema.create).min(1).max(5000) }),
      bulk: true,
      response: bulkAnswer,
      errors: ['IDEMPOTENCY_MISMATCH'],
    }),
    update: patch(`/${prefix}/{id}`, {
      summary: `Sửa liên kết ${what}`,
      params: idParams,
      body: schema.edit,
      response: schema.connection,
      errors: ['NOT_FOUND', 'STALE_VERSION'],
    }),
    delete: del(`/${prefix}/{id}`, {
      summary: `Bỏ liên kết ${what}: chấp nhận hàng loạt và bảo chứng chừa cặp này ra`,
      params: idParams,
      query: seenVersion.extend({
        undo: z
          .stringbool()
          .optional()
          .describe('Hoàn tác một liên kết vừa nối: cặp chờ duyệt như trước, không bị chừa ra'),
      }),
      errors: ['NOT_FOUND', 'STALE_VERSION'],
    }),
    stats: get(`/${prefix}/stats`, {
      summary: `Số liệu liên kết ${what}`,
      query: z.object({ profileId: id.optional() }),
      response: stats,
    }),
    upload: post(`/${prefix}/bulk-upload`, {
      summary: `Tải lên tệp liên kết ${what}`,
      query: uploadQuery.extend({ profileId: id }),
      multipart: true,
      response: accepted,
      status: 202,
      errors: UPLOAD_ERRORS,
    }),
  };
}

const product = connectionEndpoints('product-connections', 'mã hàng', {
  connection: productConnection,
  listed: productConnection.extend(listed).meta({ id: 'ListedProductConnection' }),
  create: productCreate,
  edit: z.object({
    version,
    factor: statedFactor.nullable().optional(),
    priority: z.int().min(0).max(1000).optional(),
    note: note.optional(),
  }),
  columns: ['amisUnit', 'bravoUnit', 'factor', 'priority'],
});
const partner = connectionEndpoints('partner-connections', 'đối tượng', {
  connection: partnerConnection,
  listed: partnerConnection.extend(listed).meta({ id: 'ListedPartnerConnection' }),
  create: partnerCreate,
  edit: z.object({ version, isDefault: z.boolean().optional(), note: note.optional() }),
  columns: ['amisTaxCode', 'bravoTaxCode', 'isDefault'],
});

export const connectionContract = {
  listRejectionReasons,
  getProductConnection: product.get,
  listProductConnections: product.list,
  createProductConnection: product.create,
  createProductConnections: product.createBulk,
  updateProductConnection: product.update,
  deleteProductConnection: product.delete,
  getProductConnectionStats: product.stats,
  listProductSuggestions: productSuggestions.list,
  getAcceptableProductSuggestions: productSuggestions.acceptable,
  acceptProductSuggestions: productSuggestions.accept,
  undoProductSuggestionBatch: productSuggestions.undoBatch,
  rejectProductSuggestion: productSuggestions.reject,
  restoreProductSuggestion: productSuggestions.restore,
  uploadProductConnections: product.upload,
  generateProductSuggestions: productSuggestions.generate,
  refreshProductSuggestions: productSuggestions.refresh,
  getProductSuggestionStatus: productSuggestions.status,
  getProductSuggestionQuality: productSuggestions.quality,
  setProductLearning: productSuggestions.setLearning,
  getPartnerConnection: partner.get,
  listPartnerConnections: partner.list,
  createPartnerConnection: partner.create,
  createPartnerConnections: partner.createBulk,
  updatePartnerConnection: partner.update,
  deletePartnerConnection: partner.delete,
  getPartnerConnectionStats: partner.stats,
  listPartnerSuggestions: partnerSuggestions.list,
  getAcceptablePartnerSuggestions: partnerSuggestions.acceptable,
  acceptPartnerSuggestions: partnerSuggestions.accept,
  undoPartnerSuggestionBatch: partnerSuggestions.undoBatch,
  rejectPartnerSuggestion: partnerSuggestions.reject,
  restorePartnerSuggestion: partnerSuggestions.restore,
  uploadPartnerConnections: partner.upload,
  generatePartnerSuggestions: partnerSuggestions.generate,
  refreshPartnerSuggestions: partnerSuggestions.refresh,
  getPartnerSuggestionStatus: partnerSuggestions.status,
  getPartnerSuggestionQuality: partnerSuggestions.quality,
  setPartnerLearning: partnerSuggestions.setLearning,
  ...certificationEndpoints,
} as const;
