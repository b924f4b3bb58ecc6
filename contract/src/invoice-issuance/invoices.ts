import { INVOICE_STATUSES } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { z } from 'zod';
import { SALES_LINE_KINDS } from '../bravo.ts';
import { day, decimal, id, instant, quantity, vatRate, version, vnd } from '../values.ts';
import { invoiceContract } from './bases.ts';
import { warning } from './resources.ts';
import { taxOfInvoice } from './tax-settlements.ts';

export const BUYER_SOURCES = ['connection', 'tax_code', 'new_customer', 'consumer', 'chosen'] as const;

const buyer = z.object({
  source: z.enum(BUYER_SOURCES),
  customerId: id.nullable(),
  customerCode: z.string(),
  name: z.string(),
  address: z.string(),
  taxCode: z.string(),
  phone: z.string(),
  email: z.string(),
  personalId: z.string().describe('Số định danh cá nhân; danh sách che bớt'),
  passport: z.string().describe('Số hộ chiếu; danh sách che bớt'),
  nationality: z.string(),
  budgetCode: z.string().describe('Mã số đơn vị có quan hệ với ngân sách'),
  realName: z.string().describe('Tên thật của cá nhân khi hóa đơn ghi như bán cho người tiêu dùng'),
  reason: z.string().nullable().describe('Lý do khi người dùng chọn người mua khác'),
});

const invoiceSummaryFields = {
  id,
  periodId: id,
  profileId: id,
  profileCode: z.string(),
  voucherNumber: z.string(),
  date: day.describe('Ngày hóa đơn dự kiến'),
  documentDate: day.describe('Ngày của chứng từ bán hàng, không bao giờ đổi'),
  bravoDocument: z.string(),
  buyer,
  ledgerBuyer: z
    .object({ code: z.string(), name: z.string(), taxCode: z.string(), address: z.string() })
    .describe('Người mua theo sổ Bravo, luôn hiển thị'),
  amount: vnd,
  vatAmount: vnd,
  total: vnd,
  itemCount: z.int(),
  warningCount: z.int(),
  status: z.enum(INVOICE_STATUSES),
  pinned: z.boolean(),
  reviewed: z.object({ by: z.string(), at: instant }).nullable().describe('Ai đã soát, lúc nào; đã soát thì ghim'),
  invoiceNumber: z.string().nullable().describe('Số hóa đơn thật, có khi đã phát hành'),
  amisDifference: vnd
    .nullable()
    .describe('Lệch với AMIS: tiền hàng trên AMIS trừ tiền hàng ở đây; null khi không lệch'),
  invoiceDate: day.nullable(),
  version,
};
export const amisInvoiceSummary = z.object(invoiceSummaryFields).meta({ id: 'AmisInvoiceSummary' });

export const amisInvoice = z
  .object({
    ...invoiceSummaryFields,
    seller: z.object({
      name: z.string(),
      taxCode: z.string(),
      address: z.string(),
      invoiceForm: z.string(),
      invoiceSymbol: z.string(),
      logoUrl: z.string().nullable(),
    }),
    contract: invoiceContract.optional(),
    listSha256: z
      .string()
      .optional()
      .describe('Mã băm các dòng của bảng kê lúc giao; chỉ của hóa đơn tổng hợp đã giao'),
    items: z.array(
      z.object({
        id,
        lineNumber: z.int(),
        productCode: z.string(),
        name: z.string(),
        unit: z.string(),
        warehouseCode: z.string(),
        kind: z.enum(SALES_LINE_KINDS),
        quantity,
        unitPrice: decimal,
        amount: vnd,
        vatRate,
        vatAmount: vnd,
        allocationCount: z.int(),
      }),
    ),
    vat: z.array(z.object({ rate: vatRate, amount: vnd, vatAmount: vnd })),
    amountInWords: z.string(),
    warnings: z.array(warning),
    taxInvoice: taxOfInvoice,
  })
  .meta({ id: 'AmisInvoice' });

export const allocation = z
  .object({
    id,
    line: z.string().describe('Khóa nguồn của dòng sổ Bravo'),
    bravoDocument: z.string(),
    documentId: z.string().describe('Chứng từ Bravo trong kỳ: GET invoice-bravo-sales/{id}'),
    docDate: day,
    itemCode: z.string(),
    itemName: z.string(),
    lot: z.string().nullable(),
    warehouseCode: z.string(),
    availableFrom: day.nullable(),
    quantity,
    baseQuantity: quantity,
    amount: vnd,
  })
  .meta({ id: 'Allocation' });

export const customerOption = z
  .object({
    customerId: id,
    code: z.string(),
    name: z.string(),
    address: z.string(),
    taxCode: z.string(),
    found: z.enum(['connection', 'tax_code', 'search']),
    sameLegalPerson: z.boolean().describe('Cùng pháp nhân với người mua trên sổ: đổi tự do; khác thì cần lý do'),
  })
  .meta({ id: 'CustomerOption' });
