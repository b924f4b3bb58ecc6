import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { DAY_GROUNDS, type DayGround } from '@khop/engine/invoice-issuance/rules/lawful-day.ts';
import { z } from 'zod';
import { SALES_LINE_KINDS } from '../bravo.ts';
import { dayFacts, statedDayFacts } from '../day-facts.ts';
import { get, post } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { commaList, day, decimal, id, idParams, instant, note, quantity, vatRate, vnd } from '../values.ts';
import { EXCLUSION_REASONS, SHORTAGE_REASONS } from './resources.ts';

// The keys of a record of names are all there are of them.
const DAY_GROUNDS_LIST = Object.keys(DAY_GROUNDS) as [DayGround, ...DayGround[]];

const COVERAGES = ['covered', 'partly', 'uncovered', 'excluded', 'returned'] as const;

const salesDocumentFields = {
  id: z.string().describe('Khóa chứng từ Bravo, mã hóa URL'),
  branchCode: z.string(),
  docCode: z.string(),
  docNo: z.string(),
  docDate: day,
  docStatus: z.string(),
  partnerCode: z.string(),
  partnerName: z.string(),
  invoiceRequirement: z.string(),
  lines: z.int(),
  amount: vnd,
  vatAmount: vnd,
  invoiced: vnd,
  alreadyInvoiced: vnd,
  unallocated: vnd,
  excluded: vnd,
  coverage: z.enum(COVERAGES),
};
const salesDocument = z.object(salesDocumentFields).meta({ id: 'BravoSalesDocument' });

const shortage = z.object({
  reason: z.enum(SHORTAGE_REASONS),
  baseQuantity: quantity,
  amount: vnd,
  message: z.string(),
  remedy: z.string(),
  competitors: z.array(z.object({ document: z.string(), line: z.string(), quantity })),
});

const salesDocumentDetail = z
  .object({
    ...salesDocumentFields,
    periodId: id,
    reconciliationTrades: z.array(z.string()).describe('Các ngành được lập theo kỳ đối soát vào ngày chứng từ'),
    ledgerLines: z.array(
      z.object({
        sourceKey: z.string(),
        itemCode: z.string(),
        itemName: z.string(),
        unit: z.string(),
        quantity,
        baseQuantity: quantity,
        unitPrice: decimal,
        amount: vnd,
        discount: vnd,
        netAmount: vnd,
        vatRate: vatRate.nullable(),
        vatAmount: vnd,
        kind: z.enum(SALES_LINE_KINDS),
        invoiced: vnd,
        alreadyInvoiced: vnd,
        unallocated: vnd,
        excluded: vnd,
        exclusion: z
          .object({ reason: z.enum(EXCLUSION_REASONS), note: z.string(), by: z.string(), at: instant })
          .nullable(),
        shortages: z.array(shortage),
        invoices: z.array(
          z.object({
            id,
            voucherNumber: z.string(),
            profileCode: z.string(),
            quantity,
            amount: vnd,
            status: z.enum(INVOICE_STATUSES),
          }),
        ),
        amisEntries: z
          .array(
            z.object({
              profileCode: z.string(),
              voucherNumber: z.string(),
              invoiceNumber: z.string(),
              amount: vnd,
              fileName: z.string(),
              rowNumber: z.int().nullable(),
            }),
          )
          .describe('Các dòng sổ bán hàng AMIS đã xuất cho dòng này'),
        dayFacts: dayFacts.nullable().describe('Việc của dòng mà sổ ghi'),
        statedDay: z
          .object({ facts: statedDayFacts, evidence: z.string(), by: z.string(), at: instant })
          .nullable()
          .describe('Việc của dòng mà một người ghi, thay cho sổ'),
        lawfulDay: z
          .object({
            day,
            because: z.enum(DAY_GROUNDS_LIST),
            waits: z.string().nullable().describe('Vì sao chưa lập được, nếu thiếu ngày'),
          })
          .describe('Ngày theo luật của hóa đơn'),
        netted: z.array(z.object({ line: z.string(), document: z.string(), baseQuantity: quantity, amount: vnd })),
      }),
    ),
  })
  .meta({ id: 'BravoSalesDocumentDetail' });

