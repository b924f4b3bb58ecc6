import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { describe, expect, it } from 'vitest';
import { generateCompany } from './company.ts';
import { inventoryRows, salesLedgerRows, salesSheetRows } from './files/amis-ledgers.ts';
import { customerRows, productRows } from './files/amis-lists.ts';
import { sampleFiles } from './files/files.ts';
import { purchaseRows } from './files/purchase-ledger.ts';

const company = generateCompany({ seed: 11, lines: 1500 });
const profiles = company.period.profiles.map((_, profile) => ({
  profile,
  inventory: [...inventoryRows(company, profile)],
  purchases: [...purchaseRows(company, profile)],
  sales: [...salesLedgerRows(company, profile)],
  products: [...productRows(company, profile)],
}));

const quantity = (row: Row, field: string): bigint => parseQuantity(String(row[field]));
const sumBy = (rows: readonly Row[], key: (row: Row) => string, field: string): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0n) + quantity(row, field));
  return sums;
};
/** Codes as AMIS compares them. */
const codeOf = (row: Row): string => String(row.productCode).toLowerCase();
const place = (row: Row): string => `${row.warehouseCode}/${codeOf(row)}`;

describe.each(profiles)('the books of profile $profile', ({ inventory, purchases, sales, products, profile }) => {
  it('close where opening, in and out lead, in quantity and in value', () => {
    for (const row of inventory) {
      const closing = quantity(row, 'openingQuantity') + quantity(row, 'inQuantity') - quantity(row, 'outQuantity');
      expect(quantity(row, 'closingQuantity')).toBe(closing);
      expect(row.closingValue).toBe(Number(row.openingValue) + Number(row.inValue) - Number(row.outValue));
    }
    expect(new Set(inventory.map(place)).size).toBe(inventory.length);
  });

  it('hold every purchase among what came in', () => {
    const bought = sumBy(purchases, place, 'quantity');
    const cameIn = sumBy(inventory, place, 'inQuantity');
    for (const [at, amount] of bought) expect(cameIn.get(at)! >= amount).toBe(true);
    expect(bought.size).toBeGreaterThan(20);
    for (const { accountingDate } of purchases) {
      expect(accountingDate! >= company.period.fromDate && accountingDate! <= company.period.toDate).toBe(true);
    }
  });

  it('hold every sale that AMIS had entered by then among what went out', () => {
    const then = [...salesSheetRows(company.books().amis[profile]!, company.moments[profile]!.inventory)];
    const sold = sumBy(then, place, 'quantity');
    const wentOut = sumBy(inventory, place, 'outQuantity');
    expect(sold.size).toBeGreaterThan(3);
    for (const [at, amount] of sold) expect(wentOut.get(at)! >= amount).toBe(true);
    for (const row of sales) {
      expect(row.voucherNumber).toMatch(row.returnQuantity === '0' ? /^BHHN2026\d{6}$/ : /^BTL\d{5}$/);
      const net = Number(row.amount) - Number(row.discount) - Number(row.returnAmount);
      expect(Number(row.totalAmount)).toBe(net + Number(row.vatAmount));
      const customer = String(row.customerCode).toLowerCase();
      expect(company.customers[profile]!.some(({ code }) => code.toLowerCase() === customer)).toBe(true);
    }
  });

  it('show the stock of the warehouses in the product list', () => {
    const closing = sumBy(inventory, codeOf, 'closingQuantity');
    const goods = products.filter(({ kind }) => kind === 'Hàng hóa');
    for (const row of goods) expect(quantity(row, 'quantityOnHand')).toBe(closing.get(String(row.code).toLowerCase()));
    expect(goods.length).toBe(closing.size);
  });

  it('have negative stock, value without quantity, and stock that no invoice may touch', () => {
    expect(inventory.some((row) => quantity(row, 'closingQuantity') < 0n)).toBe(true);
    const excluded = company.period.profiles[profile]!.excludedWarehouseCodes;
    expect(inventory.some((row) => excluded.includes(String(row.warehouseCode)))).toBe(true);
  });
});

