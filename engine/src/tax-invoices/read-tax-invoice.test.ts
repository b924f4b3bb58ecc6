import { describe, expect, it } from 'vitest';
import { directionOf } from './direction.ts';
import { COMMON, invoiceOf, lineOf, totalsOf } from './element-fixture.ts';
import type { TaxInvoice } from './tax-invoice.ts';

const codes = ({ findings }: TaxInvoice): string[] => findings.map(({ code }) => code);

describe('totals', () => {
  it.each([
    [
      'plain',
      lineOf(1, '100') + lineOf(1, '50'),
      totalsOf('150', '15', '165'),
      { lines: 'plain', vat: 'by_rate', total: 'sum' },
    ],
    [
      'a positive discount is subtracted',
      lineOf(1, '100') + lineOf(3, '20'),
      totalsOf('80', '8', '88'),
      { lines: 'discounts_subtracted' },
    ],
    [
      'a negative discount is added',
      lineOf(1, '100') + lineOf(3, '-20'),
      totalsOf('80', '8', '88'),
      { lines: 'discounts_added' },
    ],
    [
      'a discount on a line and in the total is taken once',
      lineOf(1, '100') + lineOf(3, '20'),
      totalsOf('80', '8', '88', '<TTCKTMai>20</TTCKTMai>'),
      { lines: 'discounts_subtracted', discountInTotal: false },
    ],
    [
      'a discount in the total alone is taken off it',
      lineOf(1, '100'),
      totalsOf('100', '10', '90', '<TTCKTMai>20</TTCKTMai>'),
      { lines: 'plain', discountInTotal: true, total: 'sum' },
    ],
    [
      'a promotion with a value that is not added',
      lineOf(1, '100') + lineOf(2, '30'),
      totalsOf('100', '10', '110'),
      { promotionsCount: false, lines: 'plain' },
    ],
    [
      'a promotion that is added',
      lineOf(1, '100') + lineOf(2, '30'),
      totalsOf('130', '13', '143'),
      { promotionsCount: true, lines: 'plain' },
    ],
    ['a note with an amount', lineOf(1, '100') + lineOf(4, '999'), totalsOf('100', '10', '110'), { lines: 'plain' }],
    [
      'fees and other deductions',
      lineOf(1, '100'),
      totalsOf('100', '10', '112', '<DSLPhi><LPhi><TPhi>5</TPhi></LPhi></DSLPhi><TGTKhac>3</TGTKhac>'),
      { total: 'sum', deductionInTotal: true },
    ],
    [
      'a rounded VAT, one đồng per line',
      lineOf(1, '105') + lineOf(1, '105'),
      totalsOf('210', '22', '232'),
      { vat: 'by_rate' },
    ],
    [
      'lines with fractions, a sum without',
      lineOf(1, '33.4') + lineOf(1, '33.3'),
      totalsOf('67', '7', '74'),
      { lines: 'plain' },
    ],
  ])('%s', (_, lines, totals, variant) => {
    const invoice = invoiceOf({ lines, totals });
    expect(invoice.totals.variant).toMatchObject(variant);
    expect(codes(invoice)).not.toContain('XML_TOTALS');
  });

  it.each([
    ['lines', lineOf(1, '100') + lineOf(1, '50'), totalsOf('151', '15', '166'), 'Cộng các dòng được 150'],
    ['VAT', lineOf(1, '100'), totalsOf('100', '12', '112'), 'Tiền thuế 12'],
    ['the total', lineOf(1, '100'), totalsOf('100', '10', '111'), 'Tổng thanh toán 111'],
    ['the sum of another rate', lineOf(1, '100', '8%'), totalsOf('100', '10', '110'), 'Cộng các dòng'],
  ])('%s that do not add up are remarked, and what was signed is kept', (_, lines, totals, says) => {
    const invoice = invoiceOf({ lines, totals });
    expect(invoice.findings.find(({ code }) => code === 'XML_TOTALS')?.message).toContain(says);
    expect(invoice.totals.total).toBe(/<TgTTTBSo>(\d+)/.exec(totals)![1]);
  });

  it('an invoice without VAT adds its lines up to the total', () => {
    const invoice = invoiceOf({
      lines: lineOf(1, '100').replace('<TSuat>10%</TSuat>', ''),
      totals: '<TgTTTBSo>100</TgTTTBSo>',
    });
    expect(invoice.totals).toMatchObject({
      inVnd: { beforeVat: 100, vat: 0, total: 100 },
      variant: { lines: null, total: 'sum' },
    });
    expect(codes(invoice)).toEqual([]);
  });

  it('a foreign currency becomes đồng by its rate, each total rounded once', () => {
    const common = `${COMMON}<DVTTe>USD</DVTTe><TGia>25345.5</TGia>`;
    const totals = totalsOf('10.01', '1', '11.01');
    expect(invoiceOf({ common, totals, lines: lineOf(1, '10.01') }).totals.inVnd).toEqual({
      beforeVat: 253708,
      vat: 25346,
      total: 279054,
    });
    const without = invoiceOf({ common: `${COMMON}<DVTTe>USD</DVTTe>`, totals });
    expect(without.totals.inVnd).toBeNull();
    expect(codes(without)).toContain('EXCHANGE_RATE_MISSING');
  });
});

