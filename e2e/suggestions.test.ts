import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { PHONE, type Visit } from './stage/browser.ts';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type Stats = { connections: number; pendingSuggestions: number };
type Suggestion = { id: string; status: string; reasonCode: string | null; score: number; amis: { name: string } };

const product = openProduct();
let reviewer: Visit;
let page: Page;
let profileId: string;

beforeAll(async () => {
  reviewer = await product.visit();
  page = reviewer.page;
  await signIn(page, product.url);
  const profiles = await ask<{ items: { id: string }[] }>(page, '/amis/profiles?sort=code');
  profileId = profiles.body.items[0]!.id;
  await page.goto(address());
  await page.getByRole('button', { name: 'Sinh gợi ý' }).last().click();
  await desk(page).waitFor({ timeout: 120_000 });
});

const address = () => `${product.url}/amis/profiles/${profileId}/product-connections/suggestions`;
const desk = (on: Page) => on.getByRole('article', { name: 'Cặp đang xem' });
const shownId = (on: Page) => new URL(on.url()).searchParams.get('at');
/** Opens the desk, with more in its address where told; it is there when its place is in the address. */
async function atDesk(on = page, more = ''): Promise<void> {
  await on.goto(address() + more);
  await desk(on).waitFor();
  await expect.poll(() => shownId(on)).not.toBeNull();
}

const stats = async () => (await ask<Stats>(page, `/product-connections/stats?profileId=${profileId}`)).body;
const listed = async (query: string) =>
  (await ask<{ items: Suggestion[] }>(page, `/product-connections/suggestions?profileId=${profileId}&${query}`)).body
    .items;

/** Presses a key and waits until another suggestion is shown. */
async function press(key: string, on = page): Promise<void> {
  const before = shownId(on);
  await on.keyboard.press(key);
  await expect.poll(() => shownId(on)).not.toBe(before);
}

describe('the review by keyboard', () => {
  it('accepts, rejects with a reason and skips, one after the other, and takes it all back', async () => {
    const before = await stats();
    const queue = await listed('status=pending&bestOnly=true&sort=-unlockValue&limit=5');
    const [first, second, third, fourth] = queue.map(({ id }) => id);
    await expect.poll(() => shownId(page)).toBe(first);

    await press('a');
    await expect.poll(() => shownId(page)).toBe(second);
    await page.keyboard.press('r');
    await page.getByRole('menu', { name: 'Lý do từ chối' }).waitFor();
    await press('2');
    await expect.poll(() => shownId(page)).toBe(third);
    await press('s');
    await expect.poll(() => shownId(page)).toBe(fourth);
    await expect.poll(stats).toMatchObject({
      connections: before.connections + 1,
      pendingSuggestions: before.pendingSuggestions - 2,
    });
    const rejected = await listed('status=rejected');
    expect(rejected.map(({ id, reasonCode }) => [id, reasonCode])).toEqual([[second, 'different_unit']]);

    await press('u');
    await expect.poll(() => shownId(page)).toBe(third);
    await press('u');
    await expect.poll(() => shownId(page)).toBe(second);
    await press('Control+z');
    await expect.poll(() => shownId(page)).toBe(first);
    await expect.poll(stats).toEqual(before);
  });

  it('keeps its place over a refresh', async () => {
    await press('ArrowRight');
    await press('ArrowRight');
    const place = shownId(page);
    await page.reload();
    await desk(page).waitFor();
    await expect.poll(() => shownId(page)).toBe(place);
    await press('ArrowLeft');
    await press('ArrowLeft');
  });

  it('rests while something is typed', async () => {
    const before = await stats();
    const place = shownId(page);
    await page.keyboard.press('h');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('2');
    await page.keyboard.press('a');
    expect(shownId(page)).toBe(place);
    expect(await stats()).toEqual(before);
    // One key leads back to the others.
    await page.keyboard.press('Escape');
    await press('ArrowRight');
    await press('ArrowLeft');
    expect(shownId(page)).toBe(place);
    await page.reload();
    await desk(page).waitFor();
  });
});

it('accepts everything above a threshold after saying how many, and one key takes it back', async () => {
  const before = await stats();
  await page.getByRole('button', { name: 'Chấp nhận hàng loạt' }).click();
  const button = openDialog(page).getByRole('button', { name: /^Chấp nhận [1-9][\d.]* gợi ý$/ });
  await button.waitFor();
  const count = Number(/[\d.]+/.exec((await button.textContent()) ?? '')?.[0].replaceAll('.', ''));
  expect(count).toBe(
    (await listed('status=pending&bestOnly=true&minScore=0.99&limit=500')).filter(
      (one) => !(one as Suggestion & { factorContradicted: boolean }).factorContradicted,
    ).length,
  );
  await button.click();
  await expect.poll(async () => (await stats()).connections).toBe(before.connections + count);
  await openDialog(page).waitFor({ state: 'detached' });
  await page.keyboard.press('u');
  await expect.poll(stats).toEqual(before);
});