it('spells some codes in small letters, in stock, purchases and sales, beside the list’s own spelling', () => {
  const spellings = [...sampleFiles(company)].find(({ path }) => path === 'truth/spellings.csv')!;
  const rows = spellings.kind === 'csv' ? [...spellings.rows] : [];
  const known = new Set(rows.map(([profile, , , spelling]) => `${profile}/${spelling}`));
  const found = profiles.map(({ profile, inventory, purchases, sales }) => {
    const listed = new Set([...company.products[profile]!, ...company.customers[profile]!].map(({ code }) => code));
    const twins = (from: readonly Row[], field: string): string[] =>
      from.map((row) => String(row[field])).filter((one) => !listed.has(one));
    const { code } = company.period.profiles[profile]!;
    const all = [twins(inventory, 'productCode'), twins(purchases, 'productCode'), twins(sales, 'productCode')];
    const here = [...all, twins(sales, 'customerCode')];
    for (const one of here.flat()) expect(known).toContain(`${code}/${one}`);
    return here.map(({ length }) => length);
  });
  for (const kind of [0, 1, 2, 3]) expect(found.reduce((sum, of) => sum + of[kind]!, 0)).toBeGreaterThan(0);
  const list = [...customerRows(company, 2)].map(({ code }) => String(code).toLowerCase());
  expect(list.length - new Set(list).size).toBe(1);
});

it('has belated sales only where the ledger was made after the stock report', () => {
  for (const { profile, sales } of profiles) {
    const { inventory, sales: moment } = company.moments[profile]!;
    const then = [...salesSheetRows(company.books().amis[profile]!, inventory)].length;
    if (moment === inventory) expect(sales.length).toBe(then);
    else expect(sales.length).toBeGreaterThan(then);
  }
});

it('carries goods between warehouses, makes some, takes some back, and sells some past Bravo', () => {
  const books = company.books().amis;
  const kinds = new Set(books.flatMap(({ movements }) => movements.map(({ kind }) => kind)));
  expect(kinds).toEqual(new Set(['opening', 'purchase', 'transfer', 'production', 'use']));
  for (const { movements, sales } of books) {
    const carried = movements.filter(({ kind }) => kind === 'transfer');
    expect(carried.length).toBeGreaterThan(4);
    expect(carried.reduce((sum, one) => sum + one.quantity, 0n)).toBe(0n);
    expect(sales.some(({ lines }) => lines.some(({ returned }) => returned > 0n))).toBe(true);
  }
  const documents = [...company.ledger()].filter(({ issued }) => issued).length;
  const vouchers = books.flatMap(({ sales }) => sales).filter(({ number }) => number.startsWith('BHHN'));
  expect(vouchers.length).toBeGreaterThan(documents);
});

it('numbers invoices in order of their dates', () => {
  for (const { sales } of company.books().amis) {
    const issued = sales.filter(({ invoiceNumber }) => invoiceNumber !== '');
    const days = issued
      .toSorted((a, b) => Number(a.invoiceNumber) - Number(b.invoiceNumber))
      .map((one) => one.invoiceDate!);
    expect(days.toSorted()).toEqual(days);
    expect(new Set(issued.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(issued.length);
  }
});

it('has some product with value and no quantity', () => {
  const all = profiles.flatMap(({ inventory }) => inventory);
  expect(all.some((row) => quantity(row, 'closingQuantity') === 0n && Number(row.closingValue) > 0)).toBe(true);
});

it('matches what AMIS issued to documents of the ledger', () => {
  const issued = [...company.ledger()].filter((document) => document.issued);
  expect(issued.map((document) => document.issued!.manner)).toEqual(expect.arrayContaining(['whole', 'part', 'vague']));
  const entries = profiles.reduce((sum, { sales }) => sum + sales.length, 0);
  expect(entries).toBeGreaterThan(issued.length / 2);
});
