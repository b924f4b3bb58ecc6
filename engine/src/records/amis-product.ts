import { inUse } from './in-use.ts';
import type { RecordType } from './record.ts';

const REDUCTION_ACTS = ['101/2023', '110/2023', '142/2024', '174/2024', '204/2025'];

/** A good or service of AMIS. Its accounts are beside these fields: each has a column in workbooks and all one in the table. */
export const amisProduct = {
  table: 'amis_products',
  entity: 'amis-product',
  noun: 'Mã hàng',
  fields: {
    code: {
      kind: 'code',
      label: 'Mã hàng',
      sorts: true,
      searched: true,
      heading: { header: 'Mã', aliases: ['Mã hàng', 'Mã hàng hóa', 'Mã vật tư', 'Mã VTHH'], required: 'value' },
    },
    name: {
      kind: 'text',
      label: 'Tên hàng',
      sorts: true,
      searched: true,
      edited: { max: 500, required: true },
      heading: {
        header: 'Tên',
        aliases: ['Tên hàng', 'Tên hàng hóa', 'Tên hàng hóa, dịch vụ', 'Tên vật tư', 'Tên VTHH'],
        required: 'value',
      },
    },
    unit: {
      kind: 'text',
      label: 'ĐVT chính',
      short: 'ĐVT',
      sorts: true,
      edited: { max: 50 },
      heading: { header: 'Đơn vị tính chính', aliases: ['ĐVT chính', 'ĐVT', 'Đơn vị tính'], required: 'column' },
      keptWhenBlank: true,
    },
    quantityOnHand: {
      kind: 'quantity',
      nullable: true,
      label: 'Số lượng tồn',
      sorts: true,
      heading: { header: 'Số lượng tồn', aliases: ['SL tồn'], total: true },
    },
    stockValue: {
      kind: 'vnd',
      nullable: true,
      label: 'Giá trị tồn',
      sorts: true,
      heading: { header: 'Giá trị tồn', aliases: ['GT tồn'], total: true },
    },
    vatRate: {
      kind: 'vatRate',
      nullable: true,
      label: 'Thuế suất GTGT',
      short: 'Thuế suất',
      filter: 'several',
      edited: true,
      heading: { header: 'Thuế suất GTGT', aliases: ['Thuế suất GTGT (%)', '% thuế GTGT'] },
      keptWhenBlank: true,
    },
    vatReduction: {
      kind: 'choice',
      label: 'Giảm thuế',
      words: { unknown: 'Chưa xác định', none: 'Không được giảm', reduced: 'Được giảm còn 8%' },
      empty: 'unknown',
      unlisted: true,
      edited: true,
      heading: {
        header: 'Giảm thuế theo quy định',
        aliases: [
          ...['Giảm thuế', 'Giảm thuế GTGT', 'Giảm thuế theo nghị quyết'],
          ...['Giảm thuế theo NQ43', 'Giảm thuế theo NQ43/2022/QH15'],
          ...REDUCTION_ACTS.map((act) => `Giảm thuế theo NQ${act}/QH15`),
        ],
        choices: {
          unknown: ['Chưa xác định'],
          none: ['Không giảm thuế', 'Không'],
          reduced: ['Có giảm thuế (8%)', 'Có giảm thuế', 'Có', '✓'],
        },
      },
      keptWhenBlank: true,
    },
    salePrice: {
      kind: 'price',
      nullable: true,
      label: 'Giá bán',
      sorts: true,
      edited: true,
      heading: { header: 'Đơn giá bán 1', aliases: ['Đơn giá bán'] },
    },
    lastPurchasePrice: {
      kind: 'price',
      nullable: true,
      label: 'Giá mua gần nhất',
      sorts: true,
      heading: { header: 'Đơn giá mua gần nhất' },
    },
    lastPurchaseDate: { kind: 'day', nullable: true, label: 'Ngày mua gần nhất', sorts: true },
    averagePurchasePrice: { kind: 'price', nullable: true, label: 'Giá mua bình quân' },
    group: {
      kind: 'text',
      label: 'Nhóm',
      column: 'product_group',
      sorts: true,
      filter: 'one',
      edited: { max: 200 },
      heading: { header: 'Nhóm VTHH', aliases: ['Nhóm vật tư hàng hóa', 'Nhóm hàng hóa'] },
    },
    kind: {
      kind: 'text',
      label: 'Tính chất',
      filter: 'one',
      edited: { max: 50 },
      heading: { header: 'Tính chất' },
      keptWhenBlank: true,
    },
    defaultWarehouseCode: {
      kind: 'code',
      label: 'Kho ngầm định',
      edited: { max: 50 },
      heading: { header: 'Mã kho ngầm định' },
      keptWhenBlank: true,
    },
    isActive: {
      ...inUse,
      heading: {
        header: 'Trạng thái',
        choices: { true: ['Đang sử dụng', 'Đang theo dõi'], false: ['Ngừng sử dụng', 'Ngừng theo dõi'] },
      },
      keptWhenBlank: true,
    },
    note: {
      kind: 'note',
      label: 'Ghi chú',
      edited: { max: 2000 },
      heading: { header: 'Mô tả', aliases: ['Ghi chú'] },
    },
  },
} as const satisfies RecordType;
