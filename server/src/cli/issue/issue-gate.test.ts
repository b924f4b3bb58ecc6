import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Change, edit, firstProfile, type OddFolders, openOddFolders, period } from './issue-fixture.ts';
import { readIssueFolder } from './issue-folder.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

const noSales = edit('bravo/sales.csv', (text) => `${text.split('\n')[0]}\n`);

it.each<[what: string, change: Change, says: RegExp]>([
  ['a wrong symbol', firstProfile({ invoiceSymbol: 'XX' }), /\[chặn\] INVOICE_SYMBOL: «AP»: .*«XX»/],
  ['a tax code of a wrong form', firstProfile({ taxCode: '123' }), /\[chặn\] SELLER_TAX_CODE: «AP»: .*«123»/],
  ['a seller without address', firstProfile({ address: '' }), /\[chặn\] SELLER_INCOMPLETE: «AP»: thiếu địa chỉ/],
  ['a template that is not there', firstProfile({ exportLayout: 'x' }), /\[chặn\] EXPORT_LAYOUT_UNKNOWN: .*«x»/],
  ['no issuers', period((value) => Object.assign(value, { issuers: {} })), /\[chặn\] ISSUER_NOT_DECLARED: /],
  ['no sales', noSales, /\[chặn\] NO_SALES: /],
  [
    'an issuer that is no profile',
    period((value) => Object.assign(value.issuers as object, { CN01: ['ZZ'] })),
    /BAD_PERIOD_FILE: .*«issuers\.CN01\.0» ghi «ZZ», không phải hồ sơ nào trong «profiles» \(AP, BM\)/,
  ],
  [
    'no profiles',
    period((value) => Object.assign(value, { profiles: [] })),
    /BAD_PERIOD_FILE: .*«profiles» cần ít nhất 1 mục/,
  ],
  [
    'two profiles whose codes differ in case alone',
    period((value) => Object.assign((value.profiles as object[])[1]!, { code: 'ap' })),
    /BAD_PERIOD_FILE: .*«profiles» có hai hồ sơ cùng mã, hoặc mã chỉ khác nhau ở chữ hoa/,
  ],
  [
    'a code that Windows makes no folder of',
    firstProfile({ code: 'NUL' }),
    /BAD_PERIOD_FILE: .*«profiles\.0\.code» không đặt tên thư mục được trên Windows/,
  ],
])('stops at %s, as the service does', async (_what, change, says) => {
  const { status, said } = await odd.issued(await odd.folder(change));
  expect(said).toMatch(says);
  expect(status).toBe(1);
});

it('names every wrong field of period.json', async () => {
  const { said } = await odd.issued(
    await odd.folder(
      period((value) => {
        Object.assign(value, { fromDate: '01/09/2026' });
        Object.assign((value.profiles as object[])[1]!, { lockedThrough: 'tháng 8' });
      }),
    ),
  );
  expect(said).toMatch(
    /^BAD_PERIOD_FILE: .* mục «fromDate» cần ngày[^;]*; mục «profiles\.1\.lockedThrough» cần ngày dạng [A-Z-]*\.$/,
  );
});

it('lists everything at once when something stops', async () => {
  const { said } = await odd.issued(
    await odd.folder(firstProfile({ invoiceSymbol: 'XX', taxCode: '123', voucherPrefix: '' })),
  );
  expect(said.match(/\[chặn\] [A-Z_]+/g)).toEqual(['[chặn] SELLER_TAX_CODE', '[chặn] INVOICE_SYMBOL']);
  expect(said).toContain('[xem lại] VOUCHER_PREFIX: ');
});

it('reports what does not stop, and only once', async () => {
  const { report } = await odd.issued(
    await odd.folder(
      period((value) => {
        for (const one of value.profiles as { voucherPrefix: string }[]) one.voucherPrefix = 'HD';
      }),
    ),
  );
  const codes = report!.warnings.map(({ code }) => code);
  expect(codes).toContain('VOUCHER_PREFIX_SHARED');
  expect(codes.filter((code) => code === 'RULE_NOT_CONFIRMED')).toHaveLength(1);
  expect(report!.tieOut).toEqual(odd.goodReport.tieOut);
  expect(odd.goodReport.warnings.map(({ code }) => code)).not.toContain('VOUCHER_PREFIX_SHARED');
});

it('judges what it has made too: an invoice of the next year leaves in a symbol of that year alone', async () => {
  const onFourthOfJanuary = (symbols: readonly string[]) =>
    period((value) => {
      value.today = '2027-01-04';
      for (const [index, own] of (value.profiles as Record<string, unknown>[]).entries())
        own.invoiceSymbol = symbols[index];
    });
  const old = await odd.issued(await odd.folder(onFourthOfJanuary(['C27TAP', 'C26TBM'])));
  expect(old.status).toBe(1);
  expect(old.said.match(/\[chặn\] .*/g)).toEqual([
    expect.stringMatching(/DRAFT_SYMBOL_YEAR: «BM»: ký hiệu «C26TBM» là của năm 2026, .* \(ví dụ 04\/01\/2027\)/),
  ]);
  const { report } = await odd.issued(await odd.folder(onFourthOfJanuary(['C27TAP', 'C27TBM'])));
  const saidOf = (code: string) => report!.warnings.filter((one) => one.code === code).map(({ profile }) => profile);
  expect(saidOf('VAT_REDUCTION_PASSED')).toEqual(['AP', 'BM']);
  expect(saidOf('WRONG_TIME')).toEqual(['AP', 'BM']);
  expect(report!.warnings.filter(({ code }) => code.startsWith('SHORTAGE_'))).toEqual([]);
});

