import { describe, expect, it } from 'vitest';
import { COMMON, invoiceOf, lineOf, totalsOf } from './element-fixture.ts';
import { type FateNode, fatesOf } from './fates.ts';
import type { TaxInvoice } from './tax-invoice.ts';

const codes = ({ findings }: TaxInvoice): string[] => findings.map(({ code }) => code);
const KEY = '0101243150|1|K26TAA|7';

describe('form and symbol', () => {
  it.each([
    ['in two elements', '1', 'K26TAA'],
    ['with the form before the symbol as well', '1', '1K26TAA'],
    ['with small letters and spaces', ' 1', '1k26taa '],
  ])('%s are one invoice', (_, form, symbol) => {
    const common = COMMON.replace('<KHMSHDon>1', `<KHMSHDon>${form}`).replace('K26TAA', symbol);
    expect([invoiceOf({ common }).key, codes(invoiceOf({ common }))]).toEqual([KEY, []]);
  });

  it('are one invoice where the symbol alone has the form', () => {
    const common = COMMON.replace('<KHMSHDon>1</KHMSHDon>', '').replace('K26TAA', '1K26TAA');
    expect(invoiceOf({ common }).key).toBe(KEY);
  });

  it('of two forms stay as they are written and are remarked', () => {
    const invoice = invoiceOf({ common: COMMON.replace('K26TAA', '2K26TAA') });
    expect([invoice.identity.symbol, codes(invoice)]).toEqual(['2K26TAA', ['SYMBOL_FORM']]);
  });

  it('of a related invoice lead to it, so that what is replaced does not count', () => {
    const original = invoiceOf({});
    const newer = invoiceOf({
      common: `${COMMON.replace('<SHDon>7', '<SHDon>8')}<TTHDLQuan><TCHDon>01</TCHDon><LHDCLQuan>1</LHDCLQuan><KHHDCLQuan>1K26TAA</KHHDCLQuan><SHDCLQuan>00000007</SHDCLQuan></TTHDLQuan>`,
    });
    expect([newer.related, codes(newer)]).toMatchObject([[{ relation: 'replaces', key: KEY, form: '1' }], []]);
    const nodes = [original, newer].map(
      (one): FateNode => ({
        ...{ key: one.key!, sellerTaxCode: one.identity.sellerTaxCode, date: one.date, total: 100 },
        ...{ relation: one.related.map(({ relation, key }) => ({ relation, key })), state: null, hasXml: true },
      }),
    );
    expect(fatesOf(nodes).get(KEY)?.counts).toBe(false);
  });
});

it('a draft with the number 0 is a draft: two of them are not one invoice', () => {
  const draft = invoiceOf({ common: COMMON.replace('<SHDon>7', '<SHDon>0000000') });
  expect([draft.key, codes(draft)]).toEqual([null, ['NUMBER_MISSING']]);
});

it('an empty TTHDLQuan with 0 for its kind names no other invoice', () => {
  const { related, findings } = invoiceOf({
    common: `${COMMON}<TTHDLQuan><TCHDon>0</TCHDon><LHDCLQuan>0</LHDCLQuan></TTHDLQuan>`,
  });
  expect([related, findings]).toEqual([[], []]);
});

it.each([
  ['2026-11-20+07:00', '2026-11-20'],
  ['2026-11-20Z', '2026-11-20'],
  ['20261120', '2026-11-20'],
])('the date %s is that day', (text, date) => {
  const invoice = invoiceOf({ common: COMMON.replace('2026-11-20', text) });
  expect([invoice.date, codes(invoice)]).toEqual([date, ['DATE_FORM']]);
});

describe('free fields, whatever a supplier writes in them, refuse no invoice', () => {
  const field = (name: string, value: string) => `<TTKhac><TTin><TTruong>${name}</TTruong>${value}</TTin></TTKhac>`;
  const key = field('Fkey', '<DLieu>ABC123</DLieu>');

  it.each([
    ['two lists of them', key + field('x', '<DLieu>1</DLieu>')],
    ['an element in a value', key + field('x', '<DLieu><a>1</a></DLieu>')],
    ['a value twice', key + field('Fkey', '<DLieu>1</DLieu><DLieu>2</DLieu>')],
  ])('%s', (_, fields) => {
    const invoice = invoiceOf({ common: COMMON + fields, lines: lineOf(1, '100', '10%', fields) });
    expect([invoice.key, invoice.lookup.map(({ value }) => value)]).toEqual([KEY, ['ABC123']]);
  });
});

describe('money', () => {
  it.each(['VNĐ', 'vnd', 'đ', 'Đồng', 'Việt Nam đồng'])('in %s is in đồng', (currency) => {
    const invoice = invoiceOf({
      common: `${COMMON}<DVTTe>${currency}</DVTTe>`,
      lines: lineOf(1, '100'),
      totals: totalsOf('100', '10', '110'),
    });
    expect([invoice.currency, invoice.totals.inVnd?.total, codes(invoice)]).toEqual(['VND', 110, []]);
  });

  it('in dollars at a rate of 1 is not in đồng', () => {
    const invoice = invoiceOf({
      common: `${COMMON}<DVTTe>USD</DVTTe><TGia>1.00</TGia>`,
      lines: lineOf(1, '100'),
      totals: totalsOf('100', '10', '110'),
    });
    expect([invoice.exchangeRate, invoice.totals.inVnd]).toEqual([null, null]);
    expect(invoice.findings).toMatchObject([
      { code: 'EXCHANGE_RATE_MISSING', message: expect.stringContaining('tỷ giá 1') },
    ]);
  });

  it('a discount of «5 %» is read, and none that is no number refuses the invoice', () => {
    const percent = (written: string) =>
      invoiceOf({ lines: lineOf(1, '95', '10%', `<TLCKhau>${written}</TLCKhau>`) }).lines[0]!.discountPercent;
    expect([percent('5%'), percent('5 %'), percent('5.50'), percent('năm')]).toEqual(['5', '5', '5.5', null]);
  });

  it('an amount that cannot be read is told with its line and how it should be written', () => {
    expect(() => invoiceOf({ lines: lineOf(1, '1') + lineOf(1, '1.000.000') })).toThrow(
      /^Một số của hóa đơn không đọc được: ThTien «1\.000\.000» ở dòng 2\. Định dạng .* gốc\.$/,
    );
  });

  it('a reduced rate as part of another is that rate', () => {
    const vat =
      '<THTTLTSuat><LTSuat><TSuat>10% x 70%</TSuat><ThTien>1000</ThTien><TThue>70</TThue></LTSuat></THTTLTSuat>';
    const invoice = invoiceOf({
      lines: lineOf(1, '1000', '10%*70%'),
      totals: `${vat}<TgTCThue>1000</TgTCThue><TgTThue>70</TgTThue><TgTTTBSo>1070</TgTTTBSo>`,
    });
    expect([invoice.lines[0]!.rate?.rate, invoice.totals.variant.vat, codes(invoice)]).toEqual([
      'KHAC:7',
      'by_rate',
      [],
    ]);
  });
});

it.each([
  ['Một tỉ hai trăm triệu đồng', '1200000000'],
  ['(Bằng chữ: Một trăm mười nghìn đồng)', '110000'],
  ['Một triệu không trăm linh năm nghìn không trăm đồng chẵn', '1005000'],
])('«%s» is %s', (words, total) => {
  const totals = `<TgTTTBSo>${total}</TgTTTBSo><TgTTTBChu>${words}</TgTTTBChu>`;
  expect(codes(invoiceOf({ lines: lineOf(1, total), totals }))).toEqual([]);
});
