import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { PHONE, type Visit } from './stage/browser.ts';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type Certification = {
  id: string;
  state: string;
  members: number;
  judged: number;
  wrong: number;
  accepted: number;
  corrected: number;
  rowsBound: number;
  rowsLeft: number;
  expectedJudgements: number;
  recallReason: string | null;
  createdAt: string;
};
type Sampled = { place: number; connectionId: string | null; judgement: string; amisCode: string };

const product = openProduct();
let accountant: Visit;
let page: Page;
let profileId: string;
/** The goods of the suggestions, those that are worth the least first. */
let byWorth: string[];

beforeAll(async () => {
  accountant = await product.visit();
  page = accountant.page;
  await signIn(page, product.url);
  const profiles = await ask<{ items: { id: string }[] }>(page, '/amis/profiles?sort=code');
  profileId = profiles.body.items[0]!.id;
  await openPairs();
  await page.goto(`${address()}/suggestions`);
  await page.getByRole('button', { name: 'Sinh gợi ý' }).last().click();
  await page.getByRole('article', { name: 'Cặp đang xem' }).waitFor({ timeout: 120_000 });
  const suggestions = `/product-connections/suggestions?profileId=${profileId}&sort=unlockValue&limit=500`;
  byWorth = (await ask<{ items: { amis: { code: string } }[] }>(page, suggestions)).body.items.map(
    ({ amis }) => amis.code,
  );
});

/**
 * The sample company has most of its products connected: they are taken apart, so that a bucket has pairs. Pairs that a person removes are
 * set aside, so that each is said to have been connected a moment ago.
 */
async function openPairs(): Promise<void> {
  const removals = /\/v1\/product-connections\/[^/?]+\?version=/;
  await page.route(removals, (route) => route.continue({ url: `${route.request().url()}&undo=true` }));
  await page.goto(address());
  await page.getByRole('grid').getByRole('gridcell').first().waitFor();
  const disconnectAll = page.getByRole('button', { name: 'Bỏ liên kết' });
  const chosen = async () => {
    if ((await disconnectAll.count()) === 0)
      await page.getByRole('checkbox', { name: 'Chọn tất cả dòng đã tải' }).click();
    await disconnectAll.waitFor({ timeout: 1000 });
  };
  await vi.waitFor(chosen, { timeout: 30_000, interval: 500 });
  await disconnectAll.click();
  await page
    .getByText(/^Đã bỏ \d+ liên kết/)
    .first()
    .waitFor();
  await page.unroute(removals);
}

const address = () => `${product.url}/amis/profiles/${profileId}/product-connections`;
const latest = async () =>
  (await ask<{ items: Certification[] }>(page, `/certifications?profileId=${profileId}&kind=product`)).body.items[0]!;
const sampleOf = async (id: string) =>
  (await ask<{ items: Sampled[] }>(page, `/certifications/${id}/sample?limit=500`)).body.items;
const shownPlace = async (on = page) =>
  Number(/\d+/.exec((await on.getByRole('heading', { name: /^Cặp thứ/ }).textContent()) ?? '')?.[0]);

/** Presses a key and waits for what comes after it. */
async function press(key: string, then: () => Promise<unknown>): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(then).toBe(true);
}
const at = (place: number) => async () =>
  (await page.getByRole('heading', { name: `Cặp thứ ${place} của mẫu` }).count()) === 1;
const isProven = async () => (await page.getByText('Mẫu đã chứng minh được nhóm này').count()) === 1;

