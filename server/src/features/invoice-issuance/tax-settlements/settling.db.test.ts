import type { TaxInvoiceRow } from '@khop/contract/tax-invoices/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { type OurWhole, SYMBOL, taxOf } from '../../../testing/good-calls/tax-company.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { settleSeller } from './settle.ts';
import { related, startTaxMonth } from './tax-month-fixture.ts';

let stage: Awaited<ReturnType<typeof startTaxMonth>>;
/** Invoices of ours that no test has used. */
let fresh: OurWhole[];
beforeAll(async () => {
  stage = await startTaxMonth();
  fresh = [...stage.ours];
  expect(fresh.length).toBeGreaterThan(15);
});
afterAll(() => stage?.month.api.close());

const next = (): OurWhole => fresh.shift()!;
const laws = () => expectLaws(stage.month.api.context.pool, stage.month.periodId);
const settlementOf = async (invoice: OurWhole) => (await stage.whole(invoice.id)).taxInvoice;

describe('tax invoices of our sales, uploaded', () => {
  it('give exported invoices of equal content their number, symbol and day; twice does nothing', async () => {
    const [one, two] = [next(), next()];
    await stage.upload([taxOf(one, 101), taxOf(two, 102)]);
    expect(await stage.whole(one.id)).toMatchObject({
      ...{ status: 'issued', invoiceNumber: '101', invoiceDate: one.date, total: one.total },
      taxInvoice: { step: 3, number: '101', symbol: SYMBOL, status: 'settled', differences: [], disagreements: [] },
    });
    expect((await stage.whole(two.id)).invoiceNumber).toBe('102');
    const { items } = (await stage.month.api.call<{ items: TaxInvoiceRow[] }>('GET', '/tax-invoices?q=101')).body;
    expect(items.find(({ number }) => number === '101')!.settles).toMatchObject({
      ...{ invoiceId: one.id, voucherNumber: one.voucherNumber },
    });
    await laws();
    const before = await stage.dump();
    await stage.upload([taxOf(two, 102), taxOf(one, 101)]);
    const { body } = await stage.month.api.call<{ runId: string }>('POST', '/tax-settlements/runs', {});
    expect((await stage.month.api.runEnd(body.runId)).result).toEqual({ settled: 0, reviews: 0, disagreements: 0 });
    expect(await stage.dump()).toEqual(before);
  });

  it('find our voucher in a free field, and tell everything that differs to the đồng', async () => {
    const one = next();
    const told = taxOf(one, 111);
    const [line, ...rest] = told.lines;
    await stage.upload([
      {
        ...told,
        date: '2026-09-29',
        buyer: { name: 'Khác', taxCode: '0101243150' },
        lines: [{ ...line!, amount: String(Number(line!.amount) + 7) }, ...rest],
        vat: String(one.vatAmount + 1),
        total: String(one.total + 8),
        lookup: [{ name: 'Số chứng từ', value: `Chứng từ ${one.voucherNumber.toLowerCase()}, kho 1` }],
      },
    ]);
    const { step, differences } = (await settlementOf(one))!;
    expect(step).toBe(2);
    expect(differences.map(({ kind, line: at }) => [kind, at])).toEqual([
      ...[
        ['BUYER_TAX_CODE', null],
        ['DATE', null],
        ['VAT', null],
        ['TOTAL', null],
        ['LINE_AMOUNT', 1],
      ],
    ]);
    // Our own figures are never touched.
    expect(await stage.whole(one.id)).toMatchObject({ total: one.total, date: one.date, invoiceDate: '2026-09-29' });
    const before = await stage.dump();
    const { body } = await stage.month.api.call<{ runId: string }>('POST', '/tax-settlements/runs', {});
    expect((await stage.month.api.runEnd(body.runId)).status).toBe('succeeded');
    expect(await stage.dump()).toEqual(before);
    expect((await stage.settlements('&differs=true')).map(({ invoice }) => invoice!.id)).toEqual([one.id]);
  });

  it('find it in the text of a line too, also of an invoice that came before tokens were kept', async () => {
    const [one, two] = [next(), next()];
    const saying = (invoice: OurWhole, number: number) => {
      const told = taxOf(invoice, number, { total: '5' });
      return { ...told, lines: [...told.lines, { kind: '4', name: `Theo chứng từ ${invoice.voucherNumber}` }] };
    };
    await stage.upload([saying(one, 113)]);
    expect((await settlementOf(one))!.step).toBe(2);
    await stage.month.api.context.pool.query(
      `create function forget_tokens() returns trigger language plpgsql as $$ begin new.tokens := null; return new; end $$;
       create trigger forget_tokens before insert on tax_invoices for each row execute function forget_tokens()`,
    );
    await stage.upload([saying(two, 114)]);
    await stage.month.api.context.pool.query('drop trigger forget_tokens on tax_invoices');
    expect((await settlementOf(two))!.step).toBe(2);
  });

  it('without a signature wait for a person, who chooses, takes it back, or says that it is none of ours', async () => {
    const one = next();
    await stage.upload([taxOf(one, 121)], false);
    expect((await stage.whole(one.id)).status).toBe('exported');
    const [waiting] = await stage.settlements('&status=review');
    expect(waiting).toMatchObject({ why: 'not_proven', number: '121', candidates: [{ id: one.id }], invoice: null });
    expect(waiting!.candidates[0]!.signs).toContain('content');
    const { id, version } = waiting!;
    const body = { version, reason: 'Đã xem bản giấy', invoiceId: one.id };
    expect((await stage.decide(id, { ...body, version: version + 1 })).status).toBe(412);
    const key = crypto.randomUUID();
    const chosen = await stage.decide(id, body, { idempotencyKey: key });
    expect(chosen.body).toMatchObject({ status: 'settled', step: 4, decidedBy: 'ketoan@khop.local' });
    expect((await stage.decide(id, body, { idempotencyKey: key })).body).toEqual(chosen.body);
    expect(await stage.whole(one.id)).toMatchObject({ status: 'issued', invoiceNumber: '121' });
    const undone = await stage.month.api.call<{ version: number; status: string }>(
      'POST',
      `/tax-settlements/${id}/undo`,
      {
        version: chosen.body.version,
      },
    );
    expect([undone.status, undone.body.status]).toEqual([200, 'review']);
    expect(await stage.whole(one.id)).toMatchObject({ status: 'exported', invoiceNumber: null, taxInvoice: null });
    const none = await stage.decide(id, { version: undone.body.version, reason: 'Lập tay', invoiceId: null });
    expect(none.body.status).toBe('refused');
    await stage.upload([taxOf(next(), 122)]);
    expect(await stage.settlements('&status=review')).toEqual([]);
    const { rows } = await stage.month.api.context.pool.query(
      `select action, summary from audit_events where entity = 'tax-settlement' and entity_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...['tax-settlement.decide', 'tax-settlement.undo', 'tax-settlement.decide'],
    ]);
    expect(rows[0].summary).toContain(one.voucherNumber);
  });

  it('that two of ours may be are offered with both, and drafts that have not left cannot be chosen', async () => {
    const [one, two] = [next(), next()];
    const both = `${one.voucherNumber} và ${two.voucherNumber}`;
    await stage.upload([taxOf(one, 131, { lookup: [{ name: 'Ghi chú', value: both }] })]);
    const [waiting] = await stage.settlements('&status=review');
    expect(waiting!.candidates.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
    expect(waiting!.why).toBe('ambiguous');
    await stage.month.api.context.pool.query("update invoices set status = 'draft' where id = $1", [two.id]);
    const refused = await stage.decide(waiting!.id, { version: waiting!.version, reason: 'x', invoiceId: two.id });
    expect([refused.status, refused.body.error_code]).toEqual([422, 'INVOICE_STATE']);
    await stage.month.api.context.pool.query("update invoices set status = 'exported' where id = $1", [two.id]);
    const chosen = await stage.decide(waiting!.id, { version: waiting!.version, reason: 'x', invoiceId: one.id });
    expect(chosen.body.invoice!.id).toBe(one.id);
    await laws();
  });

  it('tell the adjusting of several and the replacing of many at their originals, whose sales stay until AMIS says so', async () => {
    const [one, two, three, four] = [next(), next(), next(), next()];
    await stage.upload([taxOf(one, 141), taxOf(two, 142), taxOf(three, 143), taxOf(four, 144)]);
    await stage.upload([
      taxOf(one, 145, { related: related('2', 141, 142), total: '5' }),
      taxOf(three, 146, { related: related('1', 143, 144), total: '6' }),
    ]);
    for (const own of [one, two])
      expect(await stage.whole(own.id)).toMatchObject({
        ...{ status: 'adjusted', invoiceNumber: own === one ? '141' : '142' },
        taxInvoice: { fate: 'adjusted', fateBy: '145' },
      });
    for (const own of [three, four])
      expect(await stage.whole(own.id)).toMatchObject({
        ...{ status: 'issued', taxInvoice: { fate: 'replaced', fateBy: '146' } },
      });
    await laws();
    await stage.month.done('regenerate-invoices');
    await laws();
    expect((await stage.whole(three.id)).status).toBe('issued');
    // The tax invoices that correct are none of ours.
    expect(await stage.settlements('&q=145')).toEqual([]);
    const before = await stage.settlements('&status=settled');
    await stage.month.done('regeneration/undo');
    expect(await stage.settlements('&status=settled')).toEqual(before);
    expect((await stage.whole(one.id)).status).toBe('adjusted');
    await laws();
  });

  it('are settled to the end by the next run when one was killed between two of its pieces', async () => {
    const [one, two] = [next(), next()];
    const { context } = stage.month.api;
    await stage.upload([taxOf(one, 161)]);
    await stage.upload([taxOf(two, 162)], false);
    const settled = async () =>
      (await stage.settlements('&q=16&sort=number')).flatMap(({ number, status }) =>
        number === '161' || number === '162' ? [[number, status]] : [],
      );
    const whole = await settled();
    // As if neither had been looked at.
    await context.pool.query(`delete from tax_settlements where invoice_key like '%|161' or invoice_key like '%|162'`);
    await context.pool.query(
      `update invoices set status = 'exported', invoice_number = null, invoice_symbol = null, invoice_date = null where id = $1`,
      [one.id],
    );
    const killed = settleSeller(context.db, stage.profileId, {
      commit: async (piece) => {
        await inTransaction(context.pool, piece);
        throw new Error('killed');
      },
      ...{ actor: 'ketoan@khop.local', isWhole: false },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await settled()).toEqual([
      ['161', 'settled'],
      ['162', 'review'],
    ]);
    const before = await stage.dump();
    const { body } = await stage.month.api.call<{ runId: string }>('POST', '/tax-settlements/runs', {});
    expect((await stage.month.api.runEnd(body.runId)).result).toMatchObject({ settled: 0 });
    expect(await settled()).toEqual(whole);
    expect((await stage.dump()).invoices).toEqual(before.invoices);
    expect((await stage.whole(one.id)).invoiceNumber).toBe('161');
  });
});
