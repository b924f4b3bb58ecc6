import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerRows, uploadLedger } from '../../../testing/amis-ledger.ts';
import { type OurWhole, taxOf } from '../../../testing/good-calls/tax-company.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { taxCorrections } from '../load/tax-corrections.ts';
import { amisRows, related, startTaxMonth } from './tax-month-fixture.ts';

let stage: Awaited<ReturnType<typeof startTaxMonth>>;
let fresh: OurWhole[];
/** The entries that were made in AMIS by hand, and those of ours: each ledger replaces the one before. */
let byHand: Row[];
const shown = new Map<string, Row[]>();
beforeAll(async () => {
  stage = await startTaxMonth();
  fresh = [...stage.ours];
  byHand = await ledgerRows(stage.month, stage.profileId);
});
afterAll(() => stage?.month.api.close());

const next = (): OurWhole => fresh.shift()!;
const laws = () => expectLaws(stage.month.api.context.pool, stage.month.periodId);
/** Loads the ledger as it is with these rows of an invoice. */
async function load(name: string, rows: Row[]) {
  shown.set(name, rows);
  return uploadLedger(stage.month, stage.profileId, [...byHand, ...[...shown.values()].flat()]);
}
const facts = async ({ id }: OurWhole) => {
  const { status, invoiceNumber, invoiceDate, taxInvoice } = await stage.whole(id);
  return [status, invoiceNumber, invoiceDate, taxInvoice?.status ?? null];
};

