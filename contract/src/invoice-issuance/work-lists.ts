import { EFFECTS, TURNS } from '@khop/engine/invoice-issuance/rule-changes/names.ts';
import { RULE_KINDS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { STOCK_CAUSES } from '@khop/engine/invoice-issuance/shortages/stock-causes.ts';
import { z } from 'zod';
import { get } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { commaList, day, id, idParams, quantity, vnd, XLSX } from '../values.ts';
import { SHORTAGE_REASONS } from './resources.ts';

/** Goods that were invoiced to the profile and would cure the lack once they are in the books. */
const expectedGoods = z.object({
  invoiceId: id,
  product: z.string(),
  day: day.nullable(),
  quantity: quantity.describe('Phần chưa có trong sổ mua hàng, tính bằng ĐVT của AMIS'),
  text: z.string().describe('đã mua 12/10/2026 (hóa đơn C26TAA 123, 40 thùng), chưa nhập kho AMIS'),
});

const SHORTAGE_GROUPS = ['item', 'partner', 'reason'] as const;

/** Lists of work: the rest that is left over, by its remedy, the goods that have to be bought, and what a change of the law brings. */
const askedDay = day.optional().describe('Ngày hỏi; không ghi: ngày kế tiếp có nhiều hơn một ngày nghỉ đổi');

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
        expected: z
          .array(expectedGoods.extend({ profileId: id, profileCode: z.string() }))
          .describe('Hàng đang về của mã đã nối; chỉ khi gom theo vật tư'),
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
          expected: z.array(expectedGoods).describe('Hàng đang về của hồ sơ và mã hàng này'),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
  }),
  getStockCauses: get('/invoice-issuance/periods/{id}/stock-causes', {
    summary: 'Vì sao thiếu: mỗi mã hàng thiếu hoặc tồn âm của kỳ, kèm những lý do mà sổ cho thấy',
    params: idParams,
    response: z.object({
      lacks: z.array(
        z.object({
          kind: z.enum(['missing', 'negative']).describe('Bán mà không có hàng để xuất, hay tồn kho AMIS âm'),
          profileId: id,
          profileCode: z.string(),
          product: z.string(),
          name: z.string(),
          unit: z.string(),
          quantity: quantity.describe('Số còn thiếu'),
          day: day.describe('Ngày bán đầu tiên chưa có hàng; tồn âm: ngày cuối kỳ'),
          warehouse: z.string().nullable().describe('Kho bị âm'),
          causes: z.array(
            z.object({
              code: z.enum(STOCK_CAUSES),
              name: z.string(),
              text: z.string(),
              quantity: quantity.nullable(),
              day: day.nullable(),
              documents: z.array(z.string()),
            }),
          ),
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
  downloadRuleChanges: get('/invoice-issuance/periods/{id}/rule-changes/workbook', {
    summary: 'Luật đổi vào một ngày, mọi chứng từ và hồ sơ của từng ảnh hưởng, dạng Excel',
    params: idParams,
    query: z.object({ on: askedDay }),
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    errors: ['NOT_FOUND'],
  }),
  getPeriodRuleChanges: get('/invoice-issuance/periods/{id}/rule-changes', {
    summary:
      'Luật đổi vào một ngày: quy tắc bắt đầu hoặc hết so với hôm trước, và ảnh hưởng đến hóa đơn nháp và phần chưa có hóa đơn của kỳ',
    params: idParams,
    query: z.object({ on: askedDay }),
    response: z.object({
      on: day,
      today: day,
      isPlanned: z.boolean().describe('false: chưa sinh hóa đơn, mọi dòng của sổ được tính'),
      coming: z.array(day).describe('Những ngày sắp tới có quy tắc đổi, sớm trước'),
      rules: z.array(
        z.object({
          kind: z.enum(RULE_KINDS),
          turn: z.enum(TURNS).describe('last_day: còn áp dụng trong ngày này, hết từ ngày sau'),
          text: z.string(),
          before: z.string().nullable().describe('Quy tắc ngay trước nó; null: không có'),
          source: z.string(),
          isConfirmed: z.boolean(),
        }),
      ),
      effects: z.array(
        z.object({
          code: z.enum(EFFECTS),
          says: z.string(),
          remedy: z.string(),
          lines: z.int(),
          documents: z.int(),
          invoices: z.int().describe('Hóa đơn nháp'),
          amount: vnd.describe('Tiền hàng của các dòng, trước thuế'),
          vatDifference: vnd.nullable().describe('Thuế chênh trên tổng tiền, làm tròn một lần; null: không đổi mức'),
          records: z
            .array(
              z.object({
                kind: z.enum(['profile', 'document']),
                id: z.string(),
                targetId: z.string().nullable().describe('Để mở: id của hồ sơ hoặc chứng từ'),
              }),
            )
            .describe('Tối đa 10 bản ghi đầu'),
          recordCount: z.int(),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
  }),
} as const;
