import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { matchOneToOne, type Pair } from './pairs/one-to-one.ts';

const line = { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '10', amount: 1_000_000 };
const books = (code: string, sales: NonNullable<GivenProfile['sales']>): GivenProfile => ({
  code,
  products: [{ code: 'SP1' }],
  links: [{ product: 'SP1', item: 'VT1' }],
  customers: [{ code: 'C1' }],
  partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
  stock: [{ product: 'SP1', opening: '20' }],
  sales,
});
const entry = (id: string, quantity: number) => ({
  ...{ id, voucherNumber: `TAY${id}`, documentDate: line.date, customerCode: 'C1', product: 'SP1' },
  ...{ quantity: String(quantity), amount: quantity * 100_000 },
});
const plan = (given: Omit<GivenPeriod, 'lines'>) => planInvoices(issuanceInput({ ...given, lines: [line] }));

test('a decision about part of a line leaves its rest waiting for the other entries that it may be', () => {
  const profiles = [books('A', [entry('a', 3), entry('b', 4), entry('c', 3)])];
  expect(plan({ profiles }).review.map((one) => one.entry)).toEqual(['a', 'b', 'c']);

  const decided = plan({ profiles, decisions: [{ profile: 'A', entry: 'a', line: '1' }] });
  expect(decided.review.map((one) => one.entry)).toEqual(['b', 'c']);
  expect(decided.invoices).toEqual([]);
  expect(decided.tieOut).toMatchObject({ invoiced: 0, alreadyInvoiced: 300_000, unallocated: 700_000 });
});

test('a decision on lines that Bravo has lost is none: the sale that was entered anew is not invoiced again', () => {
  const planOf = (lines: GivenPeriod['lines'], lost: readonly string[], quantity = 9) =>
    planInvoices(
      issuanceInput({
        ...{ profiles: [books('A', [entry('a', quantity)])], lines },
        decisions: lost.map((one) => ({ profile: 'A', entry: 'a', line: one })),
      }),
    );
  const anew = { ...line, id: '9' };
  const { review } = planOf([anew], []);
  expect(review).toHaveLength(1);
  expect(planOf([anew], ['1'])).toMatchObject({ review, invoices: [], alreadyInvoiced: [] });
  expect(planOf([anew], ['1'], 10).alreadyInvoiced).toMatchObject([{ line: '9', entry: 'a' }]);
  expect(planOf([line, anew], ['1', '2']).alreadyInvoiced).toMatchObject([{ line: '1', signals: ['decision'] }]);
  expect(planOf([], ['1']).warnings).toContainEqual(expect.objectContaining({ code: 'AMIS_ENTRIES_UNMATCHED' }));
});

test('a sale that has left in another period is no candidate of another voucher', () => {
  const planOf = (lines: GivenPeriod['lines'], voucherNumber: string) =>
    planInvoices({
      ...issuanceInput({ profiles: [books('A', [entry('a', 10)])], lines }),
      invoicedElsewhere: [{ line: '2', voucherNumber, period: 'Tháng 10' }],
    });
  const moved = { ...line, id: '2', doc: '2' };
  expect(planOf([line, moved], 'BHA9')).toMatchObject({ review: [], alreadyInvoiced: [{ line: '1', entry: 'a' }] });
  const { alreadyInvoiced, warnings } = planOf([moved], 'BHA9');
  expect(alreadyInvoiced).toEqual([]);
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'AMIS_ENTRIES_UNMATCHED' }));
  expect(planOf([moved], 'TAYa').alreadyInvoiced).toMatchObject([{ line: '2', entry: 'a' }]);
});

test('a line decided to be one profile’s entry is not matched by another profile’s', () => {
  const profiles = [books('A', [entry('a', 10)]), books('B', [entry('b', 10)])];
  const taken = (given: Omit<GivenPeriod, 'lines'>) =>
    plan(given).alreadyInvoiced.map((one) => [one.profile, one.entry, one.signals[0]]);
  expect(taken({ profiles })).toEqual([['A', 'a', 'buyer']]);
  expect(taken({ profiles, decisions: [{ profile: 'B', entry: 'b', line: '1' }] })).toEqual([['B', 'b', 'decision']]);
});

