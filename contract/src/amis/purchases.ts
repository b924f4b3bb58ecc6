import { z } from 'zod';
import { get } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { day, decimal, id, quantity, vnd } from '../values.ts';

/** One arrival of a product, as the purchase ledger of AMIS has it. */
const amisPurchase = z
  .object({
    id,
    accountingDate: day,
    voucherNumber: z.string(),
    invoiceNumber: z.string(),
    supplierCode: z.string().describe('Trống: sổ được tải trước khi Khớp giữ nhà cung cấp'),
    supplierName: z.string(),
    productCode: z.string(),
    productName: z.string(),
    unit: z.string(),
    warehouseCode: z.string(),
    quantity,
    returnedQuantity: quantity,
    unitPrice: decimal.nullable(),
    amount: vnd,
    vatAmount: vnd.nullable(),
  })
  .meta({ id: 'AmisPurchase' });

export const amisPurchaseEndpoints = {
  listAmisPurchases: get('/amis/purchases', {
    summary: 'Các lần mua của hồ sơ, theo sổ chi tiết mua hàng',
    query: listQuery(['accountingDate', 'quantity', 'unitPrice', 'amount'], {
      profileId: id,
      productCode: z.string().optional(),
      fromDate: day.optional(),
      toDate: day.optional(),
    }),
    response: page(amisPurchase),
  }),
} as const;
