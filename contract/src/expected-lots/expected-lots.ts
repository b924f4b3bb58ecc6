import { EXPECTED_STATES } from '@khop/engine/expected-lots/expected-lots.ts';
import { z } from 'zod';
import { get } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { commaList, day, id, quantity, vnd, XLSX } from '../values.ts';

/** A line of a purchase invoice as goods on their way into the books. */
const expectedLot = z
  .object({
    id: z.string().describe('<hóa đơn>/<dòng>'),
    invoiceId: id,
    supplierTaxCode: z.string(),
    supplierName: z.string(),
    symbol: z.string(),
    number: z.string(),
    day: day.nullable(),
    name: z.string().describe('Tên trên hóa đơn'),
    invoicedQuantity: quantity.describe('Tính bằng ĐVT trên hóa đơn, sau thay thế và điều chỉnh'),
    invoicedUnit: z.string(),
    product: z.string().nullable().describe('Mã hàng AMIS; null: chưa nối'),
    productName: z.string(),
    unit: z.string(),
    quantity: quantity.nullable().describe('Tính bằng ĐVT của AMIS'),
    received: quantity.describe('Đã có trong sổ mua hàng AMIS'),
    missing: quantity.nullable(),
    value: vnd.nullable().describe('Tiền hàng; null: ngoại tệ không ghi tỷ giá'),
    state: z
      .enum(EXPECTED_STATES)
      .describe('chờ nối, đang về, quá một tháng, nhập một phần, đã nhập, không còn (bị thay thế hay điều chỉnh hết)'),
    vouchers: z.array(z.string()).describe('Chứng từ nhập trong sổ mua hàng'),
  })
  .meta({ id: 'ExpectedLot' });
export type ExpectedLotRow = z.infer<typeof expectedLot>;

const filters = {
  profileId: id,
  state: commaList(z.enum(EXPECTED_STATES)).optional(),
  product: z.string().max(100).optional().describe('Mã hàng AMIS'),
};

/** Further columns that are filtered. */
const COLUMNS = [
  ...['number', 'symbol', 'supplierTaxCode', 'invoicedQuantity', 'invoicedUnit', 'product', 'productName', 'unit'],
  ...['quantity', 'received', 'missing'],
] as const;

export const expectedLotEndpoints = {
  listExpectedLots: get('/expected-lots', {
    summary: 'Hàng đang về: hàng đã có hóa đơn mua vào, đối chiếu với sổ mua hàng AMIS. Không hóa đơn bán nào dùng đến',
    query: gridQuery(['day', 'name', 'supplierName', 'value'], filters, COLUMNS),
    response: page(expectedLot),
    errors: ['NOT_FOUND'],
  }),
  downloadExpectedLots: get('/expected-lots/workbook', {
    summary: 'Tải hàng đang về của hồ sơ (xlsx)',
    query: z.object({ profileId: id, state: filters.state }),
    mediaTypes: [XLSX],
    errors: ['NOT_FOUND'],
  }),
} as const;