test('goods that an entry adds to an invoice are no other sale of the buyer until a person says so', () => {
  const second = { ...line, id: '2', quantity: '1', amount: 100_000 };
  const given = (description: string) => {
    const sales = [
      { ...entry('a', 10), invoiceNumber: '12' },
      { ...entry('b', 1), invoiceNumber: '13', description },
    ];
    return planInvoices(issuanceInput({ profiles: [books('A', sales)], lines: [line, second] }));
  };
  expect(given('Bán hàng').alreadyInvoiced.map((one) => one.line)).toEqual(['1', '2']);
  const added = given('Điều chỉnh tăng cho hóa đơn số 12 ngày 05/09/2026');
  expect(added.alreadyInvoiced.map((one) => one.line)).toEqual(['1']);
  expect(added.invoices).toEqual([]);
  expect(added.shortages).toMatchObject([
    { line: '2', reason: 'NEEDS_REVIEW', message: expect.stringContaining('ghi là điều chỉnh cho hóa đơn khác') },
  ]);
});

test('the sale of a numbered invoice that is replaced, by one that the ledger does not show, is not invoiced again', () => {
  const replaced = { ...entry('a', 10), invoiceNumber: '12', invoiceState: 'Bị thay thế' };
  const { invoices, alreadyInvoiced } = plan({ profiles: [books('A', [replaced])] });
  expect(alreadyInvoiced.map((one) => one.entry)).toEqual(['a']);
  expect(invoices).toEqual([]);
  const { invoiceNumber: _, ...draft } = replaced;
  expect(plan({ profiles: [books('A', [draft])] }).invoices).toHaveLength(1);
});

test('an invoice that replaces one is of the sale of that one, not of a like sale of its own day', () => {
  const second = { ...line, id: '2', date: '2026-09-10' };
  const taken = (description: string) => {
    const sales = [
      { ...entry('a', 10), invoiceNumber: '12' },
      { ...entry('b', 10), invoiceNumber: '19', documentDate: second.date, description },
    ];
    const plan = planInvoices(issuanceInput({ profiles: [books('A', sales)], lines: [line, second] }));
    return [plan.alreadyInvoiced.map((one) => [one.entry, one.line]), plan.invoices.map((one) => one.documentDate)];
  };
  const words = 'Thay thế cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05 tháng 9 năm 2026';
  expect(taken(words)).toEqual([[['b', '1']], [second.date]]);
  expect(taken('Bán hàng')).toEqual([
    [
      ['a', '1'],
      ['b', '2'],
    ],
    [],
  ]);
});

test('an invoice that replaces one of an earlier month is no sale of this one until a person says so', () => {
  const told = (words: string, more: { readonly invoiceState?: string } = {}, first: readonly object[] = []) => {
    const last = { ...entry('b', 10), invoiceNumber: '19', documentDate: '2026-09-06', description: words, ...more };
    const plan = planInvoices(
      issuanceInput({
        profiles: [books('A', [...(first as [typeof last]), last])],
        lines: [{ ...line, date: '2026-09-03' }],
      }),
    );
    return plan.review.map(({ why }) => why).concat(plan.alreadyInvoiced.map((one) => one.entry));
  };
  const asked = ['ghi là thay thế cho hóa đơn lập trước kỳ hay không rõ ngày'];
  expect(told('Bán hàng')).toEqual(['b']);
  expect(told('Thay thế cho hóa đơn số 12 ngày 03/09/2026')).toEqual(['b']);
  expect(told('Thay thế cho hóa đơn số 12 ngày 31/08/2026')).toEqual(asked);
  expect(told('Thay thế cho hóa đơn số 12 ngày 30/08/2026')).toEqual([]);
  expect(told('Thay thế cho hóa đơn số 12')).toEqual(asked);
  expect(told('', { invoiceState: 'Hóa đơn thay thế' })).toEqual(asked);
  // The day of the invoice is what its own row in the ledger says, also where that row is void.
  const before = (documentDate: string) => [{ ...entry('a', 10), invoiceNumber: '12', documentDate }];
  expect(told('Thay thế cho hóa đơn số 12', {}, before('2026-09-03'))).toEqual(['b']);
  expect(told('Thay thế cho hóa đơn số 12', {}, before('2026-08-31'))).toEqual(asked);
  const gone = (documentDate: string) => before(documentDate).map((one) => ({ ...one, invoiceState: 'Bị thay thế' }));
  expect(told('', { invoiceState: 'Hóa đơn thay thế' }, gone('2026-09-03'))).toEqual(['b']);
  expect(told('', { invoiceState: 'Hóa đơn thay thế' }, gone('2026-08-31'))).toEqual(asked);
});

