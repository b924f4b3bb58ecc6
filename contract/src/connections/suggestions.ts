import { z } from 'zod';
import { amisPartner, amisProduct } from '../amis/resources.ts';
import { bravoItem, bravoPartner } from '../bravo.ts';
import { del, get, post, put } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { runOrIdle } from '../runs.ts';
import {
  accepted,
  decimal,
  factor,
  id,
  idParams,
  instant,
  seenVersion,
  statedFactor,
  version,
  vnd,
} from '../values.ts';
import { quality } from './quality.ts';

const SUGGESTION_STATUSES = ['pending', 'accepted', 'rejected', 'superseded'] as const;

/** More in one step would keep a person waiting and could no longer be looked over. */
export const MOST_AT_ONCE = 5000;

const evidence = z
  .object({
    field: z.string(),
    kind: z.string(),
    label: z.string().describe('Chữ trên thẻ bằng chứng, ví dụ "MST trùng"'),
    contribution: z.number().describe('Phần đóng góp; cộng lại bằng điểm'),
  })
  .meta({ id: 'Evidence' });

const suggestionBase = {
  id,
  profileId: id,
  score: z.number().min(0).max(1),
  engineScore: z.number().min(0).max(1).describe('Điểm của máy trước khi học từ quyết định của công ty'),
  isBest: z.boolean(),
  isPromotionalTwin: z.boolean().describe('Một bên là hàng khuyến mại của cùng mặt hàng'),
  evidence: z.array(evidence),
  unlockValue: vnd.describe('Doanh thu chưa xuất hóa đơn của kỳ hiện tại mà liên kết này mở ra'),
  status: z.enum(SUGGESTION_STATUSES),
  reasonCode: z.string().nullable().describe('Mã lý do từ chối'),
  reason: z.string().nullable().describe('Lời ghi thêm khi từ chối'),
  decidedBy: z.string().nullable(),
  version,
  createdAt: instant,
};
const productSuggestion = z
  .object({
    ...suggestionBase,
    amis: amisProduct,
    bravo: bravoItem,
    bravoPrice: decimal
      .nullable()
      .describe('Giá bán bình quân một ĐVT gốc trong sổ bán hàng Bravo đã lưu: giá mà máy đem so với giá AMIS'),
    suggestedFactor: factor.nullable(),
    factorEvidence: z.array(z.string()),
    factorContradicted: z.boolean(),
  })
  .meta({ id: 'ProductSuggestion' });
const partnerSuggestion = z
  .object({ ...suggestionBase, amis: amisPartner, bravo: bravoPartner })
  .meta({ id: 'PartnerSuggestion' });

const rejectionReason = z
  .object({ code: z.string(), label: z.string() })
  .meta({ id: 'RejectionReason', description: 'Lý do từ chối gợi ý' });

export const listRejectionReasons = get('/suggestion-reasons', {
  summary: 'Các lý do từ chối gợi ý',
  query: z.object({ kind: z.enum(['product', 'partner']) }),
  response: z.object({ items: z.array(rejectionReason) }),
});

const above = z.object({
  minScore: z.number().min(0.05).max(1),
  q: z.string().trim().max(200).optional(),
});
const chosen = z.object({
  id,
  version: version.optional().describe('Nếu gợi ý đã đổi từ bản này thì dòng bị từ chối'),
  factor: statedFactor.nullable().optional(),
});

type Prefix = 'product-connections' | 'partner-connections';

const profileOnly = z.object({ profileId: id });

/** The one set of calls that suggestions of products and of partners share. */
const suggestionEndpoints = <S extends z.ZodType, F extends z.ZodRawShape>(
  prefix: Prefix,
  what: string,
  suggestion: S,
  filters: F,
) => ({
  ...readingEndpoints(prefix, what, suggestion, filters),
  ...decidingEndpoints(prefix, what, suggestion),
  ...matchingEndpoints(prefix, what),
});

function readingEndpoints<S extends z.ZodType, F extends z.ZodRawShape>(
  prefix: Prefix,
  what: string,
  suggestion: S,
  filters: F,
) {
  return {
    list: get(`/${prefix}/suggestions`, {
      summary: `Gợi ý liên kết ${what}`,
      query: listQuery(['score', 'unlockValue', 'uncertainty', 'amisCode', 'bravoCode'], {
        profileId: id.optional(),
        minScore: z.coerce.number().min(0).max(1).optional(),
        maxScore: z.coerce.number().min(0).max(1).optional(),
        status: z.enum(SUGGESTION_STATUSES).optional(),
        bestOnly: z.stringbool().optional(),
        amisCode: z.string().optional(),
        bravoCode: z.string().optional(),
        reasonCode: z.string().optional(),
        ...filters,
      }),
      response: page(suggestion),
    }),
    acceptable: get(`/${prefix}/suggestions/acceptable`, {
      summary: `Những gì sẽ nối nếu chấp nhận mọi gợi ý ${what} từ một mức điểm`,
      query: z.object({ profileId: id, minScore: z.coerce.number().min(0.05).max(1), q: above.shape.q }),
      response: z.object({
        count: z.int(),
        unlockValue: vnd,
        lowestScore: z.number().nullable(),
        expectedWrong: z.number().describe('Tổng phần thiếu đến 1 của các điểm: số cặp có thể sai'),
        withoutFactor: z.int(),
        contradicted: z.int().describe('Để lại xem tay vì giá mâu thuẫn hệ số; không nằm trong count'),
        setAside: z
          .int()
          .describe(
            'Để lại xem tay vì đã bị thấy sai hoặc chưa rõ khi bảo chứng, hay đã bị bỏ liên kết; không nằm trong count',
          ),
        isCut: z.boolean().describe(`Còn nhiều hơn ${MOST_AT_ONCE}; số còn lại chờ lần sau`),
      }),
    }),
  };
}

