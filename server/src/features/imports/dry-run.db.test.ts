import type { Run } from '@khop/contract/runs.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import type { RenderMeta } from '@khop/engine/sheets/render.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dumpAll,
  type File,
  IMPORT_KINDS,
  type ImportKind,
  type ImportWorld,
  kindOf,
  makeImportWorld,
  SEPTEMBER,
  send,
  take,
} from '../../testing/import-world.ts';
import { bravoSale } from '../../testing/memory-bravo.ts';
import { sheetFile, workbookFile } from '../../testing/workbook-file.ts';

let world: ImportWorld;
let otherId: string;
beforeAll(async () => {
  world = await makeImportWorld();
  const other = { code: 'BM', name: 'Công ty Cổ phần Bình Minh', taxCode: '0101243150' };
  otherId = (await world.api.call<{ id: string }>('POST', '/amis/profiles', other)).body.id;
  const products = Array.from({ length: 30 }, (_, n) => ({ code: `BM${n}`, name: `Hàng của BM ${n}`, unit: 'Cái' }));
  await take({ ...world, profileId: otherId }, kindOf('products'), await workbookFile('amis-products', products));
  world.bravo.salesLines = [bravoSale('B1', { docNo: 'HD-77' })];
  const stored = await world.api.call<{ runId: string }>('POST', '/bravo-sales-ledgers', SEPTEMBER);
  await world.api.runEnd(stored.body.runId);
});
afterAll(() => world?.api.close());

const sql = (text: string) => world.api.context.pool.query(text);
const everything = () => dumpAll(world, ['import_batches', 'import_changes', 'audit_events']);

/** The outcome of a run, whether it was for good or not. */
const outcome = ({ status, errorCode, message, result }: Run) => ({
  ...{ status, errorCode, message },
  report: result && { ...result, importId: null, runId: null, dryRun: null },
});

/**
 * Checks a file only, then takes it in: both come to the very same, and the check has written nothing. What was taken in
 * is taken back.
 */
async function sameBothWays(kind: ImportKind, file: File): Promise<ReturnType<typeof outcome>> {
  const before = await everything();
  const checked = await send(world, kind, file, true);
  expect(await everything()).toEqual(before);
  const real = await send(world, kind, file);
  expect(outcome(checked)).toEqual(outcome(real));
  const { importId, sameFile } = (real.result ?? {}) as { importId?: string; sameFile?: boolean };
  if (real.status === 'failed') expect(await everything()).toEqual(before);
  else if (!sameFile) expect((await world.api.call('POST', `/imports/${importId}/undo`)).status).toBe(200);
  return outcome(real);
}

const fileOf = (kind: ImportKind, rows: readonly Row[], meta: RenderMeta = {}) =>
  workbookFile(kind.layout, rows, { ...kind.meta, ...meta });
/** A stock report with these cells above its header and one row. */
const stockFile = (above: readonly string[], [header, warehouse]: readonly [string, string]) =>
  sheetFile([
    ['TỔNG HỢP TỒN KHO'],
    above,
    [],
    [header, 'Mã hàng', 'Tên hàng', 'ĐVT', 'Đầu kỳ', '', 'Nhập kho', '', 'Xuất kho', '', 'Cuối kỳ', ''],
    ['', '', '', '', ...Array.from({ length: 4 }, () => ['Số lượng', 'Giá trị']).flat()],
    [warehouse, 'P1', 'Hàng 1', 'Cái', 0, 0, 5, 50, 0, 0, 5, 50],
  ]);
const failed = (errorCode: string) => ({ status: 'failed', errorCode });

