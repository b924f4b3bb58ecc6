import { z } from 'zod';
import { amisPartner, amisProduct } from '../amis/resources.ts';
import { bravoItem, bravoPartner } from '../bravo.ts';
import { get, post } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { accepted, commaList, decimal, id, idParams, instant, version, vnd } from '../values.ts';

const KINDS = ['product', 'partner'] as const;
/**
 * judging: the sample is being judged; proven: the bound holds, not accepted yet; accepting: a run makes the connections;
 * certified: accepted, and the bound holds; recalled: accepted, and it no longer does; split: given up for a part of it;
 * cancelled: given up.
 */
const CERTIFICATION_STATES = ['judging', 'proven', 'accepting', 'certified', 'recalled', 'split', 'cancelled'] as const;
const JUDGEMENTS = ['right', 'wrong', 'unsure'] as const;

/** The errors that a bucket may be certified to have at most. */
export const MAX_ERRORS = [0.005, 0.01, 0.02] as const;
/** More pairs in one bucket are more than a person should answer for at once. */
export const MOST_MEMBERS = 50_000;

const score = z.coerce.number().min(0.05).max(1);
const bucket = {
  kind: z.enum(KINDS).describe('product: mã hàng; partner: đối tượng'),
  profileId: id,
  minScore: score.describe('Điểm thấp nhất của nhóm'),
  maxScore: score.optional(),
  q: z.string().trim().max(200).optional().describe('Chỉ các cặp khớp từ khóa này'),
};
const maxError = z.union([z.literal(MAX_ERRORS[0]), z.literal(MAX_ERRORS[1]), z.literal(MAX_ERRORS[2])]);
const share = z.number().min(0).max(1);

const certification = z
  .object({
    id,
    kind: z.enum(KINDS),
    profileId: id,
    state: z.enum(CERTIFICATION_STATES),
    minScore: z.number(),
    maxScore: z.number().nullable(),
    q: z.string(),
    withoutTraits: z
      .array(z.object({ key: z.string(), words: z.string() }))
      .describe('Đặc điểm mà cặp có nó đã được tách ra khỏi nhóm'),
    parentId: id.nullable().describe('Đợt mà nhóm này được tách ra từ đó'),
    earlierTries: z.int().describe('Số đợt đã bỏ dở có chung cặp với nhóm này; mỗi đợt chia đôi mức rủi ro còn lại'),
    maxError: share.describe('Sai tối đa, theo dòng và theo đồng'),
    confidence: share.describe('Độ tin cậy của cận'),
    members: z.int().describe('Số cặp của nhóm khi chốt mẫu'),
    value: vnd.describe('Giá trị mở ra của nhóm khi chốt mẫu'),
    seed: z.string().describe('Hạt giống của mẫu, ghi lại trước khi xem cặp đầu tiên'),
    membersHash: z.string().describe('SHA-256 của danh sách cặp khi chốt mẫu'),
    expectedJudgements: z.int().describe('Số cặp phải xem nếu không có cặp sai'),
    judged: z.int(),
    right: z.int(),
    wrong: z.int(),
    unsure: z.int().describe('Không kết luận được; tính như sai'),
    rowsBound: share.describe('Cận trên phần sai, theo dòng'),
    valueBound: share.describe('Cận trên phần sai, theo đồng'),
    rowsLeft: share.describe('Cận trên phần sai còn lại sau các lần sửa, theo dòng'),
    valueLeft: share.describe('Cận trên phần sai còn lại sau các lần sửa, theo đồng'),
    accepted: z.int(),
    acceptedValue: vnd,
    corrected: z.int().describe('Liên kết của nhóm đã bị bỏ sau khi nối'),
    correctedValue: vnd,
    judgedBy: z.array(z.string()),
    acceptanceRunId: id.nullable(),
    acceptedBy: z.string().nullable(),
    acceptedAt: instant.nullable(),
    recalledBy: z.string().nullable().describe('null khi Khớp tự thu hồi'),
    recalledAt: instant.nullable(),
    recallReason: z.string().nullable(),
    version,
    createdAt: instant,
    createdBy: z.string(),
  })
  .meta({ id: 'Certification' });

const blind = { place: z.int().describe('Thứ tự trong mẫu') };
/** A pair as it is judged: without its score and without what would give it away. */
const blindPair = z
  .union([
    z.object({
      ...blind,
      kind: z.literal('product'),
      amis: amisProduct,
      bravo: bravoItem,
      bravoPrice: decimal.nullable(),
    }),
    z.object({ ...blind, kind: z.literal('partner'), amis: amisPartner, bravo: bravoPartner }),
    z.object({
      ...blind,
      kind: z.literal('gone'),
      amisCode: z.string(),
      amisName: z.string(),
      bravoCode: z.string(),
      bravoName: z.string(),
    }),
  ])
  .meta({ id: 'BlindPair' });

const judging = z
  .object({ certification, pair: blindPair.nullable().describe('Cặp kế tiếp của mẫu; null khi đã xem hết nhóm') })
  .meta({ id: 'CertificationJudging' });

const sampled = z
  .object({
    place: z.int(),
    amisCode: z.string(),
    amisName: z.string(),
    bravoCode: z.string(),
    bravoName: z.string(),
    value: vnd,
    judgement: z.enum(JUDGEMENTS),
    judgedBy: z.string(),
    judgedAt: instant,
    connectionId: id.nullable(),
    correctedAt: instant.nullable().describe('Liên kết đã bị bỏ sau khi nối'),
    correctedBy: z.string().nullable(),
  })
  .meta({ id: 'SampledPair' });

