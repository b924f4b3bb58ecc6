import { CHANGE_CODES } from '@khop/engine/invoice-issuance/changes/change-codes.ts';
import { z } from 'zod';
import { del, get, post } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { accepted, commaList, day, id, idParams, instant, vnd } from '../values.ts';
import { tieOutFigures } from './resources.ts';

const CHANGE_KINDS = ['added', 'changed', 'removed'] as const;

const change = z.object({ added: z.int(), changed: z.int(), removed: z.int(), kept: z.int() });
const counted = z.object({ count: z.int(), before: vnd, after: vnd });

const regeneration = z
  .object({
    proposal: z
      .object({
        change,
        profiles: z.array(
          z.object({ profileId: id, code: z.string(), added: counted, changed: counted, removed: counted }),
        ),
        addOnly: z.boolean().describe('Chỉ thêm, không đổi'),
        reasons: z
          .array(z.object({ code: z.enum(CHANGE_CODES), count: z.int() }))
          .describe('Điều buộc hóa đơn đổi hoặc bỏ'),
        before: tieOutFigures,
        after: tieOutFigures,
        isStale: z.boolean().describe('Dữ liệu của kỳ đã đổi sau khi xem trước: không áp dụng được nữa'),
        by: z.string(),
        at: instant,
      })
      .nullable()
      .describe('Bản sinh lại đang chờ áp dụng hoặc bỏ'),
    undo: z
      .object({
        change,
        by: z.string(),
        at: instant,
        refusal: z.string().nullable().describe('Vì sao không hoàn tác được nữa; null khi được'),
      })
      .nullable()
      .describe('Lần sinh lại gần nhất, khi bản trước nó còn được giữ'),
  })
  .meta({ id: 'Regeneration' });
export type Regeneration = z.infer<typeof regeneration>;

export const regenerationEndpoints = {
  getRegeneration: get('/invoice-issuance/periods/{id}/regeneration', {
    summary: 'Bản sinh lại đang xem trước, và bản trước có thể hoàn tác về',
    params: idParams,
    response: regeneration,
    errors: ['NOT_FOUND'],
  }),
  listRegenerationChanges: get('/invoice-issuance/periods/{id}/regeneration/changes', {
    summary: 'Từng hóa đơn mà bản xem trước sẽ thêm, đổi hoặc bỏ',
    params: idParams,
    query: listQuery(['voucherNumber', 'before', 'after'], {
      kind: commaList(z.enum(CHANGE_KINDS)).optional(),
      reason: commaList(z.enum(CHANGE_CODES)).optional(),
      profileId: commaList(id).optional(),
    }),
    response: page(
      z.object({
        kind: z.enum(CHANGE_KINDS),
        profileId: id,
        profileCode: z.string(),
        voucherNumber: z.string(),
        documentDate: day,
        bravoDocument: z.string(),
        buyerName: z.string(),
        before: vnd.nullable(),
        after: vnd.nullable(),
        fields: z.array(z.string()),
        reasons: z.array(z.object({ code: z.enum(CHANGE_CODES), message: z.string(), record: z.string() })),
        invoiceId: id.nullable().describe('Hóa đơn hiện có; null khi sẽ thêm'),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  applyRegeneration: post('/invoice-issuance/periods/{id}/regeneration/apply', {
    summary: 'Áp dụng bản xem trước, trọn vẹn trong một lần ghi',
    params: idParams,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'PROPOSAL_STALE', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
  discardRegeneration: del('/invoice-issuance/periods/{id}/regeneration', {
    summary: 'Bỏ bản xem trước',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  undoRegeneration: post('/invoice-issuance/periods/{id}/regeneration/undo', {
    summary: 'Trở về trọn vẹn bản trước lần sinh lại gần nhất, cho đến khi xuất tệp',
    params: idParams,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'UNDO_NOT_POSSIBLE', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
} as const;