it('chooses a bucket and a bound, and says what it takes before the sample is fixed', async () => {
  await page.getByRole('link', { name: 'Chấp nhận có bảo chứng…' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('combobox', { name: /^Điểm từ/ }).press('Enter');
  await page.getByRole('option', { name: '95%' }).click();
  await dialog.getByRole('combobox', { name: /^Sai tối đa/ }).press('Enter');
  await page.getByRole('option', { name: '2%' }).click();
  await dialog.getByText(/chừng [\d.]+ cặp nếu không cặp nào sai/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Chốt mẫu và bắt đầu xem' }).click();
  await expect.poll(() => shownPlace()).toBe(1);
  const made = await latest();
  expect(made).toMatchObject({ state: 'judging', judged: 0 });
  // Of fewer than these a single error would pass the bound at once.
  expect(made.members).toBeGreaterThan(50);
});

it('judges by one key each, blind to the score, and goes back by one', async () => {
  const desk = page.getByRole('article', { name: 'Cặp đang xem' });
  expect(await desk.textContent()).not.toMatch(/\d ?%|Vì sao có điểm/);
  await press('1', at(2));
  await press('3', at(3));
  await press('2', at(4));
  expect(await latest()).toMatchObject({ judged: 3, wrong: 1 });
  await press('ArrowLeft', at(3));
  await press('u', at(2));
  expect(await latest()).toMatchObject({ judged: 1, wrong: 0 });
  await page.reload();
  await expect.poll(() => shownPlace()).toBe(2);
});

it('ends as soon as the bound is proven, connects the bucket, and shows the certificate', async () => {
  for (let place = 2; !(await isProven()); place++) {
    const next = at(place + 1);
    await press('1', async () => (await next()) || (await isProven()));
  }
  const proof = await latest();
  expect(proof.state).toBe('proven');
  expect(proof.rowsBound).toBeLessThanOrEqual(0.02);
  await page.getByText('Sai tối đa 2%, tin cậy 95%, theo dòng và theo đồng').waitFor();
  await page.getByRole('button', { name: /^Nối [\d.]+ cặp$/ }).click();
  await page.getByRole('heading', { name: 'Chứng chỉ còn hiệu lực' }).waitFor();
  const done = await latest();
  expect(done).toMatchObject({ state: 'certified', accepted: done.members });
  const rows = page.getByRole('region', { name: 'Mẫu đã xem' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(done.judged + 1);
  expect(await axeViolations(page)).toEqual([]);
});

it('prints the certificate with all of its sample', async () => {
  const { judged } = await latest();
  await page.emulateMedia({ media: 'print' });
  const region = page.getByRole('region', { name: 'Mẫu đã xem' });
  const heights = await region.evaluate((one) => [one.clientHeight, one.scrollHeight]);
  expect(heights[0]).toBe(heights[1]);
  expect(await region.getByRole('row').count()).toBe(judged + 1);
  expect(await page.getByRole('button', { name: 'In chứng chỉ' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
});

it('sees the bound change when an error turns up outside the sample, and is recalled for one inside it', async () => {
  const done = await latest();
  const { items: connections } = (
    await ask<{ items: { id: string; amisCode: string; createdAt: string }[] }>(
      page,
      `/product-connections?profileId=${profileId}&limit=500`,
    )
  ).body;
  const sample = await sampleOf(done.id);
  const judged = new Set(sample.map(({ connectionId }) => connectionId));
  // A product that has others as well would show several rows.
  const isAlone = (code: string) => connections.filter(({ amisCode }) => amisCode === code).length === 1;
  const ofBucket = connections.filter(({ createdAt, amisCode }) => createdAt > done.createdAt && isAlone(amisCode));
  // A pair that is worth much would pass the bound of đồng at once.
  const outside = new Set(ofBucket.flatMap(({ id, amisCode }) => (judged.has(id) ? [] : amisCode)));
  await disconnect(byWorth.find((code) => outside.has(code))!);
  const corrected = await latest();
  expect(corrected).toMatchObject({ state: 'certified', corrected: 1 });
  // By the sample that was drawn the bound may be no pair at all; an error that is known counts in any case, and is left no more.
  const errors = Math.max(Math.round(done.rowsBound * done.members), 1);
  expect(corrected.rowsBound).toBeCloseTo(errors / done.members, 5);
  expect(corrected.rowsLeft).toBeCloseTo((errors - 1) / (done.members - 1), 5);

  // The planted error: the person has called it right, and learns otherwise.
  await disconnect(ofBucket.find(({ id }) => judged.has(id))!.amisCode);
  const recalled = await latest();
  expect(recalled).toMatchObject({ state: 'recalled', corrected: 2 });
  expect(recalled.rowsBound).toBeGreaterThan(corrected.rowsBound);
  await page.goto(`${address()}/certifications/${done.id}`);
  await page
    .getByRole('alert')
    .getByText(/Khớp tự thu hồi: Cận sai nay là/)
    .waitFor();
  await page.getByRole('link', { name: 'Soát lại các liên kết' }).click();
  await page.getByRole('grid').getByText('Soát lại').first().waitFor();
});

/** Takes the connection of a product away, as a person does. */
async function disconnect(amisCode: string): Promise<void> {
  await page.goto(`${address()}?q=${encodeURIComponent(amisCode)}`);
  await page.getByRole('grid').getByRole('link', { name: amisCode, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bỏ liên kết' }).click();
  await page.getByText(/Đã bỏ/).first().waitFor();
}

it('fits a phone', async () => {
  const phone = await product.visit({ viewport: PHONE });
  await signIn(phone.page, product.url);
  const { id } = await latest();
  await phone.page.goto(`${address()}/certifications/${id}`);
  await phone.page.getByRole('button', { name: 'Xem thêm cặp của mẫu' }).click();
  await phone.page.getByRole('button', { name: /^Đúng/ }).waitFor();
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(await axeViolations(phone.page)).toEqual([]);
  expect(phone.problems).toEqual([]);
});

it('ended without an error of its own', () => {
  expect(accountant.problems).toEqual([]);
});
