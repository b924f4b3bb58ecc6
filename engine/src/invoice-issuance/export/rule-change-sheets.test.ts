import { expect, test } from 'vitest';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { ruleChanges } from '../rule-changes/rule-changes.ts';
import { ruleChangeSheets } from './rule-change-sheets.ts';

const cellsOf = (row: SheetRow) => ('cells' in row ? row.cells : row);

/** Forty documents of two lines at 8 %, which would be 10 % if they were sold from 01/01/2027 on. */
const input = issuanceInput({
  issueDay: '2026-12-30',
  days: ['2026-12-01', '2026-12-31'],
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP', vatRate: '10', vatReduction: 'reduced' }],
      links: [{ product: 'SP', item: 'VT' }],
    },
  ],
  lines: Array.from({ length: 80 }, (_, n) => ({
    ...{ id: `L${n}`, doc: `D${Math.floor(n / 2)}`, date: '2026-12-30', partner: 'KH1', item: 'VT', quantity: '1' },
    ...{ amount: 1_000 + n, vatRate: '8' as const },
  })),
});

test('the workbook has every document of every effect, with its day, buyer and worth', () => {
  const changes = ruleChanges(input, planInvoices(input), '2027-01-01');
  const [rules, effects, records] = ruleChangeSheets(input, changes, 1_000).map(({ rows }: SheetModel) =>
    [...rows].map(cellsOf),
  );
  expect(rules!.flat()).toEqual(expect.arrayContaining(['Luật đổi vào ngày 01/01/2027', 'Hết', 'Chưa ai xác nhận']));
  const told = effects!.slice(1).map((row) => row[0]);
  expect(told).toEqual(changes.effects.map((_, index) => index + 1));
  const at = changes.effects.findIndex(({ code }) => code === 'VAT_RATE') + 1;
  const documents = records!.filter(([number, kind]) => number === at && kind === 'Chứng từ Bravo');
  expect(documents).toHaveLength(40);
  const third = documents.find((row) => row[2] === 'HN/HD/D3');
  expect(third).toEqual([at, 'Chứng từ Bravo', 'HN/HD/D3', { day: '2026-12-30' }, 'KH1', 'Khách KH1', 2_013]);
  const sum = documents.reduce((all, row) => all + Number(row[6]), 0);
  expect(sum).toBe(changes.effects[at - 1]!.amount);
  expect(records!.length - 1).toBe(changes.effects.reduce((all, { about }) => all + about.length, 0));
});