describe.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
  'a check of %s is the real run without its end',
  (_, kind) => {
    const good = (variant: 0 | 1 = 0) =>
      fileOf(
        kind,
        [1, 2, 3].map((n) => kind.row(n, variant)),
      );
    const other = IMPORT_KINDS.find(
      ({ layout }) => layout === (kind.layout === 'amis-customers' ? 'amis-products' : 'amis-customers'),
    )!;

    it('for good rows, changed rows, rows that are turned down, and repeated ones', async () => {
      expect(await sameBothWays(kind, await good())).toMatchObject({
        status: 'succeeded',
        report: { read: 3, rejected: 0 },
      });
      await take(world, kind, await good());
      const rough = await fileOf(kind, [kind.row(1, 0), kind.row(2, 1), kind.bad(3), kind.row(5, 0), kind.row(5, 0)]);
      const { report } = await sameBothWays(kind, rough);
      expect(report).toMatchObject({ rejected: expect.any(Number) });
      expect((report as { rejected: number }).rejected).toBeGreaterThan(0);
    });

    it('for the very file that was loaded last', async () => {
      const file = await good(1);
      await take(world, kind, file);
      expect(await sameBothWays(kind, file)).toMatchObject({ report: { sameFile: true, created: 0, changed: 0 } });
    });

    it('for what is no such file', async () => {
      const bare = layouts[kind.layout].fields.filter((field) => !field.readOnly);
      const required = bare.filter((field) => field.required);
      expect(required.length).toBeGreaterThan(0);
      const cases: [string, Promise<File>][] = [
        ['FILE_DAMAGED', Promise.resolve({ name: 'hong.xlsx', content: Buffer.from('PK\u0003\u0004rest') })],
        [
          'UNKNOWN_LAYOUT',
          sheetFile([
            ['Họ tên', 'Ngày sinh'],
            ['An', '01/01/2000'],
          ]),
        ],
        ['WRONG_LAYOUT', workbookFile(other.layout, [other.row(1, 0)], other.meta)],
      ];
      for (const [code, file] of cases) expect(await sameBothWays(kind, await file)).toMatchObject(failed(code));
    });

    it('for a file without rows', async () => {
      const expected = kind.layout === 'amis-sales-ledger' ? { status: 'succeeded' } : failed('EMPTY_SHEET');
      expect(await sameBothWays(kind, await fileOf(kind, []))).toMatchObject(expected);
    });
  },
);

