import { parseQuantity } from '@khop/engine/quantity.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rateOf } from './catalogues/pricing.ts';
import { generateCompany } from './company.ts';
import { inventoryRows, salesSheetRows } from './files/amis-ledgers.ts';
import { purchaseRows } from './files/purchase-ledger.ts';

const anyOptions = fc.record({
  seed: fc.nat(),
  lines: fc.integer({ min: 1, max: 800 }),
  profiles: fc.integer({ min: 1, max: 7 }),
  month: fc.constantFrom('2025-02', '2026-06', '2026-09', '2026-12', '2027-01', '2028-02'),
});

it('is consistent whatever the options', () => {
  fc.assert(
    fc.property(anyOptions, (options) => {
      const company = generateCompany(options);
      const { fromDate, toDate, profiles } = company.period;
      const documents = [...company.ledger()];
      expect(documents.flatMap(({ lines }) => lines)).toHaveLength(options.lines);
      expect(documents.every(({ docDate }) => docDate >= fromDate && docDate <= toDate)).toBe(true);
      expect(new Set(profiles.map(({ code }) => code)).size).toBe(options.profiles);

      profiles.forEach((_, profile) => {
        const wentOut = new Map<string, bigint>();
        const cameIn = new Map<string, bigint>();
        for (const row of inventoryRows(company, profile)) {
          const at = `${row.warehouseCode}/${String(row.productCode).toLowerCase()}`;
          const [opening, into, out] = ['opening', 'in', 'out'].map((name) =>
            parseQuantity(String(row[`${name}Quantity`])),
          );
          expect(opening! + into! - out!).toBe(parseQuantity(String(row.closingQuantity)));
          expect(Number(row.openingValue) + Number(row.inValue) - Number(row.outValue)).toBe(row.closingValue);
          wentOut.set(at, out!);
          cameIn.set(at, into!);
        }
        for (const [rows, movement] of [
          [salesSheetRows(company.books().amis[profile]!, company.moments[profile]!.inventory), wentOut],
          [purchaseRows(company, profile), cameIn],
        ] as const) {
          for (const row of rows) {
            const at = `${row.warehouseCode}/${String(row.productCode).toLowerCase()}`;
            movement.set(at, (movement.get(at) ?? 0n) - parseQuantity(String(row.quantity)));
            expect(String(row.accountingDate) >= fromDate && String(row.accountingDate) <= toDate).toBe(true);
          }
        }
        expect([...wentOut.values(), ...cameIn.values()].every((left) => left >= 0n)).toBe(true);
      });
    }),
    { numRuns: 15 },
  );
});

it.each([
  ['2025-06-30', '10'],
  ['2025-07-01', '8'],
  ['2026-12-31', '8'],
  ['2027-01-01', '10'],
])('reduced goods sold on %s carry %s %%', (day, rate) => {
  expect(rateOf('reduced', day)).toBe(rate);
  expect(rateOf('standard', day)).toBe('10');
  expect(rateOf('exempt', day)).toBe('KCT');
});
