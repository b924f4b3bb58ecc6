import type { Layout, LayoutField } from './layout.ts';

const party = (side: 'seller' | 'buyer', words: readonly [who: string, other: string]): readonly LayoutField[] => {
  const [who, other] = words;
  return [
    {
      field: `${side}TaxCode`,
      header: `MST ${who}/MST ${other}`,
      aliases: [`MST ${who}`, `Mã số thuế ${who}`, `MST ${other}`],
      type: 'taxCode',
    },
    { field: `${side}Name`, header: `Tên ${who}/Tên ${other}`, aliases: [`Tên ${who}`, `Tên ${other}`], type: 'text' },
    { field: `${side}Address`, header: `Địa chỉ ${who}`, type: 'text' },
  ];
};

/**
 * The tax portal: danh sách hóa đơn, as it is downloaded. Purchases have the columns of the seller, sales those of the buyer, some
 * exports both. Amounts are in the currency of each invoice. Citizens' numbers are not read.
 */
export const taxInvoiceList: Layout = {
  name: 'tax-invoice-list',
  title: 'Danh sách hóa đơn',
  isForTaxRoom: true,
  sheetName: 'sheet 1',
  headerRow: 6,
  hasPeriod: true,
  daysAsText: true,
  dateOrder: 'dmy',
  dataWhen: ['symbol', 'number'],
  placedBy: ['sellerTaxCode', 'buyerTaxCode'],
  placeMayBeBlank: true,
  // Ledgers and lists of AMIS also know forms, symbols and states.
  foreign: ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Mã vật tư', 'Mã khách hàng', 'Mã nhà cung cấp'],
  fields: [
    {
      field: 'form',
      header: 'Ký hiệu mẫu số',
      aliases: ['Mẫu số', 'Ký hiệu mẫu số hóa đơn'],
      type: 'code',
      required: 'value',
    },
    { field: 'symbol', header: 'Ký hiệu hóa đơn', aliases: ['Ký hiệu'], type: 'code', required: 'value' },
    { field: 'number', header: 'Số hóa đơn', type: 'code', required: 'value' },
    { field: 'date', header: 'Ngày lập', aliases: ['Ngày lập hóa đơn'], type: 'day', required: 'value' },
    ...party('seller', ['người bán', 'người xuất hàng']),
    ...party('buyer', ['người mua', 'người nhận hàng']),
    { field: 'beforeVat', header: 'Tổng tiền chưa thuế', type: 'price' },
    { field: 'vat', header: 'Tổng tiền thuế', type: 'price' },
    { field: 'discount', header: 'Tổng tiền chiết khấu thương mại', type: 'price' },
    { field: 'fees', header: 'Tổng tiền phí', type: 'price' },
    {
      field: 'otherDeductions',
      header: 'Tổng giảm trừ khác',
      aliases: ['Tổng tiền giảm trừ khác', 'Giảm trừ khác'],
      type: 'price',
      readOnly: true,
    },
    { field: 'total', header: 'Tổng tiền thanh toán', type: 'price', required: 'column' },
    { field: 'currency', header: 'Đơn vị tiền tệ', type: 'code' },
    { field: 'exchangeRate', header: 'Tỷ giá', type: 'price' },
    { field: 'state', header: 'Trạng thái hóa đơn', type: 'text', required: 'column' },
    { field: 'processing', header: 'Kết quả kiểm tra hóa đơn', aliases: ['Kết quả kiểm tra'], type: 'text' },
  ],
};
