import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { SHIPPED_RULES } from '../rules/shipped-rules.ts';
import { preflight, worstFirst } from './preflight.ts';

const good: GivenPeriod = {
  issueDay: '2026-09-07',
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '5' }],
      sales: [{ id: 'X', voucherNumber: 'X', documentDate: '2026-08-31', product: 'SP9', quantity: '1', amount: 1 }],
    },
  ],
  // Friday to Monday: the next working day.
  lines: [{ id: '1', date: '2026-09-04', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300000 }],
};
const a = good.profiles[0]!;
const findings = (given: GivenPeriod, isPlanned = false) => {
  const input = issuanceInput(given);
  return preflight(input, isPlanned ? planInvoices(input) : undefined).map(
    ({ severity, code }) => `${severity} ${code}`,
  );
};
const onlyRules = ['info RULE_NOT_CONFIRMED'];

test('a sound period only shows its unconfirmed rules', () => {
  expect(findings(good)).toEqual(onlyRules);
  expect(findings(good, true)).toEqual(['info SIGN_BY', ...onlyRules]);
});

test('invoices at the wrong time are listed with the step of the fine, and never dated back', () => {
  const late = { ...good, issueDay: '2026-09-08' };
  expect(findings(late, true)).toEqual(['warn WRONG_TIME', ...onlyRules]);
  const input = issuanceInput(late);
  const plan = planInvoices(input);
  const found = preflight(input, plan).find(({ code }) => code === 'WRONG_TIME')!;
  expect(found.message).toBe(
    '«A»: 1 hóa đơn lập sai thời điểm (ngày hóa đơn khác ngày bán). Mức khung để ước lượng, không phải quyết định: 500.000 – 1.500.000 đồng, giữa khung 1.000.000; từ 2 hóa đơn sang khung cao hơn (Nghị định 125/2020/NĐ-CP sửa đổi bởi Nghị định 310/2025/NĐ-CP, Điều 24).',
  );
  expect(found.about).toEqual([
    expect.objectContaining({ detail: 'Bán ngày 04/09/2026, hóa đơn ngày 08/09/2026: hạn ký 07/09/2026 đã qua.' }),
  ]);
  expect(plan.invoices.map(({ date, documentDate }) => [date, documentDate])).toEqual([['2026-09-08', '2026-09-04']]);
});

test('a sale without an invoice after its last day of signing is counted apart, by document', () => {
  const late = { ...good, issueDay: '2026-09-08', profiles: [{ ...a, stock: [] }] };
  const found = preflight(issuanceInput(late), planInvoices(issuanceInput(late)));
  expect(found.find(({ code }) => code === 'NOT_ISSUED_IN_TIME')).toMatchObject({ profile: 'A', count: 1 });
  expect(found.map(({ code }) => code)).not.toContain('WRONG_TIME');
});

test('holidays are replaced as data', () => {
  const input = issuanceInput({ ...good, issueDay: '2026-09-08' });
  const holiday = { ...SHIPPED_RULES.holidays[0]!, fromDate: '2026-09-07', toDate: '2026-09-07' };
  const invoiceRules = { ...SHIPPED_RULES, holidays: [holiday] };
  const replaced = { ...input, invoiceRules };
  expect(preflight(replaced, planInvoices(replaced)).map((one) => one.code)).not.toContain('WRONG_TIME');
});

test('the unconfirmed rules of the period are named with their source', () => {
  const named = (given: GivenPeriod) =>
    preflight(issuanceInput(given)).filter((one) => one.code === 'RULE_NOT_CONFIRMED');
  const [finding, ...rest] = named(good);
  expect(rest).toEqual([]);
  // Rates, the reduction, the text for consumers, the National Day, the symbol, the date, the signature, the fines.
  expect(finding!.count).toBe(8);
  expect(finding!.message).toMatch(/«Quốc khánh» từ 01\/09\/2026 đến 02\/09\/2026 \(Bộ luật Lao động 2019, Điều 112\)/);
  expect(finding!.message).toContain('«Bán cho người tiêu dùng»');
  expect(finding!.message).not.toContain('«Người mua không lấy hóa đơn»');
  expect(finding!.remedy).toMatch(/quản trị viên/);
  const confirmed = { by: 'Kế toán trưởng', on: '2026-08-01' };
  const holidays = SHIPPED_RULES.holidays.map((one) => ({ ...one, confirmed }));
  expect(named({ ...good, invoiceRules: { holidays } })).toMatchObject([{ count: 7 }]);
  const all = Object.fromEntries(
    Object.entries(SHIPPED_RULES).map(([kind, rules]) => [kind, rules.map((one) => ({ ...one, confirmed }))]),
  );
  expect(findings({ ...good, invoiceRules: all })).toEqual([]);
});

