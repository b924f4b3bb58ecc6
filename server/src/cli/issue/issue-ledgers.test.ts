import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstProfile, type OddFolders, openOddFolders, period, remove, rewrite } from './issue-fixture.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

const LEDGER = 'amis/AP/SoBanHang.xlsx';
const days = (fromDate: string, toDate: string) =>
  rewrite(LEDGER, 'amis-sales-ledger', ({ rows }) => rows, { fromDate, toDate });

describe('what AMIS has sold is never invoiced again in silence', () => {
  it('warns of a profile whose ledger of sales is missing, and goes on', async () => {
    const { report } = await odd.issued(await odd.folder(remove(LEDGER)));
    const about = report!.warnings.filter(({ code }) => code === 'NO_AMIS_SALES_LEDGER');
    expect(about).toMatchObject([{ profile: 'AP', message: expect.stringContaining(LEDGER) }]);
    expect(odd.goodReport.warnings.filter(({ code }) => code === 'NO_AMIS_SALES_LEDGER')).toEqual([]);
  });

  it('counts what a retired profile has sold, and invoices nothing from it', async () => {
    expect(odd.goodReport.invoices.some(({ profile }) => profile === 'AP')).toBe(true);
    const active = await odd.issued(await odd.folder(remove('amis/BM/SoBanHang.xlsx')));
    const { report } = await odd.issued(await odd.folder(firstProfile({ isActive: false })));
    expect(report!.tieOut.alreadyInvoiced).toBe(odd.goodReport.tieOut.alreadyInvoiced);
    expect(report!.tieOut.alreadyInvoiced).toBeGreaterThan(active.report!.tieOut.alreadyInvoiced!);
    expect(new Set(report!.invoices.map(({ profile }) => profile))).toEqual(new Set(['BM']));
    expect(report!.warnings).toContainEqual(expect.objectContaining({ code: 'PROFILE_INACTIVE', profile: 'AP' }));
  });

  it('needs nothing but the ledger of a retired profile, and says when that is missing', async () => {
    const dir = await odd.folder(async (at) => {
      await firstProfile({ isActive: false })(at);
      await remove('amis/AP')(at);
    });
    const { status, report } = await odd.issued(dir);
    expect(status).toBe(0);
    expect(report!.warnings).toContainEqual(expect.objectContaining({ code: 'NO_AMIS_SALES_LEDGER', profile: 'AP' }));
  });

  it('refuses a ledger with rows that it cannot read', async () => {
    const change = rewrite(LEDGER, 'amis-sales-ledger', ({ rows }) =>
      rows.map((row, index) => (index < 2 ? { ...row, accountingDate: null, documentDate: null } : row)),
    );
    const { status, said } = await odd.issued(await odd.folder(change));
    expect(said).toMatch(/\[chặn\] AMIS_SALES_UNREAD: «AP»: .*2 dòng không đọc được.*lần hai.*Dòng 5.*ở AMIS/);
    expect(status).toBe(1);
  });

  it.each([
    ['of another month', '2026-08-01', '2026-08-31'],
    ['of the first days only', '2026-09-01', '2026-09-10'],
    ['of the last days only', '2026-09-10', '2026-09-30'],
  ])('refuses a ledger %s', async (_, fromDate, toDate) => {
    const { status, said } = await odd.issued(await odd.folder(days(fromDate, toDate)));
    expect(said).toMatch(/\[chặn\] AMIS_SALES_DAYS_MISSING: «AP»: .*01\/09\/2026 – 30\/09\/2026.*lần hai/);
    expect(status).toBe(1);
  });

  it('takes a ledger of more days than the period', async () => {
    const { report } = await odd.issued(await odd.folder(days('2026-08-01', '2026-10-31')));
    expect(report!.tieOut).toEqual(odd.goodReport.tieOut);
  });

  it('says when the ledger’s own total is not what was read', async () => {
    const whole = rewrite(LEDGER, 'amis-sales-ledger', ({ rows }) =>
      rows.map((row, index) => (index === 0 ? { ...row, voucherNumber: null, unit: null, unitPrice: null } : row)),
    );
    const { report } = await odd.issued(await odd.folder(whole));
    expect(report!.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['ROW_SKIPPED', 'TOTAL_MISMATCH']));
  });

  it('stops at a line of goods without its voucher: AMIS has sold them, and they would be invoiced again', async () => {
    const merged = rewrite(LEDGER, 'amis-sales-ledger', ({ rows }) =>
      rows.map((row, index) => (index === 0 ? { ...row, voucherNumber: null } : row)),
    );
    const { status, said } = await odd.issued(await odd.folder(merged));
    expect(said).toMatch(/\[chặn\] AMIS_SALES_UNREAD: «AP»: .*1 dòng không đọc được.*Số chứng từ.*đang trống/);
    expect(status).toBe(1);
  });
});

it('invoices nothing of a branch whose issuers are all retired', async () => {
  const dir = await odd.folder(
    period((value) => {
      for (const one of value.profiles as { isActive: boolean }[]) one.isActive = false;
    }),
  );
  const { status, said } = await odd.issued(dir);
  expect(said).toContain('ISSUER_NOT_DECLARED');
  expect(status).toBe(1);
});
