import { convert } from '@khop/engine/quantity.ts';
import { readSheet } from '@khop/engine/sheets/read-sheet.ts';
import { readTaxList } from '@khop/engine/tax-invoices/lists/read-list.ts';
import { KINDS, type KindOfDifference } from '@khop/engine/three-sides/kinds.ts';
import type { Amounts, BooksEntry, Delivery } from '@khop/engine/three-sides/types.ts';
import { expect, it } from 'vitest';
import { generateCompany } from '../company.ts';
import { CHANNELS, TRADES } from './deals.ts';
import { makeTaxWorld, tellingsOf } from './plan.ts';
import { NEAR } from './plants.ts';
import { portalLists } from './portal-lists.ts';
import { taxWorldSides } from './sides.ts';
import { supplierItems } from './supplier-items.ts';
import type { Plant } from './telling.ts';
import { trueDifferences } from './truth.ts';
import { waitingOf } from './waiting.ts';

const company = generateCompany({ seed: 12, lines: 12_000, issuedPerMille: 1000 });
const world = makeTaxWorld(company);
const sides = [...taxWorldSides(world)];
const truth = [...trueDifferences(world)];

/** Kinds that only the other trade has, and the one that a company of one month cannot have. */
const NOT_OF: Readonly<Record<string, readonly KindOfDifference[]>> = {
  sale: ['NOT_RECEIVED', 'RECEIVED_NO_INVOICE', 'OTHER_MONTH'],
  // The purchase ledger tells no rates, and Bravo no purchases.
  purchase: ['TAX_ONLY', 'BOOKS_ONLY', 'BOOKS_NO_INVOICE', 'DELIVERY_ONLY', 'NO_DELIVERY', 'VAT_RATE', 'OTHER_MONTH'],
};

it.each(TRADES)('plants every kind of difference that a %s can have, several times', (trade) => {
  const counts = Map.groupBy(
    truth.filter((one) => one.trade === trade),
    ({ kind }) => kind,
  );
  // Keys of the literal.
  const kinds = (Object.keys(KINDS) as KindOfDifference[]).filter((kind) => !NOT_OF[trade]!.includes(kind));
  for (const kind of kinds) expect([kind, (counts.get(kind)?.length ?? 0) >= 3]).toEqual([kind, true]);
  expect([...counts.keys()].filter((kind) => NOT_OF[trade]!.includes(kind))).toEqual([]);
});

it('plants at most one difference in an invoice, a voucher or a document', () => {
  const names = truth.flatMap(({ profileCode, trade, invoiceKey, voucher, document }) =>
    [invoiceKey, voucher, document].flatMap((name) => (name === null ? [] : [`${profileCode}|${trade}|${name}`])),
  );
  expect(new Set(names).size).toBe(names.length);
});

const sumOf = (entries: readonly BooksEntry[]): Pick<Amounts, 'beforeVat' | 'vat'> => ({
  beforeVat: entries.reduce((sum, { amount }) => sum + amount, 0),
  vat: entries.reduce((sum, { vat }) => sum + vat, 0),
});

it('leaves more invoices untouched than it touches, and on those every side says the same đồng', () => {
  let untouched = 0;
  for (const [index, { input, truth: own }] of sides.entries()) {
    const touched = new Set(own.map(({ invoiceKey }) => invoiceKey));
    const tellsVat = input.books.some(({ vat }) => vat !== 0);
    const books = Map.groupBy(input.books, ({ number }) => number.replace(/^0+/, ''));
    const deliveries = new Map(input.deliveries.map((one): [string | null, Delivery] => [one.voucher, one]));
    for (const { key, number, amounts } of input.tax) {
      if (touched.has(key)) continue;
      untouched += 1;
      const entries = books.get(number)!;
      const { beforeVat, vat } = sumOf(entries);
      expect([key, beforeVat, tellsVat ? vat : 0]).toEqual([key, amounts!.beforeVat, tellsVat ? amounts!.vat : 0]);
      if (index % 2 === 0) expect([key, deliveries.get(entries[0]!.voucher)?.amounts]).toEqual([key, amounts]);
    }
  }
  const planted = truth.filter(({ kind, invoiceKey }) => invoiceKey !== null && kind !== 'NO_DELIVERY');
  expect(untouched).toBeGreaterThan(planted.length);
});

it('has agreements that look like differences: other names, numbers without zeros, invoices on two vouchers', () => {
  const seen = new Map<Plant, number>();
  for (const profile of company.period.profiles.keys())
    for (const trade of TRADES)
      for (const { plant, vouchers, deal, invoices } of tellingsOf(world, profile, trade)) {
        if (plant === undefined || !NEAR.has(plant)) continue;
        seen.set(plant, (seen.get(plant) ?? 0) + 1);
        const [voucher] = vouchers;
        if (plant === 'NO_ZEROS') expect(voucher!.invoiceNumber).toMatch(/^[1-9]/);
        if (plant === 'SPLIT')
          expect(vouchers.map((one) => one.invoiceNumber)).toEqual(Array(2).fill(voucher!.invoiceNumber));
        if (plant === 'OTHER_NAME') expect(invoices[0]!.row!.facts.partner.name).not.toBe(deal!.partner.name);
      }
  expect([...seen.keys()].sort()).toEqual([...NEAR].sort());
  expect(Math.min(...seen.values())).toBeGreaterThan(2);
});

