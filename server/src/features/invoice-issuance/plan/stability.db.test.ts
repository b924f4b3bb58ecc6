import type { Regeneration } from '@khop/contract/invoice-issuance/regeneration.ts';
import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Reviewed = { by: string; at: string } | null;
type Invoice = {
  id: string;
  version: number;
  voucherNumber: string;
  pinned: boolean;
  reviewed: Reviewed;
  bravoDocument: string;
};
type Change = {
  kind: string;
  voucherNumber: string;
  bravoDocument: string;
  reasons: { code: string; message: string }[];
};

/** The share of a month's invoices that one decision about one document may change. */
const AIM = 0.02;

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(1000);
  await month.done('generate-invoices');
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const invoices = async (query = ''): Promise<{ items: Invoice[]; total: number }> =>
  (await month.api.call<{ items: Invoice[]; total: number }>('GET', path(`amis-invoices?limit=500${query}`))).body;
const stats = async (): Promise<PeriodStats> => (await month.api.call<PeriodStats>('GET', path('stats'))).body;
const proposal = async () => (await month.api.call<Regeneration>('GET', path('regeneration'))).body.proposal!;
const changes = async (query = ''): Promise<Change[]> =>
  (await month.api.call<{ items: Change[] }>('GET', path(`regeneration/changes?limit=500${query}`))).body.items;
const review = (chosen: readonly Pick<Invoice, 'id' | 'version'>[], reviewed: boolean) =>
  month.api.call('POST', path('review-invoices'), {
    invoices: chosen.map(({ id, version }) => ({ id, version })),
    reviewed,
  });

/** The stored content of every invoice, with its items and draws, by number. */
async function stored(): Promise<Map<string, string>> {
  const { rows } = await month.api.context.pool.query<{ key: string; content: string }>(
    `select p.code || ' ' || i.voucher_number as key, concat_ws(' ', i.id, i.invoice_date_planned, i.buyer_customer_code, i.buyer_name, i.total,
       (select string_agg(concat_ws('/', t.product_code, t.quantity, t.amount, a.source_key, a.lot, a.quantity, a.amount), ' ' order by t.line_number, a.position)
        from invoice_items t join invoice_allocations a on a.item_id = t.id where t.invoice_id = i.id)) as content
     from invoices i join profiles p on p.id = i.profile_id where i.period_id = $1`,
    [month.periodId],
  );
  return new Map(rows.map(({ key, content }) => [key, content]));
}

async function exclude(document: string, reason: 'not_a_sale' | null): Promise<void> {
  const { rows } = await month.api.context.pool.query<{ key: string }>(
    'select source_key as key from period_sales_lines where period_id = $1 and document_key = $2',
    [month.periodId, document],
  );
  const sourceKeys = rows.map(({ key }) => key);
  await month.api.call('POST', path('exclusions'), { sourceKeys, reason, ...(reason && { note: 'Nhập trùng' }) });
}

describe('one decision about one document', () => {
  it('changes no more of the month than the stated share, says what forced each change, and leaves the rest as stored', async () => {
    const before = await stored();
    const { items } = await invoices('&sort=-total');
    const document = items[0]!.bravoDocument;
    await exclude(document, 'not_a_sale');
    await month.done('regenerate-invoices', { preview: true });
    const { change, reasons } = await proposal();
    const touched = change.changed + change.removed;
    const own = items.filter((one) => one.bravoDocument === document).length;
    expect(change.removed).toBeGreaterThanOrEqual(own);
    expect(touched / before.size).toBeLessThanOrEqual(AIM);

    const listed = await changes();
    const forced = listed.filter(({ kind }) => kind !== 'added');
    expect(forced).toHaveLength(touched);
    for (const one of forced) {
      expect([one.voucherNumber, one.reasons.length]).not.toEqual([one.voucherNumber, 0]);
      if (one.bravoDocument === document) expect(one.reasons.map(({ code }) => code)).toEqual(['EXCLUDED']);
    }
    for (const { code, count } of reasons) {
      expect(forced.filter((one) => one.reasons.some((reason) => reason.code === code))).toHaveLength(count);
      expect(await changes(`&reason=${code}`)).toHaveLength(count);
    }
    expect(reasons).toContainEqual({ code: 'EXCLUDED', count: own });

    const { result } = await month.done('regeneration/apply');
    expect(result).toMatchObject({ reasons, change: { changed: change.changed, removed: change.removed } });
    const after = await stored();
    const stayed = [...before].filter(([key, content]) => after.get(key) === content);
    expect(stayed).toHaveLength(before.size - touched);
    const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = (await stats()).tieOut!;
    expect(ledger).toBe(invoiced + alreadyInvoiced + unallocated + excluded);
    await exclude(document, null);
    await month.done('regenerate-invoices');
  });
});

