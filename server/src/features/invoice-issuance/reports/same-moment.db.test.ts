import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedRows, ledgerRows, stockRowsAfter, uploadLedger, uploadStock } from '../../../testing/amis-ledger.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Problem = { key: string; code: string; count: number; amount: number | null; profileId: string; remedy: string };
type Records = { items: { kind: string; reference: string; detail: string }[]; total: number };

let month: SampleMonth;
let profileId: string;
/** The AMIS ledger of the profile before a sale is keyed by hand. */
let ledger: Row[];
/** A stock report that has the first of these sales already: no file shows that, but a person may know. */
let stock: Row[];
let goods: { warehouse: string; product: string };
/** The moments of the reports, one after the other. */
let clock: number;
const next = (): string => new Date(++clock).toISOString();

beforeAll(async () => {
  month = await startSampleMonth(400);
  profileId = [...month.profiles.values()][0]!;
  ledger = await ledgerRows(month, profileId);
  const { rows } = await month.api.context.pool.query<{ warehouse: string; product: string }>(
    `select r.warehouse_code as warehouse, r.product_code as product from period_inventory_rows r
     where r.period_id = $1 and r.profile_id = $2 and r.closing >= 20 and not exists (
       select from period_amis_sales s where s.period_id = r.period_id and s.profile_id = r.profile_id
         and s.product_code = r.product_code) order by r.closing, r.product_code limit 1`,
    [month.periodId, profileId],
  );
  goods = rows[0]!;
  stock = await stockRowsAfter(month, profileId, [byHand('TAY-1', 7)]);
  // Ten moments are before whatever is uploaded from here on.
  clock = Date.now() - 20;
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const read = async <T>(rest: string): Promise<T> => (await month.api.call<T>('GET', path(rest))).body;
const older = async (): Promise<Problem | undefined> =>
  (await read<{ problems: Problem[] }>('preflight')).problems.find(
    (one) => one.code === 'STOCK_OLDER_THAN_LEDGER' && one.profileId === profileId,
  );
const own = async () => (await read<PeriodStats>('stats')).byProfile.find((one) => one.profileId === profileId)!;
const state = (salesLedgerMadeAt: string) =>
  month.api.call<{ error_code: string; message: string; details: unknown; stockContainsLedgerAt: string }>(
    'POST',
    path('same-moment'),
    { profileId, salesLedgerMadeAt },
  );
const byHand = (voucherNumber: string, quantity: number): Row => ({
  ...{ accountingDate: '2026-09-03', documentDate: '2026-09-03', voucherNumber },
  ...{ customerCode: 'TAY', customerName: 'Bán tay', productCode: goods.product, unit: 'Cái' },
  ...{ quantity: String(quantity), amount: quantity * 1000, vatAmount: 0, warehouseCode: goods.warehouse },
});
/** The goods that the plan may draw: the sum of their lots. */
async function onHand(): Promise<number> {
  await month.done('regenerate-invoices');
  await expectLaws(month.api.context.pool, month.periodId);
  const { rows } = await month.api.context.pool.query<{ quantity: string }>(
    `select sum(quantity)::text as quantity from period_lots
     where period_id = $1 and profile_id = $2 and warehouse_code = $3 and product_code = $4`,
    [month.periodId, profileId, goods.warehouse, goods.product],
  );
  return Number(rows[0]!.quantity);
}
const closing = () =>
  Number(
    stock.find((row) => row.warehouseCode === goods.warehouse && row.productCode === goods.product)!.closingQuantity,
  );

describe('a sale keyed by hand between two reports of one day', () => {
  let seenAt: string;

  it('is taken off the stock, and told with its money and goods', async () => {
    await uploadStock(month, profileId, stock, next());
    seenAt = next();
    await uploadLedger(month, profileId, [...ledger, byHand('TAY-1', 7)], seenAt);
    await month.done('generate-invoices');
    expect(await onHand()).toBe(closing() - 7);
    const told = (await older())!;
    expect(told).toMatchObject({ count: 1, amount: 7000, remedy: expect.stringContaining('Hai báo cáo lấy cùng lúc') });
    const { items, total } = await read<Records>(`findings/${encodeURIComponent(told.key)}/records?limit=10`);
    expect(total).toBe(1);
    expect(items).toMatchObject([
      { kind: 'entry', reference: 'TAY-1', detail: `Trừ thêm 7 mã «${goods.product}», kho «${goods.warehouse}».` },
    ]);
  });

  it('is in the report once a person states so, who is named, and the plan has to be made anew', async () => {
    const stale = await state(new Date(0).toISOString());
    expect([stale.status, stale.body.error_code]).toEqual([412, 'STALE_VERSION']);
    expect((await own()).stockContainsLedgerAt).toBeNull();
    const { status, body } = await state(seenAt);
    expect([status, body]).toEqual([200, { stockContainsLedgerAt: seenAt }]);
    const { stockMadeAt, stockContainsLedgerAt } = await own();
    expect(stockContainsLedgerAt).toBe(seenAt);
    expect(stockMadeAt! < seenAt).toBe(true);
    const { rows } = await month.api.context.pool.query(
      "select actor, before, after from audit_events where action = 'period.state-same-moment'",
    );
    expect(rows).toEqual([
      {
        actor: 'ketoan@khop.local',
        before: { profileId, stock: stockMadeAt },
        after: { profileId, stockContainsLedgerAt: seenAt },
      },
    ]);
    const codes = (await read<{ problems: Problem[] }>('preflight')).problems.map(({ code }) => code);
    expect(codes).toContain('PLAN_OUTDATED');
    expect(await older()).toBeUndefined();
    expect(await onHand()).toBe(closing());
    // Said twice is said once.
    expect((await state(seenAt)).status).toBe(200);
  });

  it('holds for that ledger only: what the next one shows is taken off again', async () => {
    await uploadLedger(month, profileId, [...ledger, byHand('TAY-1', 7), byHand('TAY-2', 3)], next());
    expect(await onHand()).toBe(closing() - 3);
    expect(await older()).toMatchObject({ count: 1, amount: 3000 });
  });

  it('cannot be stated of a report that a ledger without the sale came after', async () => {
    await uploadStock(month, profileId, stock, next());
    expect(await own()).toMatchObject({ stockContainsLedgerAt: null });
    await uploadLedger(month, profileId, [...ledger, byHand('TAY-1', 7), byHand('TAY-2', 3)], next());
    expect(await older()).toBeUndefined();
    const last = next();
    const sales = ['TAY-1', 'TAY-2', 'TAY-3'].map((voucher, index) => byHand(voucher, [7, 3, 2][index]!));
    await uploadLedger(month, profileId, [...ledger, ...sales], last);
    const { status, body } = await state(last);
    expect([status, body.error_code, body.details]).toEqual([422, 'STOCK_LACKS_ENTRIES', { vouchers: ['TAY-3'] }]);
    expect(body.message).toMatch(/1 dòng .* «TAY-3» chưa có trên sổ lấy sau báo cáo tồn kho\. Hãy xuất lại/);
    expect(await own()).toMatchObject({ stockContainsLedgerAt: null });
    expect(await older()).toMatchObject({ count: 1, amount: 2000 });
  });

  it('cannot be stated when the ledger shows our own invoices, which left after the report', async () => {
    await month.done('regenerate-invoices');
    expect((await month.api.call('POST', path('download-excel'), { only: 'all' })).status).toBe(200);
    const ours = await importedRows(month, profileId, (voucher) => voucher.replace(/\D/g, '').slice(-8));
    const last = new Date().toISOString();
    await uploadLedger(month, profileId, [...ledger, ...ours], last);
    const { status, body } = await state(last);
    expect([status, body.error_code]).toEqual([422, 'STOCK_LACKS_ENTRIES']);
    expect(body.message).toContain('là hóa đơn Khớp xuất sau báo cáo tồn kho');
    const loaded = await stockRowsAfter(month, profileId, ours);
    await uploadStock(month, profileId, loaded);
    expect(await older()).toBeUndefined();
  });
});
