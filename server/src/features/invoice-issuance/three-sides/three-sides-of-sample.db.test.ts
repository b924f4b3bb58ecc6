import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SupplierItem } from '@khop/contract/expected-lots/supplier-items.ts';
import type { ThreeSidedRow, ThreeSides } from '@khop/contract/invoice-issuance/three-sides.ts';
import { addDays } from '@khop/engine/day.ts';
import { type KindOfDifference, rankOf } from '@khop/engine/three-sides/kinds.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { makeTaxWorld } from '@khop/sample/tax-world/plan.ts';
import { taxWorldSides } from '@khop/sample/tax-world/sides.ts';
import { supplierItems } from '@khop/sample/tax-world/supplier-items.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSample } from '../../../cli/sample/write-sample.ts';
import { fillSample } from '../../../roles/fill-sample.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { sampleCaller } from '../../../testing/sample-month.ts';

const options = { seed: 5, lines: 1500, issuedPerMille: 1000 };

/** Differences that need Bravo's side, which is empty before a plan. */
const NEED_BRAVO = new Set<KindOfDifference>(['DELIVERY_ONLY', 'NO_DELIVERY']);

const world = makeTaxWorld(generateCompany(options));
let api: TestApi;
let rows: ThreeSidedRow[];
let asOf: string;
/** Keys of purchases with an item that is connected in no unit, so that nothing says which product it is. */
let unknownGoods: ReadonlySet<string>;
/** A voucher that was posted so few days ago may still get its invoice. */
const DAYS_TO_ISSUE = 3;

const CHANNELS = { 'co-ma': 'coded', 'khong-ma': 'uncoded', 'may-tinh-tien': 'register' } as const;

/** Uploads whatever lies in the folder of a profile, as an accountant drops it. */
async function takeTaxFiles(folder: string, code: string, profileId: string): Promise<void> {
  for (const name of (await readdir(path.join(folder, 'tax', code))).sort()) {
    const channel = Object.entries(CHANNELS).find(([part]) => name.includes(part))?.[1];
    const said: Record<string, string> = name.endsWith('.zip')
      ? {}
      : { profileId, side: name.includes('ban-ra') ? 'sale' : 'purchase', channels: channel! };
    const content = await readFile(path.join(folder, 'tax', code, name));
    const { status, body } = await api.upload<{ runId: string }>('/tax-invoices/bulk', { name, content }, said);
    expect([name, status]).toEqual([name, 202]);
    const run = await api.runEnd(body.runId);
    expect([name, run.status, run.message]).toEqual([name, 'succeeded', run.message]);
    expect(run.result).toMatchObject({ refused: 0 });
  }
}

type Listed<T> = { items: T[]; total: number };

/** Connects the suppliers' items as they really are. */
async function connectItems(code: string, profileId: string): Promise<void> {
  const truth = new Map(
    [...supplierItems(world)]
      .filter(({ profileCode }) => profileCode === code)
      .map((item) => [`${item.supplierTaxCode}|${item.code}|${item.unit}`, item]),
  );
  const products = await api.context.db
    .selectFrom('amisProducts')
    .select(['id', 'code'])
    .where('profileId', '=', profileId)
    .execute();
  const ids = new Map(products.map((product) => [product.code, product.id]));
  const listed = await api.call<Listed<SupplierItem>>('GET', `/supplier-items?profileId=${profileId}&limit=500`);
  expect(listed.body.total).toBeLessThanOrEqual(500);
  const items = listed.body.items.flatMap(({ supplierTaxCode, itemKey, unitKey, code: itemCode, unit }) => {
    const item = truth.get(`${supplierTaxCode}|${itemCode}|${unit}`);
    const names = { supplierTaxCode, itemKey, unitKey };
    return item ? [{ ...names, productId: ids.get(item.amisCode), factor: item.factor }] : [];
  });
  const { body } = await api.call<{ connected: number }>('POST', '/supplier-items/connections', {
    profileId,
    choice: { items },
  });
  expect(body).toMatchObject({ connected: items.length });
}

beforeAll(async () => {
  api = await startTestApi();
  const folder = path.join(api.context.config.dataDir, 'sample');
  await writeSample(options, folder, true);
  const { periodId, profiles } = await fillSample(sampleCaller(api), folder);
  for (const [code, id] of profiles) await takeTaxFiles(folder, code, id);
  for (const [code, id] of profiles) await connectItems(code, id);
  const place = `/invoice-issuance/periods/${periodId}/three-sides`;
  const { body } = await api.call<{ runId: string }>('POST', place, {});
  expect((await api.runEnd(body.runId)).status).toBe('succeeded');
  const { rows: unknown } = await api.context.pool.query<{ key: string }>(
    `select distinct t.invoice_key as key from tax_invoices t join tax_invoice_goods g on g.tax_invoice_id = t.id
     where not exists (select from supplier_item_connections c
       where c.supplier_tax_code = t.seller_tax_code and c.item_key = g.item_key)`,
  );
  unknownGoods = new Set(unknown.map(({ key }) => key));
  asOf = (await api.call<ThreeSides>('GET', place)).body.asOf!;
  rows = [];
  for (let offset = 0, total = 1; offset < total; offset += 500) {
    const page = await api.call<{ items: ThreeSidedRow[]; total: number }>(
      'GET',
      `${place}/rows?limit=500&offset=${offset}`,
    );
    rows.push(...page.body.items);
    total = page.body.total;
  }
});
afterAll(() => api?.close());

/** The planted differences that the files of the company can show, by what they are in. */
function expectedKinds(): Map<string, KindOfDifference> {
  const expected = new Map<string, KindOfDifference>();
  for (const { input, truth } of taxWorldSides(world)) {
    for (const { kind, invoiceKey, voucher } of truth) {
      if (NEED_BRAVO.has(kind) || (kind === 'UNIT' && unknownGoods.has(invoiceKey!))) continue;
      const posted = input.books.find((entry) => entry.voucher === voucher)?.day;
      if (kind === 'BOOKS_NO_INVOICE' && addDays(posted!, DAYS_TO_ISSUE) >= asOf) continue;
      const name = `${input.profile} ${input.trade} ${invoiceKey ?? voucher}`;
      const other = expected.get(name);
      if (!other || kind === 'FATE' || rankOf(kind) < rankOf(other)) expected.set(name, kind);
    }
  }
  return expected;
}

it('finds what was planted in the files of a company under its own name, and nothing else', () => {
  const expected = expectedKinds();
  const told = rows
    .filter(({ state }) => state === 'different')
    .map(({ profileCode, trade, key, vouchers, differences }) => [
      `${profileCode} ${trade} ${key.startsWith('A|') ? vouchers[0] : key}`,
      differences[0]!.kind,
    ]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
  expect(new Set(expected.values()).size).toBeGreaterThan(24);
});