test('the customer of an entry is a household of the ledger by its old code as well as by its personal number', () => {
  const unlinked = { ...books('A', [entry('a', 10)]), partnerLinks: [] };
  const takenBy = (customer: { taxCode: string; idNumber?: string }, taxCode: string) =>
    plan({
      profiles: [{ ...unlinked, customers: [{ code: 'C1', ...customer }] }],
      partners: [{ code: 'KH1', requirement: 'required', taxCode }],
    }).alreadyInvoiced.map((one) => one.entry);
  expect(takenBy({ taxCode: '8012345673', idNumber: '079203001234' }, '079203001234')).toEqual(['a']);
  expect(takenBy({ taxCode: '8012345673', idNumber: '079203001234' }, '8012345673')).toEqual(['a']);
  expect(takenBy({ taxCode: '0316520076', idNumber: '079203001234' }, '079203001234')).toEqual([]);
});

const pair = (entry: string, line: string): Pair => ({ entry, line, rank: 0, signals: ['buyer', 'item', 'quantity'] });
/** Lines and entries of one letter are alike. */
const match = (...pairs: Pair[]) => {
  const { matched, ambiguous } = matchOneToOne(
    pairs,
    (line) => line.charAt(0),
    (entry) => entry.charAt(0),
  );
  return [matched.map(({ entry, line }) => `${entry}=${line}`), ambiguous.map(({ entry, lines }) => [entry, ...lines])];
};

test('what is unique on both sides is matched, and of rivals only those that are alike', () => {
  expect(match(pair('x1', 'a1'), pair('y1', 'b1'))).toEqual([['x1=a1', 'y1=b1'], []]);
  expect(match(pair('x1', 'a1'), pair('x1', 'a2'))).toEqual([['x1=a1'], []]);
  expect(match(pair('x1', 'a1'), pair('x1', 'b1'))).toEqual([[], [['x1', 'a1', 'b1']]]);
  const two = (entry: string) => [pair(entry, 'a1'), pair(entry, 'a2')];
  expect(match(...two('x1'), ...two('x2'))).toEqual([['x1=a1', 'x2=a2'], []]);
  const each = [
    ['x1', 'a1', 'a2'],
    ['y1', 'a1', 'a2'],
  ];
  expect(match(...two('x1'), ...two('y1'))).toEqual([[], each]);
  expect(match(pair('x1', 'a1'), pair('y1', 'a1'))).toEqual([
    [],
    [
      ['x1', 'a1'],
      ['y1', 'a1'],
    ],
  ]);
});

