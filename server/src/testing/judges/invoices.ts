import { expect } from 'vitest';
import { unzip } from '../unzip.ts';
import { suggestionsAreWorth } from './connections.ts';
import { hashesTellOfTheirParts, keepsWarnings } from './edges.ts';
import { counted, type Given, type Judges, ofPeriod, type Row, run } from './judge.ts';
import { exportedRefuses, refuses } from './refused-states.ts';
import {
  namesTheEngine,
  notesOwnWarnings,
  tellsAbsentEntries,
  tellsIssuedThrough,
  tellsOtherPeriods,
  tellsWhatBooksSay,
} from './stored-input.ts';
import { readsPlanBack, tiesOut } from './stored-plan.ts';

const invoice = { table: 'invoices', except: ['vat', 'warnings'] };

const runOfPeriod = async (given: Given): Promise<void> => {
  const [stored] = await given.rows('select status from invoice_periods where id = $1', [given.stage.periodId]);
  expect(stored!.status).toBe('generated');
  await tiesOut(
    given,
    (await given.stage.read<Row>(`/invoice-issuance/periods/${given.stage.periodId}/stats`)).tieOut as Row,
  );
};

const proposals = ({ rows, stage }: Given) =>
  rows('select summary from period_proposals where period_id = $1', [stage.periodId]);

