import { expect } from 'vitest';
import { counted, type Judges, KETOAN, type Row, run } from './judge.ts';

const LEFT_TO_BRAVO = [expect.objectContaining({ code: 'RECORD_IN_BRAVO' })];

export const bravoSalesJudges = {
  storeSalesLedgers: {
    writes: ['sales_ledger_lines'],
    holds: run('bravo-sales-store', async ({ body, rows, stage }) => {
      expect(body.result).toMatchObject({ changed: 1, created: 1, removed: 1 });
      const stored = (key: string) =>
        rows('select id, source_key as key, amount from sales_ledger_lines where source_key = $1', [key]);
      const changed = JSON.parse(stage.notes.get('changed line')!) as { key: string };
      // Others point at the line by its id, so it is still the same one.
      expect(await stored(changed.key)).toEqual([changed]);
      expect(await stored(stage.notes.get('added line')!)).toHaveLength(1);
      expect(await stored('không còn ở Bravo')).toEqual([]);
    }),
  },
  uploadBravoItems: {
    writes: ['import_batches', 'bravo_items'],
    holds: run('import', async ({ body, rows }) => {
      expect(body.result).toMatchObject({ created: 1, changed: 0, unchanged: 1, rejected: 0, warnings: LEFT_TO_BRAVO });
      expect(await rows("select from bravo_items where name = 'Tên khác'")).toEqual([]);
      expect(await rows("select name, unit, units, source, given_by from bravo_items where code = 'TAY-VT'")).toEqual([
        {
          ...{ name: 'Vật tư ngoài Bravo', unit: 'Cái', source: 'given', given_by: KETOAN },
          units: [
            { unit: 'Cái', rate: '1' },
            { unit: 'Thùng', rate: '24' },
          ],
        },
      ]);
    }),
  },
  uploadBravoPartners: {
    writes: ['import_batches', 'bravo_partners'],
    holds: run('import', async ({ body, rows }) => {
      expect(body.result).toMatchObject({ created: 1, changed: 0, unchanged: 1, rejected: 0, warnings: LEFT_TO_BRAVO });
      expect(await rows("select from bravo_partners where name = 'Tên khác'")).toEqual([]);
      expect(await rows("select name, address, source, given_by from bravo_partners where code = 'TAY-DT'")).toEqual([
        { name: 'Khách ngoài Bravo', address: 'Huế', source: 'given', given_by: KETOAN },
      ]);
    }),
  },
  uploadGivenSales: {
    writes: ['import_batches', 'sales_ledger_lines'],
    holds: run('import', async ({ body, rows }) => {
      // One sale is never two invoices.
      const { created, rejected, rejectedRows } = body.result as {
        created: number;
        rejected: number;
        rejectedRows: Row[];
      };
      expect([created, rejected, ...rejectedRows.map(({ code }) => code)]).toEqual([
        1,
        2,
        'SALE_AMBIGUOUS',
        'SALE_IN_BRAVO',
      ]);
      const stored = await rows(
        "select amount, base_quantity, source_key from sales_ledger_lines where source = 'given'",
      );
      expect(stored).toMatchObject([{ source_key: expect.stringMatching(/^given\//) }]);
      expect([Number(stored[0]!.amount), Number(stored[0]!.base_quantity)]).toEqual([1000, 1]);
    }),
  },
  removeGivenSales: {
    writes: ['sales_ledger_lines'],
    holds: async ({ body, rows, sent }) => {
      expect(body).toEqual({ removed: 1, notFound: [] });
      expect(await rows('select id from sales_ledger_lines where id::text = $1', (sent.body as Row).ids as [])).toEqual(
        [],
      );
    },
  },
  retrieveSalesLedgers: {
    total: counted('sales_ledger_lines where doc_date between $1 and $2', ({ sent }) => [
      sent.query!.fromDate,
      sent.query!.toDate,
    ]),
  },
  listSalesLedgers: {
    of: { table: 'sales_ledger_lines', key: 'sourceKey' },
    total: counted('sales_ledger_lines where doc_date between $1 and $2', ({ sent }) => [
      sent.query!.fromDate,
      sent.query!.toDate,
    ]),
  },
} as const satisfies Judges;
