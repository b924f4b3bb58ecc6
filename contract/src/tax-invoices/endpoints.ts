import { z } from 'zod';
import { UPLOAD_ERRORS } from '../amis/resources.ts';
import { get, post } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { accepted, commaList, day, id, idParams } from '../values.ts';
import { RELATIONS, SIDES, taxInvoice, VERDICTS, wholeTaxInvoice } from './resources.ts';

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
    summary: 'Nạp hóa đơn điện tử: một tệp XML, hay gói .zip nhiều tệp. Kết quả của lượt chạy: TaxUploadReport',
    body: z.object({}),
    multipart: true,
    files: 'taxInvoices',
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS.filter((code) => code !== 'NOT_FOUND'),
  }),
} as const;
