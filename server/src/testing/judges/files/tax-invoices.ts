import { expect } from 'vitest';
import { counted, type Judges, type Row, run } from '../judge.ts';

const told = { table: 'tax_room', except: ['own', 'hasOtherVersions'] };

export const taxInvoiceJudges = {
  uploadTaxInvoices: {
    writes: [
      ...['tax_invoices', 'tax_invoice_files', 'tax_invoice_sides', 'tax_invoice_relations', 'tax_invoice_goods'],
      // A list is sent behind the zip.
      ...['tax_lists', 'tax_list_rows'],
      // Products for the items of its purchases are suggested behind it.
      'supplier_item_suggestions',
    ],
    holds: run('tax-invoices', async ({ body, rows, stage }) => {
      expect(body.result).toMatchObject({ files: 3, created: 2, purchases: 1, sales: 1, refused: 1 });
      expect(
        await rows(
          `select t.number, s.side, r.relation from tax_invoices t join tax_invoice_sides s on s.tax_invoice_id = t.id and s.profile_id = $1
           left join tax_invoice_relations r on r.tax_invoice_id = t.id order by t.number`,
          [stage.profileId],
        ),
      ).toEqual([
        { number: '2', side: 'sale', relation: 'replaces' },
        { number: '7', side: 'purchase', relation: null },
      ]);
    }),
  },
  listTaxInvoices: {
    of: told,
    total: counted('tax_room'),
    holds: async ({ body, rows }) => {
      const [sums] = await rows(
        'select sum(before_vat)::bigint as "beforeVat", sum(vat)::bigint as vat, sum(total)::bigint as total from tax_room',
      );
      expect(body.totals).toEqual(sums);
      const rooms = await rows('select number, evidence, state from tax_room order by number::int');
      expect(rooms).toEqual([
        { number: '2', evidence: 'xml', state: null },
        { number: '7', evidence: 'both', state: 'new' },
        { number: '9', evidence: 'list', state: 'cancelled' },
      ]);
    },
  },
  getTaxInvoice: {
    holds: async ({ body, rows, sent }) => {
      const [row] = await rows(
        `select t.number, t.verdict, f.sha256 as "fileHash", f.size as "fileSize", t.invoice -> 'lines' as lines
         from tax_invoices t join tax_invoice_files f on f.id = t.file_id where t.id = $1`,
        [sent.params!.id],
      );
      expect(body).toMatchObject(row as Row);
    },
  },
  getTaxInvoiceFile: {
    holds: async ({ raw, rows, sent }) => {
      const [row] = await rows(
        'select f.content from tax_invoices t join tax_invoice_files f on f.id = t.file_id where t.id = $1',
        [sent.params!.id],
      );
      expect(raw.equals(row!.content as Buffer)).toBe(true);
    },
  },
  listTaxLists: {
    of: { table: 'tax_lists', except: ['profileCode'] },
    total: counted('tax_lists'),
  },
  undoTaxList: {
    writes: ['tax_lists', 'tax_list_rows'],
    holds: async ({ body, rows, sent }) => {
      expect(body).toMatchObject({ id: sent.params!.id, fileName: 'nham.xlsx', isUndoable: false, version: 2 });
      expect(await rows('select undone_by from tax_lists where id = $1 and undone_at is not null', [body.id])).toEqual([
        { undone_by: body.undoneBy },
      ]);
      expect(await rows("select 1 from tax_list_rows where number = '77'")).toEqual([]);
    },
  },
  getTaxCover: {
    holds: async ({ body, rows, stage }) => {
      const [counts] = await rows(
        `select count(*)::int as listed, count(t.id)::int as "withXml" from tax_list_rows l
         left join tax_invoices t on t.invoice_key = l.invoice_key and t.is_current where l.profile_id = $1 and l.side = 'purchase'`,
        [stage.profileId],
      );
      const all = [{ from: '2026-10-01', to: '2026-10-31' }];
      expect(body).toMatchObject({
        items: [
          {
            ...{ profileId: stage.profileId, side: 'purchase', month: '2026-10', ...counts, xmlOnly: 0 },
            channels: [
              { channel: 'coded', missing: [], incomplete: [] },
              { channel: 'uncoded', missing: all },
              { channel: 'register', missing: all },
            ],
          },
          { side: 'sale', listed: 0, xmlOnly: 1 },
        ],
      });
    },
  },
} as const satisfies Judges;