it('accepts what was chosen in the list as one batch, and takes it back', async () => {
  await atDesk();
  const before = await stats();
  const boxes = page.getByRole('complementary', { name: 'Hàng chờ' }).getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Chấp nhận 3 cặp đã chọn' }).click();
  await expect.poll(stats).toMatchObject({ connections: before.connections + 3 });
  await desk(page).click();
  await page.keyboard.press('u');
  await expect.poll(stats).toEqual(before);
});

it('shows what was rejected and why, and opens it again', async () => {
  await atDesk();
  const before = await stats();
  await page.keyboard.press('r');
  await page.getByRole('menu', { name: 'Lý do từ chối' }).waitFor();
  await press('1');
  await expect.poll(async () => (await listed('status=rejected')).length).toBe(1);
  await page.goto(`${address()}?state=rejected`);
  await page.getByText(/Đã từ chối: Khác quy cách/).waitFor();
  await page.getByRole('button', { name: 'Mở lại gợi ý' }).click();
  await expect.poll(stats).toEqual(before);
});

it('tells how right the scores were here, and says so when too little was decided', async () => {
  await page.goto(`${address()}?quality=1`);
  const panel = page.getByRole('dialog', { name: 'Chất lượng gợi ý' });
  await panel.getByRole('rowheader', { name: '99%' }).waitFor();
  await panel.getByText('Trên danh mục thử').waitFor();
  await panel.getByText(/Máy dùng chung, chưa chỉnh/).waitFor();
  await atDesk();
  await page.getByRole('button', { name: 'Chấp nhận hàng loạt' }).click();
  await page.getByText(/không phải của công ty: đúng 9\d/).waitFor();
  await page.keyboard.press('Escape');
});

it('shows a reviewer what a colleague has decided meanwhile, without moving the place', async () => {
  await atDesk();
  const place = shownId(page);
  const [, second] = await listed('status=pending&bestOnly=true&sort=-unlockValue&limit=5');
  const colleague = await product.visit();
  await signIn(colleague.page, product.url, 'admin@khop.local');
  await atDesk(colleague.page, `?at=${second!.id}`);
  await expect.poll(() => shownId(colleague.page)).toBe(second!.id);
  await press('a', colleague.page);
  await expect.poll(async () => (await listed('status=accepted')).length).toBeGreaterThan(0);
  const told = page.getByRole('complementary', { name: 'Hàng chờ' }).getByText('người khác đã quyết định');
  const comesBack = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    return told.isVisible();
  };
  await expect.poll(comesBack).toBe(true);
  expect(shownId(page)).toBe(place);
  await press('u', colleague.page);
});

it('tells a second reviewer that a colleague was faster, and loses nothing', async () => {
  const colleague = await product.visit();
  await signIn(colleague.page, product.url, 'admin@khop.local');
  await atDesk(colleague.page);
  await atDesk();
  await expect.poll(() => shownId(page)).toBe(shownId(colleague.page));
  const before = await stats();

  await press('a');
  await expect.poll(async () => (await stats()).connections).toBe(before.connections + 1);
  await press('a', colleague.page);
  await colleague.page
    .getByText(/Người khác đã quyết định/)
    .first()
    .waitFor();
  expect((await stats()).connections).toBe(before.connections + 1);
});

it('keeps the pair in sight on a phone, with filters and rarer actions behind two buttons', async () => {
  const phone = await product.visit({ viewport: PHONE });
  await signIn(phone.page, product.url);
  await atDesk(phone.page);
  const top = async () => (await desk(phone.page).boundingBox())!.y;
  await expect.poll(top, { message: 'two rows above the pair' }).toBeLessThan(PHONE.height / 3);
  expect(await axeViolations(phone.page)).toEqual([]);

  await phone.page.getByRole('button', { name: 'Bộ lọc' }).press('Enter');
  const filters = phone.page.getByRole('dialog', { name: 'Bộ lọc và thứ tự' });
  await filters.getByRole('combobox', { name: /^Điểm:/ }).press('Enter');
  await phone.page.getByRole('option', { name: '50 – 90%' }).click();
  await expect.poll(() => new URL(phone.page.url()).searchParams.get('band')).toBe('maybe');
  await filters.getByRole('checkbox', { name: 'Cả cặp kém hơn' }).press(' ');
  await expect.poll(() => new URL(phone.page.url()).searchParams.get('all')).toBe('true');
  expect(await axeViolations(phone.page)).toEqual([]);
  await phone.page.keyboard.press('Escape');
  await phone.page.getByRole('button', { name: 'Bộ lọc (2)' }).waitFor();

  await phone.page.getByRole('button', { name: 'Việc khác' }).press('Enter');
  await phone.page.getByRole('menuitem', { name: 'Chất lượng' }).click();
  await phone.page.getByRole('dialog', { name: 'Chất lượng gợi ý' }).waitFor();
  expect(phone.problems).toEqual([]);
});

it('ended without an error of its own', () => {
  expect(reviewer.problems).toEqual([]);
});