describe('tax invoices beside the AMIS sales ledger', () => {
  it('agree, whichever comes first: the number is known then, and stays as it was written', async () => {
    const [one, two] = [next(), next()];
    await load('one', amisRows(one, '00000201'));
    expect(await facts(one)).toEqual(['issued', '00000201', one.date, null]);
    await stage.upload([taxOf(one, 201, { total: '7', lookup: [] }), taxOf(two, 202)]);
    expect((await stage.whole(one.id)).taxInvoice).toMatchObject({ step: 1, status: 'settled', disagreements: [] });
    expect((await facts(one))[1]).toBe('00000201');
    await load('two', amisRows(two, '00000202'));
    expect(await facts(two)).toEqual(['issued', '202', two.date, 'settled']);
    await laws();
  });

  it('settle at the reading of a ledger that names the number of an invoice that is there already', async () => {
    const one = next();
    await stage.upload([taxOf(one, 203, { buyer: { name: 'X', taxCode: '0101243150' }, total: '9' })]);
    expect((await facts(one))[0]).toBe('exported');
    await load('three', amisRows(one, '203'));
    expect((await stage.whole(one.id)).taxInvoice).toMatchObject({ step: 1, number: '203' });
  });

  it('overwrite nothing where they differ; a person’s decision holds until a value changes', async () => {
    const one = next();
    await stage.upload([taxOf(one, 211)]);
    const other = (number: string) => amisRows(one, number, { invoiceDate: '2026-09-30' });
    await load('differs', other('00000219'));
    expect(await facts(one)).toEqual(['issued', '211', one.date, 'disagrees']);
    const [waiting] = await stage.settlements('&status=disagrees');
    expect(waiting!.disagreements.map(({ field, tax, amis }) => [field, tax, amis])).toEqual([
      ['number', '211', '00000219'],
      ...(one.date === '2026-09-30' ? [] : [['date', expect.any(String), '30/09/2026']]),
    ]);
    await laws();
    await stage.month.done('regenerate-invoices');
    expect(await facts(one)).toEqual(['issued', '211', one.date, 'disagrees']);
    const { id, version } = waiting!;
    const body = { version, side: 'amis', reason: 'AMIS ghi đúng' };
    expect((await stage.decide(id, { ...body, version: version - 1 })).status).toBe(412);
    const decided = await stage.decide(id, body);
    expect(decided.body).toMatchObject({ status: 'decided', side: 'amis', reason: 'AMIS ghi đúng' });
    expect(await facts(one)).toEqual(['issued', '00000219', '2026-09-30', 'decided']);
    // Loading either side again changes nothing.
    await stage.upload([taxOf(one, 211)]);
    await load('further', amisRows(next(), '00000230'));
    await stage.month.done('regenerate-invoices');
    expect(await facts(one)).toEqual(['issued', '00000219', '2026-09-30', 'decided']);
    await load('differs', other('00000218'));
    expect(await facts(one)).toEqual(['issued', '00000219', '2026-09-30', 'disagrees']);
    const [again] = await stage.settlements('&status=disagrees');
    const tax = await stage.decide(again!.id, { version: again!.version, side: 'tax', reason: 'Theo bản ký' });
    expect(tax.body.status).toBe('decided');
    expect(await facts(one)).toEqual(['issued', '211', one.date, 'decided']);
    const undo = `/tax-settlements/${id}/undo`;
    expect((await stage.month.api.call('POST', undo, { version: tax.body.version })).status).toBe(200);
    expect((await facts(one))[3]).toBe('disagrees');
    await laws();
  });

  it('differ in the symbol that the ledger has, which is told and not written over', async () => {
    const one = next();
    await stage.upload([taxOf(one, 215)]);
    await load('symbol', amisRows(one, '215'));
    const own = (await stage.whole(one.id)).seller.invoiceSymbol;
    // The plain ledger of AMIS has no column of symbols; an installation adds one.
    let number = 216;
    const read = async (symbol: string) => {
      const { pool } = stage.month.api.context;
      const ledger = 'update period_amis_sales set invoice_symbol = $2 where voucher_number = $1';
      await pool.query(ledger, [one.voucherNumber, symbol]);
      await stage.month.done('regenerate-invoices');
      await stage.upload([taxOf(next(), number++)]);
      return stage.whole(one.id);
    };
    const { seller, taxInvoice } = await read('1C26XYZ');
    expect(taxInvoice!.disagreements.map(({ field, amis }) => [field, amis])).toEqual([['symbol', 'C26XYZ']]);
    expect(seller.invoiceSymbol).toBe(own);
    expect((await read(own)).taxInvoice!.status).toBe('settled');
  });

  it('differ in amounts to the đồng, which is told', async () => {
    const one = next();
    const [row, ...rest] = amisRows(one, '221');
    await load('amount', [{ ...row!, amount: Number(row!.amount) + 1 }, ...rest]);
    await stage.upload([taxOf(one, 221)]);
    expect((await stage.whole(one.id)).taxInvoice!.disagreements.map(({ field }) => field)).toEqual(['amount']);
  });

  it('hand the sales on once AMIS shows the number that replaces: one for many, each sale once', async () => {
    const [one, two, three] = [next(), next(), next()];
    await load(
      'many',
      [one, two].flatMap((own, at) => amisRows(own, `0000024${at + 1}`)),
    );
    // The originals have no files of their own: their numbers are known on ours.
    await stage.upload([taxOf(three, 249, { related: related('1', 241, 242), total: '7' })]);
    for (const own of [one, two]) {
      const { status, taxInvoice } = await stage.whole(own.id);
      expect([status, taxInvoice]).toMatchObject(['issued', { id: null, step: 1, fate: 'replaced', fateBy: '249' }]);
      expect(taxInvoice!.disagreements.map(({ field }) => field)).toEqual(['fate']);
    }
    await stage.month.done('regenerate-invoices');
    expect((await facts(one))[0]).toBe('issued');
    const told = (
      await stage.month.api.call<{ warnings: { message: string }[] }>(
        'GET',
        `/invoice-issuance/amis-invoices/${one.id}`,
      )
    ).body.warnings;
    expect(told.map(({ message }) => message).join()).toContain('bị thay thế bởi hóa đơn điện tử số «249»');
    await laws();
    const replacing = [one, two].flatMap((own) => amisRows(own, '00000249', { voucherNumber: 'BHTT-1' }));
    await load('replacing', replacing);
    await stage.month.done('regenerate-invoices');
    for (const own of [one, two]) expect((await stage.whole(own.id)).status).toBe('replaced');
    expect((await facts(one))[3]).toBe('settled');
    await laws();
    const { rows } = await stage.month.api.context.pool.query(
      "select sum(amount)::bigint as amount from period_already_invoiced where voucher_number = 'BHTT-1'",
    );
    expect(rows[0].amount).toBe(one.amount + two.amount);
  });

  it('say what an invoice of the ledger corrects also when the profile has the symbol of the next year', async () => {
    const { db, pool } = stage.month.api.context;
    const named = async (symbol: string): Promise<string[] | undefined> => {
      await pool.query('update profiles set invoice_symbol = $2 where id = $1', [stage.profileId, symbol]);
      const correctionOf = await taxCorrections(db, stage.profileId);
      return correctionOf('00000249', '2026-09-30')?.invoices.map(({ number }) => number);
    };
    const { rows } = await pool.query('select invoice_symbol from profiles where id = $1', [stage.profileId]);
    const own: string = rows[0].invoice_symbol;
    expect(await named(own.replace('26', '27'))).toEqual(['241', '242']);
    expect(await named('C26XYZ')).toBeUndefined();
    expect(await named(own)).toEqual(['241', '242']);
  });

  it('follow the number of a replacement that AMIS gives to the same voucher: the old one settles nothing else', async () => {
    const [one, two] = [next(), next()];
    await load('anew', amisRows(one, '00000261'));
    // Its text names another voucher of ours, which would be found once the number is free.
    const old = taxOf(one, 261, { lookup: [{ name: 'Số chứng từ', value: two.voucherNumber }] });
    await stage.upload([old]);
    await stage.upload([taxOf(one, 269, { related: related('1', 261) })]);
    expect((await stage.whole(one.id)).taxInvoice).toMatchObject({
      status: 'disagrees',
      fate: 'replaced',
      fateBy: '269',
    });
    await load('anew', amisRows(one, '00000269'));
    expect(await facts(one)).toEqual(['issued', '00000269', one.date, 'settled']);
    expect((await stage.whole(one.id)).taxInvoice).toMatchObject({ number: '269', fate: 'issued', differences: [] });
    await stage.month.done('regenerate-invoices');
    expect(await facts(one)).toEqual(['issued', '00000269', one.date, 'settled']);
    await laws();
    const before = await stage.dump();
    await stage.upload([old, taxOf(one, 269, { related: related('1', 261) })]);
    expect(await stage.dump()).toEqual(before);
    expect((await stage.settlements()).filter(({ number }) => number === '261')).toEqual([]);
    expect(await facts(two)).toEqual(['exported', null, null, null]);
    const { rows } = await stage.month.api.context.pool.query(
      'select earlier_keys, invoice_key from tax_settlements where invoice_id = $1',
      [one.id],
    );
    expect(rows[0].earlier_keys[0].endsWith('|261')).toBe(true);
    expect(rows[0].invoice_key.endsWith('|269')).toBe(true);
  });

  it('ask, with the reason, where the number given anew is not certain', async () => {
    const one = next();
    await stage.upload([taxOf(one, 271), taxOf(one, 279, { related: related('1', 271) })]);
    const [row, ...rest] = amisRows(one, '279');
    await load('unsure', [{ ...row!, amount: Number(row!.amount) + 1 }, ...rest]);
    const { taxInvoice } = await stage.whole(one.id);
    expect(taxInvoice).toMatchObject({ number: '271', status: 'disagrees' });
    const number = taxInvoice!.disagreements.find(({ field }) => field === 'number')!;
    expect([number.tax, number.amis]).toEqual(['271', '279']);
    expect(number.note).toContain('Số 279 của AMIS là số của hóa đơn thay thế số 271, nhưng tiền trước thuế của nó là');
    await laws();
    // Once the ledger has the sum, it is followed.
    await load('unsure', amisRows(one, '279'));
    expect((await stage.whole(one.id)).taxInvoice).toMatchObject({ number: '279', status: 'settled' });
    await laws();
  });

  it('keep what they settled when the load of a ledger is undone', async () => {
    const one = next();
    await stage.upload([taxOf(one, 251)]);
    const run = await load('undone', amisRows(one, '00000251'));
    expect(await facts(one)).toEqual(['issued', '251', one.date, 'settled']);
    const { importId } = run.result as { importId: string };
    const undone = await stage.month.api.call('POST', `/imports/${importId}/undo`, {});
    expect([undone.status, undone.body]).toMatchObject([200, {}]);
    shown.delete('undone');
    expect(await facts(one)).toEqual(['issued', '251', one.date, 'settled']);
    const { rows } = await stage.month.api.context.pool.query(
      'select amis from tax_settlements where invoice_id = $1',
      [one.id],
    );
    expect(rows).toEqual([{ amis: null }]);
    await laws();
  });
});
