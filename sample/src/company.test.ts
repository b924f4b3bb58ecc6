import { isDay } from '@khop/engine/day.ts';
import { formatFactor } from '@khop/engine/quantity.ts';
import { readTaxCode } from '@khop/engine/tax-code.ts';
import { describe, expect, it } from 'vitest';
import { unconnectedPerMille } from './catalogues/connections.ts';
import { generateCompany } from './company.ts';

const company = generateCompany({ seed: 11, lines: 1500 });
const documents = [...company.ledger()];
const lines = documents.flatMap((document) => document.lines.map((line) => ({ document, line })));

describe('the period', () => {
  it('states profiles that may issue invoices', () => {
    const { period } = company;
    expect(period.profiles).toHaveLength(3);
    for (const profile of period.profiles) {
      expect(readTaxCode(profile.taxCode)).toMatchObject({ check: 'valid', kind: 'organisation' });
      expect(profile.invoiceForm).toMatch(/^[1-9]$/);
      expect(profile.invoiceSymbol).toMatch(/^[CK]26[TDLMNBGHXF][A-Z]{2}$/);
      expect(profile.excludedWarehouseCodes).not.toContain(profile.defaultWarehouseCode);
      expect(profile.lockedThrough! < period.fromDate).toBe(true);
    }
    const { profiles } = period;
    for (const key of ['code', 'taxCode', 'invoiceSymbol', 'voucherPrefix'] as const) {
      expect(new Set(profiles.map((profile) => profile[key])).size).toBe(profiles.length);
    }
  });

  it('declares issuers for most branches and leaves one to a person', () => {
    const codes = new Set(company.period.profiles.map(({ code }) => code));
    const declared = Object.values(company.period.issuers);
    expect(declared.flat().every((code) => codes.has(code))).toBe(true);
    const sold = new Set(documents.map(({ branch }) => branch.code));
    expect([...sold].filter((branch) => !(branch in company.period.issuers))).toEqual(['CN03']);
  });

  it('refuses an invalid month', () => {
    expect(() => generateCompany({ month: '2026-13' })).toThrow('2026-13');
  });

  it('ends February where February ends', () => {
    expect(generateCompany({ lines: 1, month: '2028-02' }).period.toDate).toBe('2028-02-29');
  });
});

