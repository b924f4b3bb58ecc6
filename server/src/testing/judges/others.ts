import { expect, vi } from 'vitest';
import { imageSizeOf } from '../../features/media/image-size.ts';
import { storesNothing } from './everything.ts';
import { counted, type Given, type Judges, KETOAN, type Row } from './judge.ts';
import { comparesSignatures, readsPictures } from './pictures.ts';

const layout = { table: 'export_layouts', except: ['document'] };

export const layoutJudges = {
  listExportLayouts: {
    holds: async ({ items, rows }) => {
      const own = await rows('select code from export_layouts');
      expect(items.filter(({ id }) => id !== null).map(({ code }) => code)).toEqual(own.map(({ code }) => code));
      expect(items.length).toBeGreaterThan(own.length);
    },
  },
  previewExportLayout: {
    holds: async ({ body, rows, sent, stage }) => {
      const { columns } = (sent.body as { document: { columns: { header: string }[] } }).document;
      for (const { header } of columns) expect(JSON.stringify(body)).toContain(header);
      // Of a period that has invoices it shows these.
      const path = '/invoice-issuance/export-layouts/preview';
      const shown = await stage.api.call<{ rows: string[][] }>(
        'POST',
        path,
        { ...(sent.body as object), periodId: stage.periodId },
        { as: 'admin@khop.local', admin: true },
      );
      const numbers = await rows('select voucher_number as number from invoices where period_id = $1', [
        stage.periodId,
      ]);
      expect(shown.body.rows.length).toBeGreaterThan(0);
      for (const [number] of shown.body.rows) expect(numbers).toContainEqual({ number });
    },
  },
  sampleExportLayout: {
    holds: ({ body }) => {
      expect(body).toMatchObject({ unmatched: ['Ca bán'] });
      expect((body.document as { columns: object[] }).columns).toEqual([
        { header: 'Số chứng từ', field: 'voucherNumber' },
        { header: 'Mã hàng', field: 'productCode' },
        { header: 'Ca bán' },
      ]);
    },
  },
  createExportLayout: {
    writes: ['export_layouts'],
    of: layout,
    holds: ({ body, sent }) => expect(body).toMatchObject({ code: 'mau-rieng', name: (sent.body as Row).name }),
  },
  updateExportLayout: {
    writes: ['export_layouts'],
    of: layout,
    holds: async ({ rows, sent }) =>
      expect(await rows('select name from export_layouts where id = $1', [sent.params!.id])).toEqual([
        { name: 'Mẫu mới' },
      ]),
  },
  deleteExportLayout: {
    writes: ['export_layouts'],
    holds: async ({ rows, sent }) =>
      expect(await rows('select from export_layouts where id = $1', [sent.params!.id])).toEqual([]),
  },
} as const satisfies Judges;

const latestRules = async ({ rows }: Given): Promise<Row> =>
  (await rows('select version, action, reason, rules from invoice_rule_sets order by version desc limit 1'))[0]!;
const holidaysOf = (rules: unknown): Row[] => (rules as { holidays: Row[] }).holidays;

export const ruleJudges = {
  getInvoiceRules: { holds: ({ body }) => expect(holidaysOf(body.rules).length).toBeGreaterThan(3) },
  updateInvoiceRules: {
    writes: ['invoice_rule_sets'],
    holds: async (given) => {
      const stored = await latestRules(given);
      const sent = given.sent.body as { reason: string; rules: { holidays: object[] } };
      expect(stored).toMatchObject({ reason: sent.reason, version: given.body.version });
      expect(holidaysOf(stored.rules)).toHaveLength(sent.rules.holidays.length);
      expect(holidaysOf(given.body.rules)).toContainEqual(
        expect.objectContaining({ fromDate: '2027-12-31', name: 'Tết' }),
      );
    },
  },
  confirmInvoiceRules: {
    writes: ['invoice_rule_sets'],
    holds: async (given) => {
      const told = holidaysOf((await latestRules(given)).rules).find(({ fromDate }) => fromDate === '2027-12-31');
      expect(told).toMatchObject({ confirmed: { by: 'Đại lý thuế', on: '2026-09-01' } });
    },
  },
  resetInvoiceRules: {
    writes: ['invoice_rule_sets'],
    holds: async (given) => {
      expect((await latestRules(given)).rules).toBeNull();
      expect(holidaysOf(given.body.rules)).not.toContainEqual(expect.objectContaining({ fromDate: '2027-12-31' }));
    },
  },
  listInvoiceRuleChanges: { total: counted('invoice_rule_sets') },
} as const satisfies Judges;

/** A picture of 50 million pixels is taken and one with a row more is not. */
async function takesUpToTheLimit(given: Given): Promise<void> {
  const { sent, stage } = given;
  const send = async (width: number, height: number) => {
    const { api_key, timestamp, signature } = await stage.read<Record<string, string>>('/cloudinary/signature');
    const content = Buffer.from(sent.file!.content);
    content.writeUInt32BE(width, 16);
    content.writeUInt32BE(height, 20);
    const fields = { api_key: api_key!, timestamp: String(timestamp), signature: signature! };
    return stage.api.upload('/media/upload', { name: 'to.png', content }, fields);
  };
  await storesNothing(given, async () => {
    expect((await send(10_000, 5001)).body).toMatchObject({ error_code: 'FILE_TOO_LARGE' });
  });
  // A signature is good for one picture, and one second has one.
  await vi.waitFor(async () => expect((await send(10_000, 5000)).status).toBeLessThan(300), 10_000);
}

export const mediaJudges = {
  getUploadSignature: {
    holds: ({ body }) => {
      expect(body.signature).toMatch(/^[0-9a-f]{64}$/);
      expect(Math.abs(Number(body.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    },
  },
  uploadMedia: {
    writes: ['media_images', 'media_signatures_used'],
    unaudited: 'it belongs to no record yet',
    holds: async (given) => {
      const { rows, sent } = given;
      const { content } = sent.file!;
      expect(await rows('select content from media_images where content = $1', [content])).toHaveLength(1);
      expect(imageSizeOf(content)).toEqual({ width: 1, height: 1 });
      for (const at of [16, 20]) {
        const flat = Buffer.from(content);
        flat.writeUInt32BE(0, at);
        expect(imageSizeOf(flat)).toBeUndefined();
      }
      readsPictures(content);
      comparesSignatures();
      await takesUpToTheLimit(given);
    },
  },
  getMedia: {
    holds: async ({ raw, rows, sent }) =>
      expect((await rows('select content from media_images where id = $1', [sent.params!.id]))[0]!.content).toEqual(
        raw,
      ),
  },
  uploadContractFile: {
    writes: ['contract_files'],
    holds: async ({ body, rows, sent }) => {
      const stored = await rows('select content, sha256, is_kept from contract_files where id = $1', [body.id]);
      expect(stored).toEqual([{ content: sent.file!.content, sha256: body.sha256, is_kept: false }]);
    },
  },
  getContractFile: {
    holds: async ({ raw, rows, sent }) =>
      expect((await rows('select content from contract_files where id = $1', [sent.params!.id]))[0]!.content).toEqual(
        raw,
      ),
  },
  revokeMySessions: {
    holds: async ({ rows }) => {
      const [row] = await rows(
        "select valid_since > now() - interval '1 minute' as recent from users where email = $1",
        [KETOAN],
      );
      expect(row!.recent).toBe(true);
    },
  },
} as const satisfies Judges;