test('an invoice of ours that is not remembered lets the lines wait that it may be a part of, and no others', () => {
  const walkIn = { ...entry('a', 1), customerCode: '' };
  const given = (voucherNumber: string, documentDate = line.date) =>
    plan({
      profiles: [{ ...books('A', [{ ...walkIn, voucherNumber, documentDate }]), terms: { voucherPrefix: 'K' } }],
    });
  const waiting = given('K202609-00001');
  expect(waiting.invoices).toEqual([]);
  expect(waiting.shortages).toMatchObject([
    { reason: 'NEEDS_REVIEW', message: expect.stringContaining('«K202609-00001», số chứng từ của Khớp') },
  ]);
  for (const other of [given('BH1'), given('KH202609-00001'), given('K202609-00001', '2026-09-04')])
    expect(other.tieOut).toMatchObject({ invoiced: 1_000_000, unallocated: 0 });
});

test('one invoice of all gifts that is not remembered lets the gifts of its month wait, and no others', () => {
  const gift = { ...line, kind: 'free' as const, partner: 'LE', quantity: '1', amount: 0 };
  const lines = [
    { ...gift, id: 'g1' },
    { ...gift, id: 'g2', date: '2026-09-20', quantity: '2' },
    { ...line, id: 's', date: '2026-09-20', partner: 'LE' },
  ];
  const given = (consolidatedMonthly: string[], documentDate: string) => {
    const ours = { ...entry('a', 3), customerCode: '', voucherNumber: 'K202609-00001', documentDate, amount: 0 };
    const profiles = [{ ...books('A', [ours]), terms: { voucherPrefix: 'K' } }];
    const partners = [{ code: 'LE', requirement: 'not_required' as const }];
    const { shortages } = planInvoices(issuanceInput({ profiles, partners, lines, rules: { consolidatedMonthly } }));
    return shortages.filter(({ reason }) => reason === 'NEEDS_REVIEW').map((one) => one.line);
  };
  expect(given(['A'], '2026-09-30')).toEqual(['g1', 'g2']);
  expect(given(['A'], '2026-09-29')).toEqual([]);
  expect(given([], '2026-09-30')).toEqual([]);
});

test('such an invoice of a buyer lets no sale of another buyer wait; without letters of our own no number is ours', () => {
  const other = { ...line, id: '2', partner: 'KH2' };
  const given = (voucherPrefix: string, own: Partial<ReturnType<typeof entry>>) =>
    planInvoices(
      issuanceInput({
        lines: [line, other],
        profiles: [{ ...books('A', [{ ...entry('a', 10), ...own }]), terms: { voucherPrefix } }],
      }),
    ).tieOut;
  expect(given('K', { voucherNumber: 'K202609-00001', quantity: '3' })).toMatchObject({
    ...{ alreadyInvoiced: 0, invoiced: 1_000_000, unallocated: 1_000_000 },
  });
  expect(given('', { voucherNumber: '202609-00001', customerCode: '', quantity: '1', amount: 100_000 })).toMatchObject({
    // All but what that one has taken of the stock.
    ...{ alreadyInvoiced: 0, invoiced: 1_900_000, unallocated: 100_000 },
  });
});

test('an entry that corrects an invoice of another month is not counted among those of no sale', () => {
  const day = (id: string, description: string, amount: number) => ({
    ...{ ...entry(id, 1), documentDate: '2026-09-20', description, amount, quantity: amount < 0 ? '-1' : '1' },
  });
  const unmatched = (...sales: ReturnType<typeof day>[]) =>
    plan({ profiles: [books('A', sales)] }).warnings.filter(({ code }) => code === 'AMIS_ENTRIES_UNMATCHED');
  const [told] = unmatched(
    day('a', 'Bán lẻ', 70_000),
    day('b', 'Điều chỉnh giảm cho hóa đơn số 7 ngày 25/08/2026', -30_000),
    day('c', 'Thay thế cho hóa đơn số 8 ngày 25/08/2026', 50_000),
  );
  expect(told!.message).toContain('1 dòng sổ bán hàng AMIS trong kỳ');
  expect(told!.message).toContain('(70.000 đồng trước thuế)');
  expect(told!.about?.map(({ id }) => id)).toEqual(['a']);
  expect(unmatched(day('b', 'Điều chỉnh giảm cho hóa đơn số 7 ngày 25/08/2026', -30_000))).toEqual([]);
});
