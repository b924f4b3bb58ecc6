import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { DAY_GROUNDS, type DayGround } from '@khop/engine/invoice-issuance/rules/lawful-day.ts';
import { z } from 'zod';
import { SALES_LINE_KINDS } from '../bravo.ts';
import { dayFacts, statedDayFacts } from '../day-facts.ts';
import { day, decimal, id, instant, quantity, vatRate, vnd } from '../values.ts';
import { EXCLUSION_REASONS, SHORTAGE_REASONS } from './resources.ts';

// The keys of a record of names are all there are of them.
const DAY_GROUNDS_LIST = Object.keys(DAY_GROUNDS) as [DayGround, ...DayGround[]];

export const COVERAGES = ['covered', 'partly', 'uncovered', 'excluded', 'returned'] as const;

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
export const salesDocument = z.object(salesDocumentFields).meta({ id: 'BravoSalesDocument' });

export const shortage = z.object({
  reason: z.enum(SHORTAGE_REASONS),
  baseQuantity: quantity,
  amount: vnd,
  message: z.string(),
  remedy: z.string(),
  competitors: z.array(z.object({ document: z.string(), line: z.string(), quantity })),
});

export const salesDocumentDetail = z
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