describe('a check finds what the real run finds', () => {
  // The files of Khớp's own have nothing above their header.
  const ofProfile = IMPORT_KINDS.filter(({ layout }) => layout.startsWith('amis'));
  it.each(ofProfile.map((kind) => [kind.name, kind] as const))(
    '%s of another profile, by the lines above the headers',
    async (_, kind) => {
      const title = `Công ty Cổ phần Bình Minh – ${layouts[kind.layout].title}`;
      expect(await sameBothWays(kind, await fileOf(kind, [kind.row(1, 0)], { title }))).toMatchObject(
        failed('WRONG_PROFILE'),
      );
    },
  );

  it('a catalogue and a report of another profile, by their codes', async () => {
    const products = Array.from({ length: 30 }, (_, n) => ({ code: `BM${n}`, name: `Hàng ${n}`, unit: 'Cái' }));
    expect(await sameBothWays(kindOf('products'), await workbookFile('amis-products', products))).toMatchObject(
      failed('WRONG_PROFILE'),
    );
    for (const name of ['purchase ledger', 'stock of a period', 'sales ledger of a period', 'shared inventory']) {
      const kind = kindOf(name);
      const rows = Array.from({ length: 10 }, (_, n) => ({ ...kind.row(n, 0), productCode: `BM${n}` }));
      expect(await sameBothWays(kind, await fileOf(kind, rows)), name).toMatchObject(failed('WRONG_PROFILE'));
    }
  });

  it('nothing in the codes of a first file: a profile without products says nothing of it', async () => {
    const fresh = { code: 'CC', name: 'Công ty mới', taxCode: '' };
    const { body } = await world.api.call<{ id: string }>('POST', '/amis/profiles', fresh);
    const own = { ...world, profileId: body.id };
    const products = Array.from({ length: 30 }, (_, n) => ({ code: `BM${n}`, name: `Hàng của BM ${n}`, unit: 'Cái' }));
    const catalogue = await workbookFile('amis-products', products);
    expect(await take(own, kindOf('products'), catalogue, true)).toMatchObject({ created: 30 });
    const ledger = kindOf('purchase ledger');
    const rows = Array.from({ length: 10 }, (_, n) => ({ ...ledger.row(n, 0), productCode: `BM${n}` }));
    expect(await take(own, ledger, await fileOf(ledger, rows), true)).toMatchObject({ read: 10 });
  });

  it('the very ledger that another profile has', async () => {
    const kind = kindOf('purchase ledger');
    const file = await fileOf(kind, [kind.row(4, 1)]);
    await take({ ...world, profileId: otherId }, kind, file);
    expect(await sameBothWays(kind, file)).toMatchObject(failed('WRONG_PROFILE'));
  });

  it('other days than the period’s, and days that a ledger leaves out', async () => {
    const august = { fromDate: '2026-08-01', toDate: '2026-08-31' };
    const wrong = { ...failed('WRONG_PERIOD') };
    for (const name of ['stock of a period', 'shared inventory'])
      expect(
        await sameBothWays(kindOf(name), await fileOf(kindOf(name), [kindOf(name).row(1, 0)], august)),
      ).toMatchObject(wrong);
    const ledger = kindOf('sales ledger of a period');
    for (const days of [august, { fromDate: '2026-09-01', toDate: '2026-09-20' }])
      expect(await sameBothWays(ledger, await fileOf(ledger, [ledger.row(1, 0)], days))).toMatchObject(wrong);
    const stock = kindOf('stock of a period');
    const half = { fromDate: '2026-09-01', toDate: '2026-09-20' };
    expect(await sameBothWays(stock, await fileOf(stock, [stock.row(1, 0)], half))).toMatchObject(wrong);
  });

  it.each([
    ['its last day', ['Đến ngày 20/09/2026']],
    ['its first day', ['Từ ngày 01/08/2026 đến nay']],
    ['days in cells of their own', ['Từ ngày', '01/09/2026', 'Đến ngày', '20/09/2026']],
  ])('stock of other days than the period’s, of which it states %s', async (_, above) => {
    expect(await sameBothWays(kindOf('stock of a period'), await stockFile(above, ['Mã kho', 'K1']))).toMatchObject(
      failed('WRONG_PERIOD'),
    );
  });

  it.each(['stock of a period', 'shared inventory'])('%s with a warehouse whose code is unknown', async (name) => {
    const file = await stockFile(['Từ ngày 01/09/2026 đến ngày 30/09/2026'], ['Tên kho', 'Kho Lạ']);
    expect(await sameBothWays(kindOf(name), file)).toMatchObject(failed('WAREHOUSE_UNKNOWN'));
  });

  it('text days whose order nothing tells', async () => {
    const kind = kindOf('given sales');
    const file = await sheetFile([
      ['Ngày ct', 'Số ct', 'Mã khách', 'Mã vật tư', 'Đvt', 'Số lượng', 'Tiền hàng'],
      ['05/09/2026', 'TAY9', 'KH1', 'VT1', 'Cái', 1, 1000],
    ]);
    expect(await sameBothWays(kind, file)).toMatchObject(failed('DATE_ORDER_UNKNOWN'));
  });

  it('sales that Bravo has, and items and units that it does not know', async () => {
    const kind = kindOf('given sales');
    const row = kind.row(1, 0);
    const rows = [{ ...row, docNo: 'HD-77' }, { ...row, itemCode: 'LA' }, { ...row, unit: 'Bao' }, kind.row(2, 0)];
    const { report } = await sameBothWays(kind, await fileOf(kind, rows));
    const codes = (report as { rejectedRows: { code: string }[] }).rejectedRows.map(({ code }) => code);
    expect(codes).toEqual(['SALE_IN_BRAVO', 'ITEM_NOT_FOUND', 'UNIT_UNKNOWN']);
  });

  it('a moment that is still to come', async () => {
    const kind = kindOf('stock of a period');
    const madeAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = { ...kind, fields: (of: ImportWorld) => ({ profileId: of.profileId, madeAt }) };
    expect(await sameBothWays(later, await fileOf(kind, [kind.row(1, 0)]))).toMatchObject(failed('VALIDATION'));
  });

  it('a lock that came while the file waited, and refuses a locked state at the door alike', async () => {
    const shared = kindOf('shared inventory');
    const file = await fileOf(shared, [shared.row(7, 0)]);
    await sql("update shared_inventory_periods set status = 'locked'");
    for (const query of ['', '&dryRun=true'])
      expect(await world.api.upload(shared.path(world) + query, file)).toMatchObject({
        status: 422,
        body: { error_code: 'INVENTORY_STATE' },
      });
    await sql("update shared_inventory_periods set status = 'draft'");
    await sql("update invoice_periods set status = 'closed'");
    for (const name of ['stock of a period', 'sales ledger of a period']) {
      const kind = kindOf(name);
      const answers = [];
      for (const query of ['?dryRun=true', '']) {
        const answer = await world.api.upload<{ runId?: string; error_code?: string; message?: string }>(
          kind.path(world) + query,
          await fileOf(kind, [kind.row(1, 0)]),
          { profileId: world.profileId },
        );
        const { runId, error_code: errorCode, message } = answer.body;
        answers.push(runId ? outcome(await world.api.runEnd(runId)) : { errorCode, message });
      }
      expect(answers[0]).toMatchObject({ errorCode: 'PERIOD_STATE' });
      expect(answers[1]).toEqual(answers[0]);
    }
  });
});