it('reads on which days an entity works, and refuses an answer that is none', async () => {
  const ofFirst = async (calendar: object) =>
    (await readIssueFolder(await odd.folder(firstProfile(calendar)))).input.profiles.map(({ terms }) => [
      terms.saturdayIsWorking,
      terms.followsSwaps,
    ]);
  const unsaid = [undefined, undefined];
  expect(await ofFirst({})).toEqual([unsaid, unsaid]);
  expect(await ofFirst({ saturdayIsWorking: true, followsSwaps: 'no' })).toEqual([[true, 'no'], unsaid]);
  await expect(ofFirst({ followsSwaps: 'maybe' })).rejects.toThrow('«profiles.0.followsSwaps»');
});

it('reads the incidents of an entity, and refuses one of no profile, without evidence or that ends before it begins', async () => {
  const incident = { profile: 'AP', kind: 'seller', fromDate: '2026-09-02', endedOn: '2026-09-04', evidence: 'BB 1' };
  const read = async (own: object) => {
    const rules = { incidents: [{ ...incident, ...own }] };
    const folder = await odd.folder(
      period((value) => Object.assign(value, { rules: { ...(value.rules as object), ...rules } })),
    );
    return (await readIssueFolder(folder)).input.profiles.map(({ terms }) => terms.incidents);
  };
  const { profile: _, ...kept } = incident;
  expect(await read({})).toEqual([[kept], undefined]);
  await expect(read({ profile: 'ZZ' })).rejects.toThrow('«rules.incidents.0.profile» ghi «ZZ», không phải hồ sơ nào');
  await expect(read({ evidence: '' })).rejects.toThrow('«rules.incidents.0.evidence»');
  await expect(read({ endedOn: '2026-09-01' })).rejects.toThrow(
    '«rules.incidents.0.endedOn» không được trước fromDate',
  );
});

it('reads on which days an entity may not issue invoices, and whose delegate is stopped', async () => {
  const stopped = { fromDate: '2020-01-01', notice: 'Thông báo 15/TB-CT' };
  const delegatedTo = (profile: string) =>
    period((value) => {
      const [, second] = value.profiles as Record<string, unknown>[];
      second!.suspensions = [stopped];
      const basis = {
        ...{ branch: 'CN01', profile: 'AP', kind: 'delegation', fromDate: '2026-01-01', contractNumber: '1' },
        ...{ contractDate: '2026-01-01', counterparty: { profile }, delegation: { publishedAt: 'web' } },
      };
      Object.assign(value, { bases: [basis] });
    });
  const { input } = await readIssueFolder(await odd.folder(delegatedTo('BM')));
  expect(input.profiles.map(({ terms }) => terms.suspensions)).toEqual([undefined, [stopped]]);
  expect(input.period.bases![0]!.counterparty).toEqual({ profile: 'BM', suspensions: [stopped] });
  const turned = firstProfile({ suspensions: [{ ...stopped, toDate: '2019-12-31' }] });
  await expect(odd.folder(turned).then((dir) => readIssueFolder(dir))).rejects.toThrow(
    '«profiles.0.suspensions.0.toDate»',
  );
});

it('reads the contract of a basis from the folder by its hash, and refuses one that is not there', async () => {
  const basis = {
    ...{ branch: 'CN01', profile: 'AP', kind: 'delegation', fromDate: '2026-01-01', contractNumber: '1' },
    ...{ contractDate: '2026-01-01', counterparty: { name: 'C', taxCode: '0314409058', address: 'Huế' } },
    delegation: { publishedAt: 'web', invoiceForm: 1, paidTo: 'seller' },
  };
  const naming = (contractFile: string) => async (dir: string) => {
    await writeFile(join(dir, 'hop-dong.pdf'), 'abc');
    await period((value) => Object.assign(value, { bases: [{ ...basis, contractFile }] }))(dir);
  };
  const read = async (name: string) => (await readIssueFolder(await odd.folder(naming(name)))).input.period.bases;
  expect(await read('hop-dong.pdf')).toEqual([
    {
      ...basis,
      contractFile: {
        fileName: 'hop-dong.pdf',
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    },
  ]);
  await expect(read('khong-co.pdf')).rejects.toThrow('«bases.0.contractFile»: không thấy tệp «khong-co.pdf»');
  await expect(read('../hop-dong.pdf')).rejects.toThrow('phải nằm trong thư mục');
});
