import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { reviewCalls } from '../../../testing/review-calls.ts';
import { type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany();
});
afterAll(() => company?.api.close());

const call: ReviewCompany['api']['call'] = (...given) => company.api.call(...given);

describe.each(['product', 'partner'] as const)('the %s suggestions to review', (kind) => {
  const { path, list } = reviewCalls(() => company, kind);

  it('counts on the card of the profile and beside the connections what the review asks about, and no weaker pairs', async () => {
    const mark = (isBest: boolean, ids: readonly string[]) =>
      company.api.context.pool.query('update suggestions set is_best = $1 where id = any ($2)', [isBest, ids]);
    const weaker = (await list()).items.slice(0, 3).map(({ id }) => id);
    await mark(false, weaker);
    const all = await call<{ total: number }>('GET', `${path}/suggestions?profileId=${company.profileId}&limit=1`);
    const { total } = await list();
    expect(total).toBe(all.body.total - weaker.length);
    const { body: card } = await call<Record<string, number>>('GET', `/amis/profiles/${company.profileId}/stats`);
    expect(card[kind === 'product' ? 'pendingProductSuggestions' : 'pendingPartnerSuggestions']).toBe(total);
    const { body: stats } = await call('GET', `${path}/stats?profileId=${company.profileId}`);
    expect(stats).toMatchObject({ pendingSuggestions: total });
    await mark(true, weaker);
  });

  it('remembers why a pair was rejected, until either record changes', async () => {
    const reasons = await call<{ items: { code: string; label: string }[] }>('GET', `/suggestion-reasons?kind=${kind}`);
    expect(reasons.body.items.at(-1)).toEqual({ code: 'other', label: 'Khác' });
    const [first, second] = (await list()).items;
    expect((await call('DELETE', `${path}/suggestions/${first!.id}`, { reasonCode: 'không-có' })).status).toBe(400);
    await call('DELETE', `${path}/suggestions/${first!.id}`, { reasonCode: 'same_name', reason: 'hai chi nhánh' });
    await call('DELETE', `${path}/suggestions/${second!.id}`, { reason: 'không rõ' });
    const rejected = (await list('&status=rejected&sort=amisCode')).items;
    expect(rejected.map(({ id, reasonCode }) => [id, reasonCode]).sort()).toEqual(
      [
        [first!.id, 'same_name'],
        [second!.id, 'other'],
      ].sort(),
    );
    expect((await list('&status=rejected&reasonCode=same_name')).items.map(({ id }) => id)).toEqual([first!.id]);

    const generate = () => company.runOf(`${path}/suggestions/generate`, { profileId: company.profileId });
    await generate();
    expect((await list('&status=rejected')).total).toBe(2);

    const [table, bravo] = kind === 'product' ? ['amis_products', 'bravo_items'] : ['amis_partners', 'bravo_partners'];
    const touch = (name: string, key: string, value: string) =>
      company.api.context.pool.query(`update ${name} set name = name || ' ' where ${key} = $1`, [value]);
    await touch(table, 'id', first!.amis.id);
    await generate();
    expect((await list('&status=rejected')).items.map(({ id }) => id)).toEqual([second!.id]);
    await touch(bravo, 'code', second!.bravo.code);
    await generate();
    expect((await list('&status=rejected')).total).toBe(0);
    const back = (await list()).items.filter(({ amis }) => [first!.amis.id, second!.amis.id].includes(amis.id));
    expect(back.map(({ status, reasonCode }) => [status, reasonCode])).toEqual([
      ['pending', null],
      ['pending', null],
    ]);
  });

  it('keeps the ids of what is suggested again, so that a review under way is not disturbed', async () => {
    const before = (await list()).items.map(({ id, version }) => [id, version]);
    await company.runOf(`${path}/suggestions/generate`, { profileId: company.profileId });
    expect((await list()).items.map(({ id, version }) => [id, version])).toEqual(before);
  });

  it('makes another version of a suggestion whose factor is judged anew', async () => {
    const before = (await list()).items;
    const [one, two] = before;
    await company.api.context.pool.query(
      'update suggestions set factor_contradicted = not factor_contradicted where id = $1',
      [one!.id],
    );
    await company.api.context.pool.query(`update suggestions set factor_evidence = '["x"]' where id = $1`, [two!.id]);
    await company.runOf(`${path}/suggestions/generate`, { profileId: company.profileId });
    const raised = new Map((await list()).items.map(({ id, version }) => [id, version]));
    expect(before.map(({ id, version }) => raised.get(id)! - version)).toEqual(
      before.map((each) => (each === one || each === two ? 1 : 0)),
    );
  });

  it.runIf(kind === 'product')('shows what Bravo sold a base unit for, beside the price of AMIS', async () => {
    const code = (await list()).items[0]!.bravo.code;
    company.bravo.salesLines = [
      bravoSale('P1', { itemCode: code, quantity: 2_000_000n, baseQuantity: 2_000_000n, amount: 100_000 }),
      bravoSale('P2', { itemCode: code, quantity: 1_000_000n, baseQuantity: 1_000_000n, amount: 80_000 }),
    ];
    await company.runOf('/bravo-sales-ledgers', { fromDate: '2026-09-01', toDate: '2026-09-30' });
    const { items } = await call<{ items: { bravo: { code: string }; bravoPrice: string | null }[] }>(
      'GET',
      `${path}/suggestions?profileId=${company.profileId}&limit=500`,
    ).then(({ body }) => body);
    const prices = new Map(items.map(({ bravo, bravoPrice }) => [bravo.code, bravoPrice]));
    expect(prices.get(code)).toBe('60000');
    expect([...prices.values()].filter((price) => price !== null)).toHaveLength(1);
  });

  it('puts the most uncertain first on request', async () => {
    const distances = (await list('&sort=-uncertainty')).items.map(({ score }) => Math.abs(score - 0.5));
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
  });

  it('counts as connected, as in the whole, only what is in use: the difference is what waits', async () => {
    const [first] = (await list()).items;
    const { profileId } = company;
    const amis = kind === 'product' ? { amisProductId: first!.amis.id } : { amisPartnerId: first!.amis.id };
    expect((await call('POST', path, { profileId, bravoCode: first!.bravo.code, ...amis })).status).toBe(201);
    const shares = async () => {
      const { body } = await call<Record<string, number>>('GET', `${path}/stats?profileId=${profileId}`);
      return [body.amisConnected, body.amisTotal, body.bravoConnected, body.bravoTotal];
    };
    const lists = kind === 'product' ? ['/amis/products', '/bravo/items'] : ['/amis/partners', '/bravo/partners'];
    const waiting = async () => {
      const of = (one: string) =>
        call<{ total: number }>('GET', `${one}?profileId=${profileId}&connected=false&isActive=true&limit=1`);
      return Promise.all(lists.map(async (one) => (await of(one)).body.total));
    };
    expect(await shares()).toEqual([1, 30, 1, 30]);
    const stop = (table: string, key: string, value: string) =>
      company.api.context.pool.query(`update ${table} set is_active = false where ${key} = $1`, [value]);
    await stop(kind === 'product' ? 'amis_products' : 'amis_partners', 'id', first!.amis.id);
    await stop(kind === 'product' ? 'bravo_items' : 'bravo_partners', 'code', first!.bravo.code);
    expect(await shares()).toEqual([0, 29, 0, 29]);
    expect(await waiting()).toEqual([29, 29]);
  });
});