describe('the ledger', () => {
  it.each([1, 37, 1500])('has exactly %d lines', (count) => {
    const walked = [...generateCompany({ seed: 3, lines: count }).ledger()];
    expect(walked.reduce((sum, document) => sum + document.lines.length, 0)).toBe(count);
  });

  it('walks the period in order', () => {
    const days = documents.map(({ docDate }) => docDate);
    expect(days.every(isDay)).toBe(true);
    expect([...days].sort()).toEqual(days);
    expect(days[0]).toBe(company.period.fromDate);
    expect(days.at(-1)! <= company.period.toDate).toBe(true);
  });

  it('sells little on Sundays and much in the last days, and the same on every day where that is asked for', () => {
    const sold = (evenDays: boolean) => {
      const ofDay = Map.groupBy(generateCompany({ lines: 30_000, evenDays }).ledger(), ({ docDate }) => docDate);
      return [...ofDay.values()].map((made) => made.reduce((sum, document) => sum + document.lines.length, 0));
    };
    const [usual, even] = [sold(false), sold(true)];
    expect([Math.min(...usual) < 300, Math.max(...usual) > 1500]).toEqual([true, true]);
    // A document is of one day: the last one of a day may be longer than what is left of it.
    expect([even.length, Math.min(...even) > 980, Math.max(...even) < 1020]).toEqual([30, true, true]);
  });

  it('numbers every document of a branch once', () => {
    const keys = documents.map(({ branch, docCode, docNo }) => `${branch.code}/${docCode}/${docNo}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps amounts whole, and taxes what is left after the discount', () => {
    for (const { line } of lines) {
      for (const amount of [line.amount, line.discount, line.vatAmount, line.unitPrice]) {
        expect(Number.isSafeInteger(amount)).toBe(true);
      }
      const rate = line.vatRate === 'KCT' || line.vatRate === '' ? 0 : Number(line.vatRate);
      expect(Math.abs((line.amount - line.discount) * rate - line.vatAmount * 100)).toBeLessThanOrEqual(100);
    }
  });

  it('has every kind of line that a real month has', () => {
    const has = (test: (each: (typeof lines)[number]) => boolean) => lines.some(test);
    expect(has(({ line }) => line.kind === 'free' && line.amount === 0 && line.quantity > 0)).toBe(true);
    expect(has(({ line }) => line.kind === 'discount' && line.amount < 0)).toBe(true);
    expect(has(({ line }) => line.kind === 'service')).toBe(true);
    expect(has(({ document, line }) => document.docCode === 'TL' && line.quantity < 0 && line.amount < 0)).toBe(true);
    expect(has(({ document }) => company.period.rules.cancelledDocStatuses.includes(document.docStatus))).toBe(true);
    expect(has(({ document }) => company.period.rules.internalPartnerCodes.includes(document.partner.bravoCode))).toBe(
      true,
    );
    expect(has(({ line }) => line.kind === 'goods' && (line.unitPrice * line.quantity) / 1000 !== line.amount)).toBe(
      true,
    );
    expect(has(({ line }) => line.vatRate === '')).toBe(true);
    expect(has(({ line }) => line.quantity % 1000 !== 0 && line.good.divisible)).toBe(true);
    expect(lines.every(({ line }) => line.good.divisible || line.quantity % 1000 === 0)).toBe(true);
  });

  it('takes back at most what was sold, at the price it was sold for', () => {
    const left = new Map<string, number>();
    const keyOf = ({ document, line }: (typeof lines)[number]) =>
      `${document.partner.bravoCode}/${line.good.bravoCode}`;
    let unmatched = 0;
    for (const each of lines) {
      if (each.line.kind !== 'goods' || !each.document.isSale) continue;
      const quantity = (left.get(keyOf(each)) ?? 0) + each.line.quantity * each.line.rate;
      left.set(keyOf(each), quantity);
      if (quantity < 0 && each.line.quantity < 0) unmatched += 1;
    }
    const returns = lines.filter(({ line }) => line.quantity < 0).length;
    expect(returns).toBeGreaterThan(5);
    expect(unmatched).toBeLessThan(returns / 2);
  });
});

describe('the two catalogues', () => {
  it('give each entry a code of its own', () => {
    for (const list of [company.bravoItems, company.partners.map((partner) => ({ code: partner.bravoCode }))]) {
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    }
    for (const list of [...company.products, ...company.customers, ...company.suppliers]) {
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    }
  });

  it('spell the same goods differently, and count some of them differently', () => {
    const names = new Map(company.bravoItems.map(({ code, name }) => [code, name]));
    const goods = company.products.flat().filter(({ kind, good }) => kind === 'Hàng hóa' && good.inBravo);
    const same = goods.filter(({ name, good }) => names.get(good.bravoCode) === name);
    expect(same.length / goods.length).toBeLessThan(0.4);
    const factors = new Set(goods.map(({ factor }) => formatFactor(factor)));
    expect([...factors].some((factor) => factor.startsWith('1/') || factor.startsWith('0.'))).toBe(true);
    expect([...factors].some((factor) => Number(factor) > 1)).toBe(true);
  });

  it('show the slips of hand-kept lists', () => {
    for (const list of company.products) {
      expect(list.filter(({ unit }) => unit === '')).toHaveLength(4);
      expect(list.some(({ name }) => name.startsWith('KM - '))).toBe(true);
      expect(list.some(({ name }) => /\s{2}/.test(name))).toBe(true);
      expect(list.some(({ name }) => name.endsWith('\n'))).toBe(true);
    }
    const customers = company.customers.flat();
    expect(customers.some(({ name }) => name.endsWith(' - NEW'))).toBe(true);
    expect(customers.some(({ code }) => code === 'VOUCHER')).toBe(true);
    expect(customers.some(({ code }) => /[. ]/.test(code) && /[^ -~]/.test(code))).toBe(true);
    expect(customers.some(({ phone }) => /^(Chị|Anh|Cô) .+: 0/.test(phone))).toBe(true);
  });

  it('hold only tax codes that are formally right, but for zeros lost in a spreadsheet', () => {
    for (const { taxCode } of company.partners) {
      if (taxCode) expect(readTaxCode(taxCode)).toMatchObject({ check: 'valid', code: taxCode });
    }
    const checks = company.customers.flat().map(({ taxCode }) => readTaxCode(taxCode).check);
    expect(new Set(checks)).toEqual(new Set(['empty', 'valid', 'lost_zero']));
  });

  it('leave the stated share of goods and customers unconnected', () => {
    const large = generateCompany({ seed: 5, lines: 40_000 });
    for (const kind of ['products', 'partners'] as const) {
      const share = 1 - large.connections[kind].length / large.truth[kind].length;
      expect(share).toBeGreaterThan(unconnectedPerMille / 2000);
      expect(share).toBeLessThan(unconnectedPerMille / 600);
      const truth = new Set(large.truth[kind].map((pair) => JSON.stringify(pair)));
      expect(large.connections[kind].every((pair) => truth.has(JSON.stringify(pair)))).toBe(true);
    }
  });
});