/** The sales of Bravo in a period: what has an invoice, what has none and why, and what people say of their lines. */
export const salesEndpoints = {
  listPeriodSales: get('/invoice-issuance/periods/{id}/invoice-bravo-sales', {
    summary: 'Chứng từ bán hàng Bravo của kỳ và mức độ đã xuất hóa đơn',
    params: idParams,
    query: gridQuery(
      ['docDate', 'docNo', 'partnerCode', 'amount', 'unallocated', 'invoiced'],
      {
        coverage: commaList(z.enum(COVERAGES)).optional(),
        reason: commaList(z.enum(SHORTAGE_REASONS)).optional(),
        branchCode: commaList(z.string()).optional(),
        docCode: z.string().optional(),
        partnerCode: z.string().optional(),
        fromDate: day.optional(),
        toDate: day.optional(),
      },
      ['branchCode', 'docCode', 'partnerName', 'requirement', 'lines', 'coverage', 'alreadyInvoiced', 'excluded'],
    ),
    response: page(salesDocument),
    errors: ['NOT_FOUND'],
  }),
  getPeriodSale: get('/invoice-issuance/invoice-bravo-sales/{id}', {
    summary: 'Một chứng từ Bravo với các dòng, hóa đơn và phần còn thiếu',
    params: z.object({ id: z.string() }),
    response: salesDocumentDetail,
    errors: ['NOT_FOUND'],
  }),
  setLineExclusion: post('/invoice-issuance/periods/{id}/exclusions', {
    summary: 'Loại dòng khỏi kỳ theo danh mục lý do đóng, hoặc bỏ loại',
    params: idParams,
    body: z.object({
      sourceKeys: z.array(z.string()).min(1).max(5000),
      reason: z.enum(EXCLUSION_REASONS).nullable(),
      note: note.optional(),
    }),
    response: z.object({ updated: z.int() }),
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'REASON_REQUIRED'],
  }),
  setLineDays: post('/invoice-issuance/periods/{id}/line-days', {
    summary: 'Ghi việc cho dòng bán hàng một ngày theo luật, kèm bằng chứng; hoặc bỏ, trở lại theo sổ',
    params: idParams,
    body: z.object({
      sourceKeys: z.array(z.string()).min(1).max(5000),
      facts: statedDayFacts.nullable().describe('null: bỏ những gì đã ghi'),
      evidence: note.optional().describe('Bằng chứng: tờ khai, biên bản, chứng từ, với số và ngày'),
    }),
    response: z.object({ updated: z.int() }),
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'REASON_REQUIRED'],
  }),
  listShortages: get('/invoice-issuance/periods/{id}/shortages', {
    summary: 'Phần chưa xuất được và lý do',
    params: idParams,
    query: gridQuery(
      ['amount', 'docDate', 'itemCode'],
      {
        reason: commaList(z.enum(SHORTAGE_REASONS)).optional(),
        itemCode: z.string().optional(),
        partnerCode: z.string().optional(),
      },
      ['document', 'itemName', 'reason', 'quantity', 'unit', 'message', 'remedy', 'partner'],
    ),
    response: page(
      shortage.extend({
        line: z.string(),
        onLedger: z
          .boolean()
          .describe('Sổ Bravo còn dòng này; không còn thì chứng từ, ngày, khách, hàng là của hóa đơn'),
        documentId: z.string(),
        document: z.string(),
        docDate: day,
        invoiceId: id.nullable().describe('Hóa đơn được giữ lại của dòng mà sổ Bravo không còn'),
        partnerCode: z.string(),
        partnerName: z.string(),
        itemCode: z.string(),
        itemName: z.string(),
        unit: z.string(),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
} as const;
