import { mainUnit, productFields, unit } from './fields-of-products.ts';
import type { Layout, LayoutField } from './layout.ts';

/**
 * The columns of a movement in "Tổng hợp tồn kho": under a merged heading, or in one header row in some installations.
 */
const movement = (prefix: string, group: string, groupAliases: readonly string[]): readonly LayoutField[] => {
  const alone = (name: string): string[] =>
    [group, ...groupAliases].flatMap((of) => [`${name} ${of}`, `${of} ${name}`, `${of} - ${name}`, `${name} (${of})`]);
  return [
    {
      field: `${prefix}Quantity`,
      group,
      groupAliases,
      header: 'Số lượng',
      inGroup: ['SL'],
      aliases: [...alone('Số lượng'), ...alone('SL')],
      type: 'quantity',
      total: true,
      ...(prefix === 'closing' ? { required: 'column' as const } : {}),
    },
    {
      field: `${prefix}Value`,
      group,
      groupAliases,
      header: 'Giá trị',
      inGroup: ['GT', 'Thành tiền'],
      aliases: [...alone('Giá trị'), ...alone('GT')],
      type: 'vnd',
      total: true,
    },
    {
      field: `${prefix}MainQuantity`,
      group,
      groupAliases,
      header: 'Số lượng theo ĐVC',
      inGroup: ['SL theo ĐVC', 'Số lượng (ĐVC)', 'SL (ĐVC)', 'Số lượng theo đơn vị chính'],
      type: 'quantity',
      total: true,
      readOnly: true,
    },
  ];
};

/**
 * AMIS: Tổng hợp tồn kho, one row per (warehouse, product): lots are added up. The warehouse is known by code, by name
 * or by both, from its column or from the row's section. A third column of a group (Đơn giá) is not read, nor is part
 * of a movement ("SL mua hàng" under Nhập kho).
 */
export const amisInventory: Layout = {
  name: 'amis-inventory',
  title: 'Tổng hợp tồn kho',
  sheetName: 'Tong hop ton kho',
  headerRow: 4,
  hasPeriod: true,
  key: ['warehouseCode', 'productCode'],
  addsUp: true,
  foreign: ['Số chứng từ', 'Mã khách hàng', 'Ngày hạch toán', 'Ngày chứng từ', 'Ngày', 'Diễn giải'],
  repeated: { headers: ['Ngày', 'Ngày hạch toán', 'Ngày chứng từ'], report: 'inventory-by-day' },
  totalLabel: { field: 'warehouseName', label: 'Tổng cộng' },
  checks: ['negative-stock', 'value-without-quantity'],
  sections: { 'Tên kho': 'warehouseName', 'Mã kho': 'warehouseCode', Kho: 'warehouseName' },
  placedBy: ['warehouseCode', 'warehouseName'],
  standIns: [
    {
      pairs: [
        ['closingQuantity', 'closingMainQuantity'],
        ['openingQuantity', 'openingMainQuantity'],
        ['inQuantity', 'inMainQuantity'],
        ['outQuantity', 'outMainQuantity'],
        ['unit', 'mainUnit'],
      ],
    },
    { pairs: [['unit', 'mainUnit']] },
  ],
  fields: [
    { field: 'warehouseName', header: 'Tên kho', aliases: ['Kho'], type: 'text' },
    { field: 'warehouseCode', header: 'Mã kho', type: 'code' },
    ...productFields,
    unit,
    mainUnit,
    ...movement('opening', 'Đầu kỳ', ['Tồn đầu kỳ', 'Tồn đầu']),
    ...movement('in', 'Nhập kho', ['Nhập', 'Nhập trong kỳ']),
    ...movement('out', 'Xuất kho', ['Xuất', 'Xuất trong kỳ']),
    ...movement('closing', 'Cuối kỳ', ['Tồn cuối kỳ', 'Tồn cuối', 'Tồn']),
    { field: 'group', header: 'Nhóm VTHH', aliases: ['Tên nhóm VTHH'], type: 'text' },
    { field: 'origin', header: 'Nguồn gốc', type: 'text' },
  ],
};