export const invoiceJudges = {
  generateInvoices: {
    writes: [
      'invoice_allocations',
      'invoice_items',
      'invoice_periods',
      'invoice_vouchers',
      'invoices',
      'period_already_invoiced',
      'period_excluded',
      'period_lots',
      'period_netted',
      'period_reviews',
      'period_sales_lines',
      'period_shortages',
      'period_vat_differences',
    ],
    holds: run('generate-invoices', async (given) => {
      await runOfPeriod(given);
      await suggestionsAreWorth(given);
    }),
  },
  regenerateInvoices: {
    writes: ['period_proposal_changes', 'period_proposals'],
    unaudited: 'a preview changes no invoice',
    holds: run('generate-invoices', async (given) => {
      expect(await proposals(given)).toHaveLength(1);
      await readsPlanBack(given);
      await tellsIssuedThrough(given);
      await tellsAbsentEntries(given);
      await tellsOtherPeriods(given);
      await tellsWhatBooksSay(given);
      await notesOwnWarnings(given);
      namesTheEngine();
      await hashesTellOfTheirParts(given);
      keepsWarnings();
    }),
  },
  getRegeneration: {
    holds: async (given) => {
      const [stored] = await proposals(given);
      const { before, after, isStale, change } = given.body.proposal as Row;
      expect(isStale).toBe(false);
      expect(stored!.summary).toMatchObject({ change: change as object });
      await tiesOut(given, before as Row);
      const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = after as Record<string, number>;
      expect(invoiced! + alreadyInvoiced! + unallocated! + excluded!).toBe(ledger);
    },
  },
  listRegenerationChanges: {
    holds: async ({ body, rows, stage }) => {
      const [row] = await rows('select count(*)::int as n from period_proposal_changes where period_id = $1', [
        stage.periodId,
      ]);
      expect(body.total).toBe(row!.n);
    },
  },
  applyRegeneration: {
    writes: [
      'invoice_allocations',
      'invoice_items',
      'invoice_periods',
      'invoices',
      'period_excluded',
      'period_proposal_changes',
      'period_proposals',
      'period_reviews',
      'period_sales_lines',
      'period_shortages',
      'period_undo',
      'period_undo_rows',
    ],
    holds: run('generate-invoices', async (given) => {
      expect(await proposals(given)).toEqual([]);
      await runOfPeriod(given);
    }),
  },
  undoRegeneration: {
    writes: [
      'invoice_allocations',
      'invoice_items',
      'invoice_periods',
      'invoices',
      'period_excluded',
      'period_reviews',
      'period_sales_lines',
      'period_shortages',
      'period_undo',
      'period_undo_rows',
    ],
    holds: run('generate-invoices', runOfPeriod),
  },
  discardRegeneration: {
    writes: ['period_proposal_changes', 'period_proposals'],
    holds: async (given) => expect(await proposals(given)).toEqual([]),
  },
  listAmisInvoices: {
    of: invoice,
    notAsShown: { date: 'the filter is the day of the sale, not of the invoice' },
    total: counted('invoices where period_id = $1', ofPeriod),
  },
  getAmisInvoice: {
    of: invoice,
    holds: async ({ body, rows }) => {
      const items = await rows(
        'select id, amount, vat_amount as "vatAmount" from invoice_items where invoice_id = $1 order by line_number',
        [body.id],
      );
      expect(body.items).toMatchObject(items);
      const sum = (of: readonly Row[], name: string) => of.reduce((all, one) => all + Number(one[name]), 0);
      expect(sum(items, 'amount')).toBe(body.amount);
      expect(sum(body.vat as Row[], 'vatAmount')).toBe(body.vatAmount);
      expect(body.total).toBe(Number(body.amount) + Number(body.vatAmount));
    },
  },
  updateInvoicePin: {
    writes: ['invoice_periods', 'invoices'],
    of: invoice,
    holds: async ({ body, rows }) => {
      expect(body.pinned).toBe(true);
      expect(await rows('select pinned from invoices where id = $1', [body.id])).toEqual([{ pinned: true }]);
    },
  },
  reviewInvoices: {
    writes: ['invoice_periods', 'invoices'],
    holds: async ({ body, rows, sent }) => {
      expect(body).toEqual({ changed: 1 });
      const [{ id }] = (sent.body as { invoices: [{ id: string }] }).invoices;
      expect(
        await rows('select pinned, reviewed_by, reviewed_at is not null as told from invoices where id = $1', [id]),
      ).toEqual([{ pinned: true, reviewed_by: expect.stringContaining('@'), told: true }]);
    },
  },
  takeBackInvoices: {
    writes: ['invoice_periods', 'invoices'],
    holds: async ({ body, rows, sent }) => {
      expect(body).toEqual({ changed: 1 });
      const [{ id }] = (sent.body as { invoices: [{ id: string }] }).invoices;
      expect(
        await rows('select status, pinned, reviewed_at, handed_over_at from invoices where id = $1', [id]),
      ).toEqual([{ status: 'draft', pinned: false, reviewed_at: null, handed_over_at: null }]);
    },
  },
  listCustomerOptions: {
    holds: async ({ body, items, rows }) => {
      const options = (body.items as Row[]) ?? items;
      expect(options.length).toBeGreaterThan(0);
      for (const option of options.slice(0, 5)) {
        const id = option.customerId ?? option.id;
        expect(await rows('select code, name from amis_partners where id = $1', [id])).toMatchObject([
          { name: option.name },
        ]);
      }
    },
  },
  updateInvoiceCustomer: {
    writes: ['invoice_periods', 'invoices'],
    of: invoice,
    holds: async ({ body, rows, sent }) => {
      const { customerId, reason } = sent.body as Row;
      const [customer] = await rows('select name, code from amis_partners where id = $1', [customerId]);
      expect(body.buyer).toMatchObject({
        customerId,
        reason,
        name: customer!.name,
        customerCode: customer!.code,
        source: 'chosen',
      });
      expect(
        await rows('select buyer_customer_id as id, buyer_reason as reason, pinned from invoices where id = $1', [
          body.id,
        ]),
      ).toEqual([{ id: customerId, reason, pinned: true }]);
    },
  },
  listAllocations: {
    of: { table: 'invoice_allocations' },
    total: counted('invoice_allocations where item_id = $1', ({ sent }) => [sent.params!.id]),
    holds: async ({ items, rows, sent }) => {
      const [item] = await rows('select amount from invoice_items where id = $1', [sent.params!.id]);
      expect(items.reduce((sum, one) => sum + Number(one.amount), 0)).toBe(item!.amount);
    },
  },
  downloadExcel: {
    writes: ['invoice_periods', 'invoices', 'period_exports', 'period_undo', 'period_undo_rows'],
    holds: async (given) => {
      const { raw, rows, stage } = given;
      await refuses(given, await exportedRefuses(given));
      const names = [...(await unzip(raw)).keys()];
      expect(names).toContain('DoiChieu.xlsx');
      const left = await rows(
        "select distinct p.code from invoices i join profiles p on p.id = i.profile_id where i.period_id = $1 and i.status = 'exported'",
        [stage.periodId],
      );
      expect(names.filter((name) => name.endsWith('/BanHang.xlsx')).sort()).toEqual(
        left.map(({ code }) => `${code}/BanHang.xlsx`).sort(),
      );
      expect(await rows("select from invoices where period_id = $1 and status = 'draft'", [stage.periodId])).toEqual(
        [],
      );
      expect(await rows('select from period_exports where period_id = $1', [stage.periodId])).not.toEqual([]);
    },
  },
} as const satisfies Judges;
