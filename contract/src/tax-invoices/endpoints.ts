import { z } from 'zod';
import { UPLOAD_ERRORS } from '../amis/resources.ts';
import { get, post } from '../endpoint.ts';
import { gridQuery, listQuery, page } from '../paging.ts';
import { accepted, commaList, day, id, idParams } from '../values.ts';
import {
  channel,
  EVIDENCE,
  RELATIONS,
  SIDES,
  STATES,
  taxCover,
  taxInvoice,
  taxList,
  VERDICTS,
  wholeTaxInvoice,
} from './resources.ts';

export const taxInvoiceEndpoints = {
  listTaxInvoices: get('/tax-invoices', {
    summary: 'Kho hóa đơn: hóa đơn điện tử mua vào và bán ra',
    query: gridQuery(
      ['date', 'number', 'sellerName', 'buyerName', 'total', 'createdAt'],
      {
        profileId: id.optional(),
        side: z.enum(SIDES).optional(),
        verdict: commaList(z.enum(VERDICTS)).optional(),
        relation: commaList(z.enum(RELATIONS)).optional(),
        state: commaList(z.enum(STATES)).optional(),
        evidence: z.enum(EVIDENCE).optional(),
        fromDate: day.optional(),
        toDate: day.optional(),
        hasProblem: z.stringbool().optional(),
      },
      ['symbol', 'sellerTaxCode', 'buyerTaxCode', 'beforeVat', 'vat'],
    ),
    response: page(taxInvoice),
  }),
  getTaxInvoice: get('/tax-invoices/{id}', {
    summary: 'Một hóa đơn của kho: dữ liệu đã ký, chữ ký, các bản khác',
    params: idParams,
    response: wholeTaxInvoice,
    errors: ['NOT_FOUND'],
  }),
  getTaxInvoiceFile: get('/tax-invoices/{id}/file.xml', {
    summary: 'Tệp XML gốc, đúng từng byte đã nhận',
    params: idParams,
    mediaTypes: ['application/xml'],
    errors: ['NOT_FOUND'],
  }),
  uploadTaxInvoices: post('/tax-invoices/bulk', {
    summary:
      'Nạp hóa đơn điện tử: một tệp XML, gói .zip nhiều tệp (kể cả danh sách), hay danh sách hóa đơn của cổng thuế (.xlsx). Kết quả của lượt chạy: TaxUploadReport',
    body: z.object({
      profileId: id.optional().describe('Hồ sơ của danh sách, khi tệp không cho biết'),
      side: z.enum(SIDES).optional().describe('Chiều của danh sách, khi tệp không cho biết'),
      channels: commaList(channel).optional().describe('Loại hóa đơn mà danh sách có; cần cho danh sách rỗng'),
    }),
    multipart: true,
    files: 'taxInvoices',
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  listTaxLists: get('/tax-lists', {
    summary: 'Danh sách hóa đơn của cổng thuế đã nạp, mỗi tệp một dòng',
    query: listQuery(['createdAt', 'fromDate', 'toDate'], {
      profileId: id.optional(),
      side: z.enum(SIDES).optional(),
    }).omit({ q: true }),
    response: page(taxList),
  }),
  undoTaxList: post('/tax-lists/{id}/undo', {
    summary: 'Bỏ một danh sách đã nạp nhầm: điều nó nói về hóa đơn trở lại như trước; khi chưa có gì dựa vào nó',
    params: idParams,
    body: z.object({ version: z.int() }),
    response: taxList,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'IMPORT_IN_USE', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
  getTaxCover: get('/tax-lists/cover', {
    summary: 'Danh sách đã nạp phủ những ngày nào, theo hồ sơ, chiều, tháng và loại; tối đa 500 tháng, mới nhất trước',
    query: z.object({
      profileId: id.optional(),
      side: z.enum(SIDES).optional(),
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Cần dạng YYYY-MM')
        .optional(),
    }),
    response: z.object({ items: z.array(taxCover) }),
  }),
} as const;