describe('«Đã soát»', () => {
  it('says who and when, pins, is found again, and is taken away again', async () => {
    const [one, two] = (await invoices('&status=draft')).items as [Invoice, Invoice];
    expect(await review([one, two], true)).toMatchObject({ status: 200, body: { changed: 2 } });
    const { items, total } = await invoices('&reviewed=true');
    expect([total, items.map(({ id }) => id).sort()]).toEqual([2, [one.id, two.id].sort()]);
    for (const { pinned, reviewed } of items) {
      expect([pinned, reviewed?.by]).toEqual([true, 'ketoan@khop.local']);
      expect(Date.parse(reviewed!.at)).not.toBeNaN();
    }
    const { rows } = await month.api.context.pool.query(
      "select actor, summary from audit_events where action = 'invoice.review' and entity_id = $1",
      [one.id],
    );
    expect(rows).toEqual([{ actor: 'ketoan@khop.local', summary: `Đã soát hóa đơn ${one.voucherNumber}` }]);

    // The version seen before is no longer the one that is there.
    expect(await review([one], false)).toMatchObject({ status: 412, body: { error_code: 'STALE_VERSION' } });
    expect(await review(items, false)).toMatchObject({ body: { changed: 2 } });
    expect((await invoices('&reviewed=true')).total).toBe(0);
    expect((await invoices('&reviewed=false&pinned=true')).total).toBe(0);
  });

  it('goes with the pin', async () => {
    const one = (await invoices('&status=draft')).items[0]!;
    await review([one], true);
    const [marked] = (await invoices('&reviewed=true')).items;
    const body = { version: marked!.version, pinned: false };
    const { body: free } = await month.api.call<Invoice>(
      'PATCH',
      `/invoice-issuance/amis-invoices/${one.id}/pin`,
      body,
    );
    expect([free.pinned, free.reviewed]).toEqual([false, null]);
  });
});

describe('«Chỉ thêm, không đổi»', () => {
  it('leaves every draft as it is and adds invoices for what is open', async () => {
    // A document is out when the plan is made, and comes back afterwards: only its invoices are new.
    const document = (await invoices('&sort=-total')).items[0]!.bravoDocument;
    await exclude(document, 'not_a_sale');
    await month.done('regenerate-invoices');
    const before = await stored();
    await exclude(document, null);
    await month.done('regenerate-invoices', { preview: true, addOnly: true });
    const shown = await proposal();
    expect(shown).toMatchObject({ addOnly: true, change: { changed: 0, removed: 0, kept: before.size }, reasons: [] });
    await month.done('regeneration/apply');
    const after = await stored();
    for (const [key, content] of before) expect(after.get(key)).toBe(content);
    const added = (await invoices()).items.filter(
      (one) => ![...before.keys()].some((key) => key.endsWith(` ${one.voucherNumber}`)),
    );
    expect(added.length).toBe(shown.change.added);
    const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = (await stats()).tieOut!;
    expect(ledger).toBe(invoiced + alreadyInvoiced + unallocated + excluded);
    // Again: nothing is open that could be added.
    const { result } = await month.done('regenerate-invoices', { addOnly: true });
    expect(result).toMatchObject({ change: { added: 0, changed: 0, removed: 0 } });
  });

  it('names the drafts that may not stay', async () => {
    const one = (await invoices('&status=draft')).items[0]!;
    await exclude(one.bravoDocument, 'not_a_sale');
    await month.done('regenerate-invoices', { preview: true, addOnly: true });
    const forced = (await changes()).filter(({ kind }) => kind !== 'added');
    expect(new Set(forced.map(({ bravoDocument }) => bravoDocument))).toEqual(new Set([one.bravoDocument]));
    for (const { reasons } of forced) expect(reasons[0]).toMatchObject({ code: 'EXCLUDED' });
  });
});