test('a period after the last day of the known reduction says so, until a rule goes on', () => {
  const after = (toDate: string) =>
    issuanceInput({
      ...good,
      invoiceRules: {
        vatReductions: SHIPPED_RULES.vatReductions.with(-1, { ...SHIPPED_RULES.vatReductions.at(-1)!, toDate }),
      },
    });
  const ended = (toDate: string) => preflight(after(toDate)).filter((one) => one.code === 'VAT_REDUCTION_ENDED');
  expect(ended('2026-09-30')).toEqual([]);
  expect(ended('2026-09-29')).toMatchObject([{ severity: 'warn', message: expect.stringContaining('29/09/2026') }]);
  expect(ended('2026-09-29')[0]!.message).toContain('Nghị quyết 204/2025/QH15');
});

test('symbols, numbers and the last day of signing are replaced as data', () => {
  const symbols = SHIPPED_RULES.symbols.map((rule) => ({ ...rule, kinds: 'Z', numberDigits: 3 }));
  const sales = [{ ...a.sales![0]!, invoiceNumber: '00000012' }];
  const found = findings({ ...good, profiles: [{ ...a, sales }], invoiceRules: { symbols } });
  expect(found.slice(0, 2)).toEqual(['block INVOICE_SYMBOL', 'warn INVOICE_NUMBER']);
  const sameDay = SHIPPED_RULES.signing.map((rule) => ({ ...rule, workingDays: 0 }));
  expect(findings({ ...good, invoiceRules: { signing: sameDay } }, true)[0]).toBe('warn WRONG_TIME');
});

test('the seller’s terms are checked', () => {
  const terms = {
    name: '',
    taxCode: '123',
    invoiceSymbol: 'ABC',
    voucherPrefix: '',
    lockedThrough: '2026-09-07',
    lastIssuedDate: '2026-09-09',
  };
  const found = findings({ ...good, profiles: [{ ...a, terms }] });
  expect(found).toEqual([
    'block SELLER_INCOMPLETE',
    'block SELLER_TAX_CODE',
    'block INVOICE_SYMBOL',
    'block PROFILE_LOCKED',
    'block DATE_BEFORE_LAST_ISSUED',
    'warn VOUCHER_PREFIX',
    ...onlyRules,
  ]);
  expect(findings({ ...good, profiles: [{ ...a, terms: { invoiceSymbol: 'C25TYY' } }] })).toContain(
    'warn INVOICE_SYMBOL_YEAR',
  );
});

test('two profiles with one prefix of voucher numbers are named', () => {
  const b = { ...a, code: 'B' };
  const shared = (prefix: string) =>
    preflight(issuanceInput({ ...good, profiles: [a, { ...b, terms: { voucherPrefix: prefix } }] })).filter(
      ({ code }) => code === 'VOUCHER_PREFIX_SHARED',
    );
  expect(shared('BHB')).toEqual([]);
  expect(shared('BHA')).toMatchObject([{ severity: 'warn', message: expect.stringContaining('«A», «B»') }]);
});

test('two profiles of one seller that issue in one symbol are named', () => {
  const shared = (own: object, other: object = {}) =>
    preflight(
      issuanceInput({
        ...good,
        profiles: [
          { ...a, terms: other },
          { ...a, code: 'B', terms: own },
        ],
      }),
    ).filter(({ code }) => code === 'INVOICE_SYMBOL_SHARED');
  const seller = issuanceInput(good).profiles[0]!.terms.taxCode;
  expect(shared({})).toEqual([]);
  expect(shared({ taxCode: seller, invoiceSymbol: 'C26TBB' })).toEqual([]);
  expect(shared({ taxCode: seller, isActive: false })).toEqual([]);
  expect(shared({ taxCode: seller, invoiceSymbol: '' }, { invoiceSymbol: '' })).toEqual([]);
  expect(shared({ taxCode: '' }, { taxCode: '' })).toEqual([]);
  expect(shared({ taxCode: seller })).toMatchObject([
    { severity: 'warn', message: expect.stringContaining(`«A», «B» cùng mã số thuế ${seller}`) },
  ]);
  // A branch with a number of its own is another seller, whose symbols are its own.
  expect(shared({ taxCode: `${seller}-001` })).toEqual([]);
});

test('sales without a branch are called so, not by an empty name', () => {
  const [line] = good.lines;
  const found = preflight(issuanceInput({ ...good, lines: [line!, { ...line!, id: 'L9', branch: '' }] }));
  expect(found.find(({ code }) => code === 'ISSUER_NOT_DECLARED')?.message).toMatch(
    /^Dòng bán không ghi chi nhánh chưa khai báo hồ sơ xuất hóa đơn: 1 dòng/,
  );
});

