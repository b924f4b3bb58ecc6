import { z } from 'zod';
import { get } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { commaList, day, id, idParams, quantity, vnd, XLSX } from '../values.ts';
import { SHORTAGE_REASONS } from './resources.ts';

const SHORTAGE_GROUPS = ['item', 'partner', 'reason'] as const;

/** Lists of work: the rest that is left over, by its remedy, and the goods that really have to be bought. */
export const workListEndpoints = {
  listShortageGroups: get('/invoice-issuance/periods/{id}/shortages/groups', {
    summary: 'Phần chưa xuất gom theo vật tư Bravo, khách Bravo hoặc lý do, nhiều tiền trước',
    params: idParams,
    query: listQuery(['amount', 'parts', 'code', 'firstDay'], {
      by: z.enum(SHORTAGE_GROUPS).default('item'),
      reason: commaList(z.enum(SHORTAGE_REASONS)).optional(),
    }),
    response: page(
      z.object({
        key: z.string(),
        code: z.string(),
        name: z.string(),
        reason: z.enum(SHORTAGE_REASONS).describe('Lý do chiếm nhiều tiền nhất của nhóm'),
        reasons: z.array(z.enum(SHORTAGE_REASONS)),
        remedy: z.string(),
        branchCode: z.string().describe('Chi nhánh của phần nhiều tiền nhất'),
        parts: z.int(),
        documents: z.int(),
        baseQuantity: quantity.nullable().describe('Chỉ khi gom theo vật tư'),
        unit: z.string(),
        firstDay: day.nullable(),
        amount: vnd,
        vatAmount: vnd,
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
  getPurchaseNeeds: get('/invoice-issuance/periods/{id}/purchase-needs', {
    summary: 'Hàng cần mua hoặc nhập thêm theo hồ sơ và mã hàng: chỉ hàng đã bán thật mà không có hàng để xuất',
    params: idParams,
    response: z.object({
      note: z.string(),
      needs: z.array(
        z.object({
          profileId: id,
          profileCode: z.string(),
          product: z.string(),
          name: z.string(),
          unit: z.string(),
          quantity,
          amount: vnd,
          firstDay: day,
          documents: z.array(z.string()),
          alternatives: z.array(z.string()),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
  }),
  downloadPurchaseNeeds: get('/invoice-issuance/periods/{id}/purchase-needs/workbook', {
    summary: 'Tải «Cần mua/nhập thêm» (xlsx) cho người mua hàng',
    params: idParams,
    kind: 'file',
    mediaTypes: [XLSX],
    errors: ['NOT_FOUND'],
  }),
} as const;