describe('lines', () => {
  it.each([
    ['product', '<SLuong>3</SLuong><DGia>33.33</DGia>', 'product'],
    ['product less discount', '<SLuong>2</SLuong><DGia>60</DGia><STCKhau>20</STCKhau>', 'product_less_discount'],
    ['product with a discount said beside', '<SLuong>2</SLuong><DGia>50</DGia><STCKhau>20</STCKhau>', 'product'],
    ['neither', '<SLuong>2</SLuong><DGia>70</DGia>', 'none'],
  ])('the amount is the %s', (_, more, amountIs) => {
    const invoice = invoiceOf({ lines: lineOf(1, '100', '10%', more) });
    expect(invoice.lines[0]!.amountIs).toBe(amountIs);
    expect(codes(invoice).includes('LINE_AMOUNT')).toBe(amountIs === 'none');
  });

  it('a quantity of more than six places is rounded and remarked, once for all lines', () => {
    const line = lineOf(1, '1', '10%', '<SLuong>0.33333333</SLuong>');
    const { lines, findings } = invoiceOf({ lines: line + line });
    expect(lines[0]!.quantity).toBe(333_333n);
    expect(findings.filter(({ code }) => code === 'QUANTITY_ROUNDED')).toMatchObject([
      { line: 1, message: expect.stringContaining('Còn 1 chỗ khác') },
    ]);
  });

  it('rates are known in each spelling, and others are kept as text', () => {
    const rates = ['0%', '8', 'kct', 'KHAC:7.5%', 'KHAC: 7,5', '-1'].map(
      (rate) => invoiceOf({ lines: lineOf(1, '1', rate) }).lines[0]!.rate,
    );
    expect(rates.map((rate) => rate?.rate)).toEqual(['0', '8', 'KCT', 'KHAC:7.5', 'KHAC:7.5', null]);
    expect(rates.at(-1)?.text).toBe('-1');
  });

  it('a kind that the format does not know counts as goods and is remarked', () => {
    const invoice = invoiceOf({ lines: lineOf(9, '100'), totals: totalsOf('100', '10', '110') });
    expect(invoice.lines[0]!.kind).toBe('unknown');
    expect(codes(invoice)).toEqual(['LINE_KIND']);
  });
});