function decidingEndpoints<S extends z.ZodType>(prefix: Prefix, what: string, suggestion: S) {
  return {
    accept: post(`/${prefix}/suggestions/accept`, {
      summary: `Chấp nhận nhiều gợi ý ${what} thành một đợt hoàn tác được`,
      body: z.object({
        profileId: id,
        choice: z.union([
          z.object({ items: z.array(chosen).min(1).max(MOST_AT_ONCE) }),
          z.object({ above }).describe('Mọi cặp tốt nhất đang chờ từ mức điểm này, trừ cặp giá mâu thuẫn hệ số'),
        ]),
      }),
      response: z
        .object({
          batchId: id.nullable().describe('null khi không nối được dòng nào'),
          accepted: z.int(),
          refused: z.int(),
          rows: z.array(
            z.object({
              suggestionId: id,
              connectionId: id.nullable(),
              errorCode: z.string().nullable(),
              message: z.string().nullable(),
            }),
          ),
        })
        .meta({ id: 'AcceptedBatch' }),
      errors: ['NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
    }),
    undoBatch: post(`/${prefix}/suggestions/batches/{id}/undo`, {
      summary: `Hoàn tác một đợt chấp nhận ${what}; liên kết đã được người khác sửa thì giữ nguyên`,
      params: idParams,
      response: z
        .object({
          undone: z.int(),
          kept: z.int(),
          rows: z.array(z.object({ connectionId: id, errorCode: z.string(), message: z.string() })),
        })
        .meta({ id: 'UndoneBatch' }),
      errors: ['NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
    }),
    reject: del(`/${prefix}/suggestions/{id}`, {
      summary: `Từ chối gợi ý ${what}, lý do được ghi nhớ`,
      params: idParams,
      query: seenVersion,
      body: z.object({ reasonCode: z.string().max(50).optional(), reason: z.string().max(500).optional() }).optional(),
      errors: ['NOT_FOUND', 'SUGGESTION_CLOSED', 'STALE_VERSION'],
    }),
    restore: post(`/${prefix}/suggestions/{id}/restore`, {
      summary: `Hoàn tác từ chối gợi ý ${what}`,
      params: idParams,
      response: suggestion,
      errors: ['NOT_FOUND', 'SUGGESTION_CLOSED'],
    }),
  };
}

/** Runs that find suggestions, and how good they are. */
function matchingEndpoints(prefix: Prefix, what: string) {
  return {
    generate: post(`/${prefix}/suggestions/generate`, {
      summary: `Sinh gợi ý ${what}`,
      body: profileOnly.extend({ minScore: z.number().min(0.05).max(1).optional() }),
      response: accepted,
      status: 202,
      errors: ['NOT_FOUND', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
    }),
    refresh: post(`/${prefix}/suggestions/refresh`, {
      summary: `Cập nhật gợi ý của các ${what} đã đổi và học từ quyết định`,
      body: profileOnly,
      response: accepted,
      status: 202,
      errors: ['NOT_FOUND', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
    }),
    status: get(`/${prefix}/suggestions/status`, {
      summary: `Tình trạng sinh gợi ý ${what}`,
      query: profileOnly,
      response: runOrIdle,
    }),
    quality: get(`/${prefix}/suggestions/quality`, {
      summary: `Độ chính xác đo trên quyết định của công ty, ${what}`,
      query: profileOnly,
      response: quality,
      errors: ['NOT_FOUND'],
    }),
    setLearning: put(`/${prefix}/suggestions/learning`, {
      summary: `Bật hoặc tắt học từ quyết định, ${what}`,
      access: 'admin',
      body: profileOnly.extend({ enabled: z.boolean(), version }),
      response: quality,
      errors: ['NOT_FOUND', 'STALE_VERSION'],
    }),
  };
}

export const productSuggestions = suggestionEndpoints('product-connections', 'mã hàng', productSuggestion, {
  factor: z.enum(['suggested', 'missing', 'contradicted']).optional(),
});
export const partnerSuggestions = suggestionEndpoints('partner-connections', 'đối tượng', partnerSuggestion, {
  taxCode: z.enum(['same', 'conflict', 'missing']).optional().describe('So mã số thuế hai bên'),
});