const trait = z
  .object({
    key: z.string(),
    words: z.string(),
    judged: z.int(),
    wrong: z.int().describe('Trong đó sai hoặc không kết luận được'),
    members: z.int().describe('Số cặp của nhóm có đặc điểm này'),
    isProposed: z.boolean().describe('Đề nghị tách ra'),
  })
  .meta({ id: 'SharedTrait' });

const changes = ['NOT_FOUND', 'STALE_VERSION', 'CERTIFICATION_STATE', 'IDEMPOTENCY_MISMATCH'] as const;
const seen = z.object({ version });

export const certificationEndpoints = {
  getCertificationOutlook: get('/certifications/outlook', {
    summary: 'Một nhóm gợi ý có bao nhiêu cặp, giá trị bao nhiêu và phải xem chừng bao nhiêu cặp để bảo chứng',
    query: z.object(bucket),
    response: z
      .object({
        members: z.int(),
        value: vnd,
        setAside: z
          .int()
          .describe('Cặp đã bị thấy sai hoặc chưa rõ ở đợt trước, hay đã bị bỏ liên kết: chờ duyệt thường'),
        isTooLarge: z.boolean().describe(`Nhiều hơn ${MOST_MEMBERS} cặp`),
        earlierTries: z.int(),
        bounds: z.array(z.object({ maxError: share, expectedJudgements: z.int() })),
      })
      .meta({ id: 'CertificationOutlook' }),
    errors: ['NOT_FOUND'],
  }),
  createCertification: post('/certifications', {
    summary: 'Mở một đợt chấp nhận có bảo chứng: chốt nhóm, hạt giống và thứ tự của mẫu',
    body: z.object({ ...bucket, maxError }),
    response: certification,
    status: 201,
    errors: ['NOT_FOUND', 'CERTIFICATION_STATE', 'IDEMPOTENCY_MISMATCH'],
  }),
  listCertifications: get('/certifications', {
    summary: 'Các đợt chấp nhận có bảo chứng',
    query: listQuery(['createdAt'], {
      profileId: id.optional(),
      kind: z.enum(KINDS).optional(),
      state: commaList(z.enum(CERTIFICATION_STATES)).optional(),
    }),
    response: page(certification),
  }),
  getCertification: get('/certifications/{id}', {
    summary: 'Một đợt chấp nhận có bảo chứng, là chứng chỉ của nó khi đã nối',
    params: idParams,
    response: certification,
    errors: ['NOT_FOUND'],
  }),
  listCertificationSample: get('/certifications/{id}/sample', {
    summary: 'Các cặp của mẫu đã xem, với phán xét',
    params: idParams,
    query: listQuery(['place'], { judgement: commaList(z.enum(JUDGEMENTS)).optional() }),
    response: page(sampled),
    errors: ['NOT_FOUND'],
  }),
  getCertificationPair: get('/certifications/{id}/next', {
    summary: 'Cặp kế tiếp của mẫu, không kèm điểm',
    params: idParams,
    response: judging,
    errors: ['NOT_FOUND'],
  }),
  judgeCertificationPair: post('/certifications/{id}/judgements', {
    summary: 'Phán xét cặp kế tiếp của mẫu',
    params: idParams,
    body: seen.extend({ place: z.int().min(1), judgement: z.enum(JUDGEMENTS) }),
    response: judging,
    errors: changes,
  }),
  undoCertificationJudgement: post('/certifications/{id}/judgements/undo', {
    summary: 'Lấy lại phán xét gần nhất',
    params: idParams,
    body: seen,
    response: judging,
    errors: changes,
  }),
  getCertificationTraits: get('/certifications/{id}/traits', {
    summary: 'Những đặc điểm mà các cặp sai của mẫu có chung',
    params: idParams,
    response: z.object({ items: z.array(trait) }),
    errors: ['NOT_FOUND'],
  }),
  splitCertification: post('/certifications/{id}/split', {
    summary: 'Tách khỏi nhóm các cặp có những đặc điểm này; phần còn lại thành đợt mới với mẫu mới',
    params: idParams,
    body: seen.extend({ traits: z.array(z.string().min(1).max(200)).min(1).max(50) }),
    response: certification,
    status: 201,
    errors: changes,
  }),
  acceptCertification: post('/certifications/{id}/accept', {
    summary: 'Nối cả nhóm khi cận đã đạt, bằng một lượt chạy',
    params: idParams,
    body: seen,
    response: accepted,
    status: 202,
    errors: [...changes, 'RUN_IN_PROGRESS'],
  }),
  cancelCertification: post('/certifications/{id}/cancel', {
    summary: 'Bỏ đợt bảo chứng; các cặp chờ duyệt như thường',
    params: idParams,
    body: seen,
    response: certification,
    errors: changes,
  }),
  recallCertification: post('/certifications/{id}/recall', {
    summary: 'Thu hồi chứng chỉ: liên kết của nhóm được đánh dấu phải soát, không liên kết nào bị bỏ',
    params: idParams,
    body: seen.extend({ reason: z.string().trim().min(1).max(500) }),
    response: certification,
    errors: changes,
  }),
} as const;