describe('identity, date and symbol', () => {
  it('the number has no leading zeros, the symbol no small letters', () => {
    const common = COMMON.replace('<SHDon>7', '<SHDon>00075757').replace('K26TAA', 'k26taa');
    expect(invoiceOf({ common }).key).toBe('0101243150|1|K26TAA|75757');
  });

  it('a draft has no number and no key', () => {
    const draft = invoiceOf({ common: COMMON.replace('<SHDon>7</SHDon>', '<SHDon></SHDon>') });
    expect([draft.key, codes(draft)]).toEqual([null, ['NUMBER_MISSING']]);
  });

  it.each([
    ['2026-11-20', '2026-11-20', []],
    ['20/11/2026', '2026-11-20', ['DATE_FORM']],
    ['2026-11-20T17:00:00Z', '2026-11-21', ['DATE_FORM']],
    ['2026-11-20T00:00:00', '2026-11-20', ['DATE_FORM']],
    ['2026-13-20', null, ['DATE_UNREADABLE']],
    ['2025-12-31', '2025-12-31', ['SYMBOL_YEAR']],
  ])('the date %s is %s in Vietnam', (text, date, findings) => {
    const invoice = invoiceOf({ common: COMMON.replace('2026-11-20', text) });
    expect([invoice.date, codes(invoice)]).toEqual([date, findings]);
  });

  it('wrong check digits and symbols are remarked and refuse nothing', () => {
    const invoice = invoiceOf({
      common: COMMON.replace('K26TAA', 'AA/20E'),
      seller: '<MST>0101243151</MST>',
      buyer: '<MST>12</MST>',
    });
    expect(codes(invoice).sort()).toEqual(['BUYER_TAX_CODE', 'SELLER_TAX_CODE', 'SYMBOL_FORM']);
  });

  it('twelve digits that are no personal number are not said to have a wrong check digit', () => {
    const { findings } = invoiceOf({ buyer: '<MST>000203001234</MST>' });
    const found = findings.find(({ code }) => code === 'BUYER_TAX_CODE');
    expect(found?.message).toMatch(/«000203001234» không phải số định danh cá nhân/);
    expect(codes(invoiceOf({ buyer: '<MST>149203001234</MST>' }))).not.toContain('BUYER_TAX_CODE');
  });

  it('the code of the tax authority is found beside the data and, remarked, inside it', () => {
    const coded = COMMON.replace('K26TAA', 'C26TAA');
    expect(codes(invoiceOf({ common: coded }))).toEqual(['CODE_ABSENT']);
    expect(invoiceOf({ common: coded, around: '<MCCQT>00A</MCCQT>' }).authorityCode).toBe('00A');
    const inside = invoiceOf({ common: `${coded}<MCCQT>00B</MCCQT>` });
    expect([inside.authorityCode, codes(inside)]).toEqual(['00B', ['CODE_PLACE']]);
  });

  it('unknown elements and versions are counted and refuse nothing', () => {
    const invoice = invoiceOf({
      common: `${COMMON.replace('2.0.1', '2.2.0')}<MTinh>01</MTinh>`,
      buyer: '<QTNMua>VN</QTNMua>',
    });
    expect(invoice.unknownElements).toBe(2);
    expect(codes(invoice).sort()).toEqual(['UNKNOWN_ELEMENTS', 'UNKNOWN_VERSION']);
  });

  it('personal papers are apart from all else', () => {
    const { buyer } = invoiceOf({
      buyer: '<Ten>An</Ten><CCCDan>001099000001</CCCDan><SHChieu/>'.replace('<SHChieu/>', ''),
    });
    expect(buyer.personal).toEqual({ citizenId: '001099000001', passport: null });
    expect(JSON.stringify({ ...buyer, personal: null })).not.toContain('001099000001');
  });
});

