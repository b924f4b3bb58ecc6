import { warehouseNames } from './amis-world/model.ts';
import type { Branch, SampleProfile } from './model.ts';
import { randomOf } from './random.ts';
import { inventTaxCode } from './words/tax-codes.ts';

const firms = [
  ['AP', 'Công ty TNHH Thương mại và Dịch vụ An Phú Gia'],
  ['BM', 'Công ty Cổ phần Thương mại Bình Minh Xanh'],
  ['CL', 'Công ty TNHH Phân phối Cửu Long Việt'],
  ['DT', 'Công ty TNHH Một thành viên Đông Tiến Phát'],
  ['HT', 'Công ty Cổ phần Hàng tiêu dùng Hòa Thuận'],
] as const;

const homes = [
  '18 Nguyễn Trãi, Phường Bến Thành, TP. Hồ Chí Minh',
  '205 Cầu Giấy, Phường Cầu Giấy, Hà Nội',
  '77 Trần Hưng Đạo, Phường Ninh Kiều, Cần Thơ',
];

/** Warehouses that no invoice may draw from. */
const virtualWarehouses = [
  ['KHO-AO', 'Kho ảo'],
  ['KHO-CXHD', 'KHO CHƯA XUẤT HÓA ĐƠN'],
] as const;

/** The group's entities, each ready to issue invoices in a symbol of its own. `year` is the two digits of the symbol. */
export function makeProfiles(seed: number, count: number, year: string, lockedThrough: string): SampleProfile[] {
  const random = randomOf(seed, 'profiles');
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / firms.length);
    const [letters, name] = firms[index % firms.length]!;
    const code = round === 0 ? letters : `${letters}${round + 1}`;
    return {
      code,
      name: round === 0 ? name : `${name} ${round + 1}`,
      taxCode: inventTaxCode(random),
      address: homes[index % homes.length]!,
      invoiceForm: '1',
      invoiceSymbol: `C${year}T${letters}`,
      voucherPrefix: `K${code}`,
      defaultWarehouseCode: 'KHO1',
      excludedWarehouseCodes: virtualWarehouses.map(([warehouse]) => warehouse),
      accounts: { receivable: '131', revenue: '5111', vat: '33311', cogs: '632', inventory: '1561' },
      maxLinesPerInvoice: index === 1 ? 10 : 50,
      lockedThrough,
      lastIssuedDate: null,
      logoUrl: null,
      exportLayout: 'amis-sales-voucher',
      isActive: true,
      warehouses: Object.fromEntries(Object.entries(warehouseNames).map(([warehouse, name]) => [name, warehouse])),
    };
  });
}

/**
 * Bravo's branches with the profiles that may invoice their sales. The last one sells little and has no issuer yet: its
 * sales wait until an accountant declares one.
 */
export function makeBranches(profiles: number): Branch[] {
  const all = Array.from({ length: profiles }, (_, index) => index);
  return [
    { code: 'CN01', warehouse: 'K01', issuers: all },
    { code: 'CN02', warehouse: 'K02', issuers: all.filter((index) => index !== 1 || profiles < 3) },
    { code: 'CN03', warehouse: 'K03', issuers: [] },
  ];
}
