import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';

const line = { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 };
const entry = {
  ...{ id: 'X', voucherNumber: 'TAY1', documentDate: '2026-09-02', product: 'SP9', quantity: '1', amount: 5 },
  ...{ invoiceNumber: '636', invoiceDate: '2026-09-30' },
};
const inputOf = (terms: GivenProfile['terms'], ...sales: Partial<typeof entry & { invoiceSymbol: string }>[]) =>
  issuanceInput({
    issueDay: '2026-09-20',
    profiles: [
      {
        code: 'A',
        ...(terms && { terms }),
        products: [{ code: 'SP1' }],
        links: [{ product: 'SP1', item: 'VT1' }],
        stock: [{ product: 'SP1', opening: '10' }],
        sales: sales.map((one, index) => ({ ...entry, id: `X${index}`, ...one })),
      },
    ],
    lines: [line],
  });
const dateOf = (...given: Parameters<typeof inputOf>) => planInvoices(inputOf(...given)).invoices[0]!.date;

describe('the last issued date of a symbol', () => {
  test('is learnt from the invoices that AMIS has issued: nothing new is dated before them', () => {
    expect(dateOf({})).toBe('2026-09-20');
    expect(dateOf({}, {})).toBe('2026-09-30');
    const told = preflight(inputOf({}, {})).find(({ code }) => code === 'DATE_BEFORE_LAST_ISSUED');
    expect(told?.message).toContain('30/09/2026 (học từ sổ bán hàng AMIS)');
  });

  test('is the latest of all, in whatever order they come', () => {
    const [early, late] = [{ invoiceDate: '2026-09-25' }, { invoiceDate: '2026-09-28' }];
    expect(dateOf({}, early, late)).toBe('2026-09-28');
    expect(dateOf({}, late, early)).toBe('2026-09-28');
  });

  test('is the later one of what was learnt and what a person typed', () => {
    expect(dateOf({ lastIssuedDate: '2026-10-02' }, {})).toBe('2026-10-02');
    expect(dateOf({ lastIssuedDate: '2026-09-22' }, {})).toBe('2026-09-30');
    const typed = preflight(inputOf({ lastIssuedDate: '2026-10-02' }, {}));
    expect(typed.find(({ code }) => code === 'DATE_BEFORE_LAST_ISSUED')?.message).not.toContain('học từ');
  });

  test('is learnt neither from vouchers without a number nor from another symbol', () => {
    expect(dateOf({}, { invoiceNumber: '' })).toBe('2026-09-20');
    expect(dateOf({}, { invoiceSymbol: '1C26TZZ' })).toBe('2026-09-20');
    expect(dateOf({}, { invoiceSymbol: '1C26TYY' })).toBe('2026-09-30');
    expect(dateOf({ invoiceSymbol: 'C27TYY' }, {})).toBe('2026-09-20');
  });

  test('stops drafts that were made before it was known', () => {
    const plan = planInvoices(inputOf({}));
    const [finding] = preflight(inputOf({}, {}), plan).filter(({ code }) => code === 'DRAFT_BEFORE_LAST_ISSUED');
    expect(finding).toMatchObject({ severity: 'block', profile: 'A', count: 1 });
    expect(finding!.message).toContain('ngày 20/09/2026, hóa đơn cuối 30/09/2026 (học từ sổ bán hàng AMIS)');
  });

  test('is taken over from other periods', () => {
    const input = inputOf({});
    const books = { ...input.profiles[0]!, issuedThrough: '2026-09-25' };
    expect(planInvoices({ ...input, profiles: [books] }).invoices[0]!.date).toBe('2026-09-25');
  });
});
