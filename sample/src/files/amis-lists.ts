import { formatQuantity, type Quantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { customerTwin } from '../amis-world/code-twins.ts';
import type { Movement } from '../amis-world/model.ts';
import { closingOf, closingValueOf } from '../amis-world/stock-report.ts';
import type { Company } from '../company.ts';
import type { AmisPartner, AmisProduct } from '../model.ts';
import { randomOf } from '../random.ts';
import { inventoryOf } from './amis-ledgers.ts';
import { unitPriceOf } from './purchase-ledger.ts';

/** "Hàng hóa, dịch vụ": the stock columns are the sums of the profile's "Tổng hợp tồn kho". */
export function* productRows(company: Company, profile: number): Generator<Row> {
  const held = new Map<string, { quantity: Quantity; value: number }>();
  for (const row of inventoryOf(company, profile)) {
    const sum = held.get(row.product.code) ?? { quantity: 0n, value: 0 };
    held.set(row.product.code, { quantity: sum.quantity + closingOf(row), value: sum.value + closingValueOf(row) });
  }
  const last = new Map<string, Movement>();
  for (const movement of company.books().amis[profile]!.movements) {
    const known = last.get(movement.product.code);
    if (movement.kind === 'purchase' && (!known || known.date <= movement.date))
      last.set(movement.product.code, movement);
  }
  for (const product of company.products[profile]!) {
    const bought = last.get(product.code);
    yield productRow(product, held.get(product.code), bought ? unitPriceOf(bought) : product.cost);
  }
}

function productRow(
  product: AmisProduct,
  held: { quantity: Quantity; value: number } | undefined,
  lastPrice: number,
): Row {
  const isGoods = product.kind === 'Hàng hóa';
  return {
    code: product.code,
    name: product.name,
    vatReduction: product.vatReduction,
    kind: product.kind,
    group: product.group,
    unit: product.unit,
    note: noteOf(product),
    quantityOnHand: isGoods ? formatQuantity(held?.quantity ?? 0n) : null,
    stockValue: isGoods ? (held?.value ?? 0) : null,
    defaultWarehouseCode: isGoods ? 'KHO1' : null,
    defaultWarehouseName: isGoods ? 'Kho hàng hóa' : null,
    inventoryAccount: isGoods ? '1561' : null,
    revenueAccount: isGoods ? '5111' : '5113',
    discountAccount: '5211',
    allowanceAccount: '5213',
    returnAccount: '5212',
    cogsAccount: '632',
    lastPurchasePrice: isGoods ? String(lastPrice) : null,
    salePrice: product.salePrice > 0 ? String(product.salePrice) : null,
    vatRate: product.vatRate === '' ? null : product.vatRate,
    isActive: product.isActive,
  };
}

/** A clerk pasted the whole leaflet into the description of some goods: longer than any field keeps. */
const noteOf = ({ good, name, promotional }: AmisProduct): string | null =>
  good.kind === 'goods' && !promotional && good.index % 61 === 7
    ? `${name.trim()}. ${'Bảo quản nơi khô ráo, thoáng mát, tránh ánh nắng trực tiếp; để xa tầm tay trẻ em. '.repeat(12)}`.trim()
    : null;

/**
 * "Khách hàng". A clerk of the third profile mended the sheet by hand: one customer is there twice, once in small
 * letters.
 */
export function* customerRows(company: Company, profile: number): Generator<Row> {
  const random = randomOf(company.options.seed, `debts-${profile}`);
  let twins = profile === 2 ? 1 : 0;
  for (const customer of company.customers[profile]!) {
    const row: Row = {
      ...partnerRow(customer),
      group: customer.group,
      debt: random.chance(400) ? random.int(1, 90_000) * 1000 : 0,
      receivableAccount: '131',
      employeeCode: random.chance(300) ? `NV${random.int(1, 9)}` : null,
      isSupplier: false,
    };
    yield row;
    const twin = twins > 0 ? customerTwin(customer.code) : undefined;
    if (twin === undefined) continue;
    twins--;
    yield { ...row, code: twin };
  }
}

/** "Nhà cung cấp". */
export function* supplierRows(company: Company, profile: number): Generator<Row> {
  const random = randomOf(company.options.seed, `payables-${profile}`);
  for (const supplier of company.suppliers[profile]!) {
    yield {
      ...partnerRow(supplier),
      debt: random.chance(500) ? random.int(1, 200_000) * 1000 : 0,
      idNumber: supplier.idNumber || null,
      isOrganisation: 'true',
    };
  }
}

const partnerRow = (partner: AmisPartner): Row => ({
  code: partner.code,
  name: partner.name,
  address: partner.address || null,
  taxCode: partner.taxCode || null,
  phone: partner.phone || null,
  isInternal: partner.isInternal,
});
