import type { LayoutField } from './layout.ts';

export const productFields: readonly LayoutField[] = [
  { field: 'productCode', header: 'Mã hàng', aliases: ['Mã VTHH', 'Mã vật tư'], type: 'code', required: 'value' },
  { field: 'productName', header: 'Tên hàng', aliases: ['Tên VTHH', 'Tên vật tư'], type: 'text' },
];

export const unit: LayoutField = { field: 'unit', header: 'ĐVT', aliases: ['Đơn vị tính', 'ĐVT chính'], type: 'text' };

/** The unit that AMIS keeps a product in, where a report shows it beside the unit of the document. */
export const mainUnit: LayoutField = {
  field: 'mainUnit',
  header: 'Đơn vị chính (ĐVC)',
  aliases: ['ĐVC', 'ĐVT chính (ĐVC)', 'Đơn vị chính'],
  type: 'text',
  readOnly: true,
};