describe('the amount in words', () => {
  const words = (text: string, total: string) =>
    codes(
      invoiceOf({ lines: lineOf(1, total), totals: `<TgTTTBSo>${total}</TgTTTBSo><TgTTTBChu>${text}</TgTTTBChu>` }),
    );

  it.each([
    ['Một trăm linh năm nghìn đồng chẵn.', '105000'],
    ['Một trăm lẻ năm ngàn đồng', '105000'],
    ['Ba triệu bảy mươi chín nghìn đồng', '3079000'],
    ['Hai mươi lăm triệu bốn trăm nghìn Đồng Việt Nam', '25400000'],
    ['Một tỷ không trăm linh một triệu đồng', '1001000000'],
    ['Không đồng', '0'],
  ])('«%s» is %s', (text, total) => {
    expect(words(text, total)).toEqual([]);
  });

  it.each([
    ['Một trăm nghìn đồng', '105000'],
    ['Hai mươi triệu đồng', '12000000'],
    ['Năm mươi nghìn đồng', '15000'],
  ])('«%s» is not %s', (text, total) => {
    expect(words(text, total)).toEqual(['AMOUNT_IN_WORDS']);
  });
});

describe('related invoices', () => {
  const related = (tags: string) => invoiceOf({ common: `${COMMON}${tags}` });
  const one =
    '<KHMSHDCLQuan>1</KHMSHDCLQuan><KHHDCLQuan>c26taa</KHHDCLQuan><SHDCLQuan>007</SHDCLQuan><NLHDCLQuan>2026-10-01</NLHDCLQuan>';

  it('are replaced or adjusted, of the same seller, each with its key', () => {
    const { related: found, findings } = related(
      `<TTHDLQuan><TCHDon>1</TCHDon>${one}</TTHDLQuan><TTHDLQuan><TCHDon>2</TCHDon>${one}</TTHDLQuan>`,
    );
    expect(found).toMatchObject([
      { relation: 'replaces', key: '0101243150|1|C26TAA|7', date: '2026-10-01', list: null },
      { relation: 'adjusts', key: '0101243150|1|C26TAA|7' },
    ]);
    expect(findings).toEqual([]);
  });

  it('may be a list on paper', () => {
    const { related: found, findings } = related(
      '<TTHDLQuan><TCHDon>2</TCHDon><SBKCLQuan>BK1</SBKCLQuan><NBKCLQuan>2026-11-01</NBKCLQuan></TTHDLQuan>',
    );
    expect(found).toMatchObject([{ key: null, list: { number: 'BK1', date: '2026-11-01' } }]);
    expect(findings).toEqual([]);
  });

  it('without a kind or a number are remarked', () => {
    expect(codes(related(`<TTHDLQuan>${one}</TTHDLQuan>`))).toEqual(['RELATED_UNCLEAR']);
    expect(codes(related('<TTHDLQuan><TCHDon>1</TCHDon></TTHDLQuan>'))).toEqual(['RELATED_UNCLEAR']);
  });
});

describe('the side of an invoice', () => {
  const own = [
    { profileCode: 'HM', taxCode: '0101243150' },
    { profileCode: 'BM', taxCode: '0314409058' },
  ];
  const sideOf = (seller: string, buyer: string, profiles = own) =>
    directionOf(invoiceOf({ seller: `<MST>${seller}</MST>`, buyer: `<MST>${buyer}</MST>` }), profiles);

  it('is that of the profile with the whole tax code', () => {
    expect(sideOf('0101243150', '0100109106')).toMatchObject({ direction: 'sale', sellers: ['HM'] });
    expect(sideOf('0100109106', '0314409058')).toMatchObject({ direction: 'purchase', buyers: ['BM'] });
    expect(sideOf('0101243150', '0314409058')).toMatchObject({ direction: 'both' });
  });

  it('is of no profile when only a branch of another number is: refused with a sentence', () => {
    expect(sideOf('0100109106', '0314409058-002')).toMatchObject({
      direction: 'nobody',
      message: expect.stringContaining('«BM» 0314409058 nhưng khác chi nhánh'),
    });
    expect(sideOf('0100109106', '')).toMatchObject({ message: expect.stringContaining('không có mã số thuế') });
  });
});