test('a period without sales tells of those that a file has given and nothing has loaded', () => {
  const input = issuanceInput({ ...good, lines: [] });
  const noSales = (waitingSales: number) =>
    preflight({ ...input, waitingSales }).find(({ code }) => code === 'NO_SALES')?.message;
  expect(noSales(1234)).toContain('1.234 dòng bán của những ngày này đã đưa bằng tệp');
  expect(noSales(0)).toBe('Kỳ chưa có dòng bán hàng nào của Bravo.');
});

test('missing data is named before anything is generated', () => {
  expect(findings({ ...good, issuers: {}, lines: [] })).toContain('block NO_SALES');
  expect(findings({ ...good, issuers: {} })).toContain('block ISSUER_NOT_DECLARED');
  const { sales: _, stock: __, ...bare } = a;
  expect(
    findings({ ...good, profiles: [{ ...bare, links: [{ product: 'SP1', item: 'VT1', factor: '' }] }] }).slice(0, 3),
  ).toEqual(['block NO_INVENTORY', 'warn NO_AMIS_SALES_LEDGER', 'warn FACTOR_MISSING']);
  expect(findings({ ...good, lines: [{ ...good.lines[0]!, date: '2026-10-02' }] })).toContain(
    'warn SALES_OUTSIDE_PERIOD',
  );
});

test('a plan’s shortages, warnings and open questions are findings with a remedy', () => {
  const input = issuanceInput({
    ...good,
    partners: [{ code: 'KH1', requirement: 'required', address: '' }],
    lines: [{ ...good.lines[0]!, quantity: '9', amount: 900000 }],
  });
  const all = preflight(input, planInvoices(input));
  expect(all.map((one) => one.code)).toEqual([
    'SHORTAGE_NO_STOCK',
    'BUYER_INCOMPLETE',
    'NEW_CUSTOMERS',
    'SIGN_BY',
    ...onlyRules.map(() => 'RULE_NOT_CONFIRMED'),
  ]);
  expect(all[0]).toMatchObject({
    count: 1,
    about: [{ kind: 'line', id: '1' }],
    message: 'Không có tồn: 1 phần chưa xuất, 400.000 đồng.',
  });
  for (const finding of all) expect(finding.remedy).not.toBe('');
});

test('closed books are told by the days of sales and drafts, not by the day of issuing alone', () => {
  const locked = (lockedThrough: string, kept: GivenPeriod['kept'] = []): GivenPeriod => ({
    ...good,
    kept,
    profiles: [{ ...a, terms: { lockedThrough } }],
  });
  expect(findings(locked('2026-09-03'))).toEqual(onlyRules);
  expect(findings(locked('2026-09-04'))).toEqual(['warn SALES_IN_LOCKED_BOOKS', ...onlyRules]);
  const pinned = planInvoices(issuanceInput(good)).invoices.map((one) => ({ ...one, pinned: true }));
  expect(findings(locked('2026-09-04', pinned), true)).toEqual([
    'block PROFILE_LOCKED',
    'warn SALES_IN_LOCKED_BOOKS',
    'info SIGN_BY',
    ...onlyRules,
  ]);
  const exported = pinned.map((one) => ({ ...one, status: 'exported' as const }));
  expect(findings(locked('2026-09-04', exported), true)).not.toContain('block PROFILE_LOCKED');
});

test.each([
  ['', 'block SELLER_INCOMPLETE'],
  ['  ', 'block SELLER_INCOMPLETE'],
  ['316520076', 'block SELLER_TAX_CODE'],
  ['chưa có', 'block SELLER_TAX_CODE'],
  ['0312345678', 'warn SELLER_TAX_CODE'],
  ['0316520076-991', 'warn SELLER_TAX_CODE'],
])('a seller whose tax code is «%s» is found', (taxCode, finding) => {
  expect(findings({ ...good, profiles: [{ ...a, terms: { taxCode } }] })).toEqual([finding, ...onlyRules]);
});

test.each(['0316520076', '0314409058-002', '001099012345'])('a seller with the tax code %s is sound', (taxCode) => {
  expect(findings({ ...good, profiles: [{ ...a, terms: { taxCode } }] })).toEqual(onlyRules);
});

test('a warning that would come too late after the files is the first of the warnings, after what blocks', () => {
  const found = (code: string, severity: 'block' | 'warn' | 'info') => ({
    ...{ code, severity, message: '', remedy: '', count: 0 },
  });
  const given = [
    found('RULE_NOT_CONFIRMED', 'info'),
    found('WRONG_TIME', 'warn'),
    found('EARLIER_PERIOD_IN_TIME', 'warn'),
    found('SELLER_INCOMPLETE', 'block'),
  ];
  expect(worstFirst(given).map(({ code }) => code)).toEqual([
    'SELLER_INCOMPLETE',
    'EARLIER_PERIOD_IN_TIME',
    'WRONG_TIME',
    'RULE_NOT_CONFIRMED',
  ]);
});
