import { expect } from 'vitest';
import { counted, type Given, type Judges, run } from '../judge.ts';

/** The settlement that a call was about, with the invoice of ours. */
const stored = ({ rows, sent }: Given) =>
  rows(
    `select x.status, x.step, x.invoice_id as "invoiceId", x.decided_by as by, x.reason, i.status as ours, i.invoice_number as number
     from tax_settlements x left join invoices i on i.id = x.invoice_id where x.id = $1`,
    [sent.params!.id],
  );

export const taxSettlementJudges = {
  startTaxSettlements: {
    writes: ['invoices', 'tax_settlements'],
    holds: run('tax-settlements', async ({ body, rows }) => {
      expect(body.result).toEqual({ settled: 1, reviews: 1, disagreements: 0 });
      expect(
        await rows(
          `select x.status, x.step, split_part(x.invoice_key, '|', 4) as number, i.status as ours, i.invoice_number as "oursNumber"
           from tax_settlements x left join invoices i on i.id = x.invoice_id order by number`,
        ),
      ).toEqual([
        { status: 'settled', step: 2, number: '61', ours: 'issued', oursNumber: '61' },
        { status: 'review', step: null, number: '62', ours: null, oursNumber: null },
      ]);
    }),
  },
  listTaxSettlements: {
    of: { table: 'tax_settlements', except: ['candidates', 'differences', 'disagreements'] },
    total: counted('tax_settlements'),
  },
  decideTaxSettlement: {
    writes: ['invoices', 'tax_settlements'],
    twice: 'STALE_VERSION',
    holds: async (given) => {
      const { invoiceId, reason } = given.sent.body as { invoiceId: string; reason: string };
      expect(given.body).toMatchObject({ status: 'settled', step: 4, reason, invoice: { id: invoiceId } });
      expect(await stored(given)).toEqual([
        { status: 'settled', step: 4, invoiceId, by: 'ketoan@khop.local', reason, ours: 'issued', number: '62' },
      ]);
    },
  },
  undoTaxSettlement: {
    writes: ['invoices', 'tax_settlements'],
    twice: 'STALE_VERSION',
    holds: async (given) => {
      expect(given.body).toMatchObject({ status: 'review', step: null, invoice: null });
      expect(await stored(given)).toEqual([
        { status: 'review', step: null, invoiceId: null, by: null, reason: '', ours: null, number: null },
      ]);
    },
  },
} as const satisfies Judges;