it('has every đồng that Bravo sold either under a voucher or waiting, once', () => {
  let [sold, waits] = [0, 0];
  for (const { isSale, docCode, lines } of company.ledger())
    if (isSale && docCode !== 'TL') for (const { amount, discount } of lines) sold += amount - discount;
  for (const { lines } of waitingOf(company)) for (const { amount, discount } of lines) waits += amount - discount;
  const delivered = sides
    .flatMap(({ input }) => input.deliveries)
    .filter(({ stage }) => stage === 'invoiced_elsewhere')
    .reduce((sum, { amounts }) => sum + amounts.beforeVat, 0);
  expect(waits + delivered).toBe(sold);
});

it('writes goods of suppliers in their own hand, now and then in another pack of the same quantity', () => {
  let [others, all] = [0, 0];
  for (const { deal } of tellingsOf(world, 0, 'purchase'))
    for (const line of deal?.lines ?? []) {
      expect(line.code).not.toBe(line.product.code);
      all += 1;
      if (line.unit === line.ownUnit) expect(line.quantity).toBe(line.ownQuantity);
      else {
        others += 1;
        const { carton } = line.product.good;
        const [large, small] = [line.quantity, line.ownQuantity].sort((a, b) => (a > b ? -1 : 1));
        expect(large).toBe(small! * BigInt(carton));
        expect(convert(line.quantity, line.factor)).toBe(line.ownQuantity);
      }
    }
  expect(others).toBeGreaterThan(all / 50);
  expect(others).toBeLessThan(all / 2);
});

it('knows the product and the factor of every item of a supplier, one of each', () => {
  const items = [...supplierItems(world)];
  const keys = items.map((item) => `${item.profileCode}|${item.supplierTaxCode}|${item.code}|${item.unit}`);
  expect(new Set(keys).size).toBe(keys.length);
  const found = new Map(items.map((item, at) => [keys[at]!, item]));
  for (const { deal } of tellingsOf(world, 0, 'purchase'))
    for (const { code, unit, product } of deal!.lines) {
      const known = found.get(`AP|${deal!.partner.taxCode}|${code}|${unit}`);
      // Of invoices that are nowhere nothing is known.
      if (known) expect(known.amisCode).toBe(product.code);
    }
  expect(new Set(items.map(({ factor }) => factor === '1')).size).toBe(2);
});

it('lays lists out as the portal does, and each is read back to its rows', () => {
  const tax = new Map(sides.flatMap(({ input }) => input.tax.map((one) => [one.key, one] as const)));
  let rows = 0;
  const names: string[] = [];
  for (const { path, sheet } of portalLists(world)) {
    const cells = Array.from(sheet.rows, (row) => ('cells' in row ? row.cells : row));
    expect(cells[3]![0]).toMatch(/^Từ ngày \d\d\/\d\d\/2026 đến ngày \d\d\/\d\d\/2026$/);
    expect(cells[5]!.slice(0, 5)).toEqual(['STT', 'Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'Ngày lập']);
    names.push(path.slice(path.lastIndexOf('/') + 1));
    if (cells.length === 6) continue;
    const code = path.split('/')[1];
    const { taxCode } = company.period.profiles.find((profile) => profile.code === code)!;
    const read = readSheet(cells, 'tax-invoice-list', '', { dateOrder: 'dmy' });
    const side = path.includes('ban-ra') ? 'sale' : 'purchase';
    const list = readTaxList(read.rows, read.rowNumbers, { side, taxCode, isNamed: false });
    expect([read.rejected, list.rejected]).toEqual([[], []]);
    rows += list.rows.length;
    for (const { key, date, state, processing, inVnd } of list.rows) {
      const one = tax.get(key)!;
      expect([key, date, state, processing]).toEqual([key, one.date, one.state, one.processing]);
      expect(inVnd.total).toBe(one.amounts!.total);
    }
  }
  expect(rows).toBe([...tax.values()].filter(({ inList }) => inList).length);
  for (const channel of ['co-ma', 'khong-ma', 'may-tinh-tien'])
    for (const side of ['ban-ra', 'mua-vao']) expect(names).toContain(`danh-sach-${side}-${channel}.xlsx`);
  expect(CHANNELS).toHaveLength(3);
});

it('tells the same world twice', () => {
  const again = makeTaxWorld(generateCompany({ seed: 12, lines: 12_000, issuedPerMille: 1000 }));
  expect([...trueDifferences(again)]).toEqual(truth);
  expect([...taxWorldSides(again)].map(({ input }) => input.tax)).toEqual(sides.map(({ input }) => input.tax));
});
