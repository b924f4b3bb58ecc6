import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, decimalText, UNCALCULATED } from '../cell.ts';
import type { FieldType, LayoutField } from '../layouts/layout.ts';
import { convertCell } from './convert.ts';

const field = (type: FieldType): LayoutField => ({
  field: 'x',
  header: 'X',
  type,
  blank: type === 'choice' ? 'unset' : null,
  choices: { required: ['Có'], false: ['Ngừng sử dụng'] },
});
const convert = (type: FieldType, cell: Exclude<Cell, null>) => convertCell(field(type), cell);
const day = (text: string) => ({ day: text });

describe('convertCell', () => {
  it('takes a dash for no day where none is needed, and never for a rate of tax', () => {
    expect(convertCell({ ...field('day'), required: 'value' }, '-')).toMatchObject({ code: 'NOT_A_DAY' });
    expect(convert('vatRate', '-')).toMatchObject({ code: 'BAD_VAT_RATE' });
    expect(convert('vnd', '--')).toMatchObject({ code: 'NOT_A_NUMBER' });
  });

  it.each<[FieldType, Exclude<Cell, null>, unknown]>([
    ['text', '  Nồi  cơm ', 'Nồi  cơm'],
    ['text', 'Hoa\u0300ng', 'Hoàng'],
    ['text', 12, '12'],
    ['text', day('2026-09-01'), '01/09/2026'],
    ['code', 1561, '1561'],
    ['code', 'MB.ĐB.Nguyễn Văn A', 'MB.ĐB.Nguyễn Văn A'],
    ['taxCode', '0101243150', '0101243150'],
    ['taxCode', '0314409058002', '0314409058-002'],
    ['taxCode', ' ', null],
    ['taxCode', '-', null],
    ['taxCode', 'Không có', null],
    ['taxCode', 'ko MST', null],
    ['taxCode', 'N/A', null],
    ['taxCode', 'chưa có'.normalize('NFD'), null],
    ['taxCode', '0101243150\u00ad', '0101243150'],
    ['taxCode', '０１０１２４３１５０', '0101243150'],
    ['vnd', 1500, 1500],
    ['vnd', -0, 0],
    ['vnd', 1234.0000001, 1234],
    ['vnd', '1.234.567', 1234567],
    ['vnd', '1,234,567.00', 1234567],
    ['vnd', '(1.500)', -1500],
    ['vnd', '1.234', 1234],
    ['vnd', '1.500 đ', 1500],
    ['quantity', 0.1 + 0.2, '0.3'],
    ['quantity', 1 / 3, '0.333333'],
    ['quantity', 2 / 3, '0.666667'],
    ['quantity', -0.5, '-0.5'],
    ['quantity', 1e-9, '0'],
    ['quantity', '12,5', '12.5'],
    ['quantity', '1.234,5', '1234.5'],
    ['quantity', '-3', '-3'],
    ['quantity', 999_999_999_999_999, '999999999999999'],
    ['quantity', -0, '0'],
    ['price', '12.500', '12500'],
    ['price', 12345.6789, '12345.6789'],
    ['vnd', '-', 0],
    ['vnd', ' -   đ ', 0],
    ['quantity', '–', '0'],
    ['price', ' - ', '0'],
    ['price', '5%', '5'],
    ['factor', '-', null],
    ['day', '-', null],
    ['text', '-', '-'],
    ['code', '-', '-'],
    ['factor', '1/24', '1/24'],
    ['factor', ' 1 / 24 ', '1/24'],
    ['factor', '1/12 000', '1/12000'],
    ['factor', '0, 125', '0.125'],
    ['factor', '0,125', '0.125'],
    ['factor', '1,25', '1.25'],
    ['factor', '12.0000', '12.0000'],
    ['factor', 1.125, '1.125'],
    ['factor', 12, '12'],
    ['day', day('2026-02-28'), '2026-02-28'],
    ['day', '1/9/2026', '2026-09-01'],
    ['day', '30-09-2026', '2026-09-30'],
    ['day', '2026-09-30 08:15:00', '2026-09-30'],
    ['day', '2026-09-30T17:00:00Z', '2026-10-01'],
    ['day', '2026-09-30T17:00:00.000Z', '2026-10-01'],
    ['day', '2026-09-30T00:00:00+07:00', '2026-09-30'],
    ['day', '2026-09-30T16:59:59Z', '2026-09-30'],
    ['boolean', '✓', true],
    ['boolean', true, true],
    ['boolean', 'Không', false],
    ['vatRate', 10, '10'],
    ['vatRate', 0.08, '8'],
    ['vatRate', 0, '0'],
    ['vatRate', '8%', '8'],
    ['vatRate', 'kct', 'KCT'],
    ['vatRate', 7, 'KHAC:7'],
    ['vatRate', 'Không chịu thuế', 'KCT'],
    ['phone', 'Chị A: 0900000002', 'Chị A: 0900000002'],
    ['phone', 12345, '12345'],
    ['phone', '8.4912E+10', '8.4912E+10'],
    ['code', 8934561234567, '8934561234567'],
    ['code', 999_999_999_999_999, '999999999999999'],
    ['code', 'E+12', 'E+12'],
    ['code', "'00024", '00024'],
    ['code', "O'Neil", "O'Neil"],
    ['code', "'A1", "'A1"],
    ['code', 'S\u200cP\u200d1\u2060', 'SP1'],
    ['code', '\uff33\uff30\uff0d\uff11', 'SP-1'],
    ['code', 'MAR-123', 'MAR-123'],
    ['code', '12-JAN', '12-JAN'],
    ['code', '01/09/2026', '01/09/2026'],
    ['choice', 'CO', 'required'],
    ['choice', 'Ngừng sử dụng', false],
    ['quantity', '10 000', '10000'],
    ['quantity', "1'234,5", '1234.5'],
    ['quantity', '1 234,567', '1234.567'],
    ['vnd', '-1\u00a0234\u202f567 đ', -1234567],
    ['vnd', '(10 000)', -10000],
    ['vnd', '3.000.000,-', 3000000],
    ['vnd', '3000000.-', 3000000],
    ['vnd', '3.000.000,--', 3000000],
    ['vnd', '3.000.000,– đ', 3000000],
    ['vnd', '-3.000.000,-', -3000000],
    ['vnd', '3.000.000-', -3000000],
    ['price', '1.500,-', '1500'],
    ['boolean', '√', true],
    ['code', 'SP1\u2009', 'SP1'],
    ['code', '\u202fSP\u20031\u2002', 'SP 1'],
    ['code', 'SP\u30001', 'SP 1'],
    ['text', 'Nồi\u2028cơm\u2007', 'Nồi cơm'],
    ['code', 'АЯ-1 Борис', 'АЯ-1 Борис'],
    ['code', 'Μπ', 'Μπ'],
  ])('%s reads %j as %j', (type, cell, value) => {
    expect(convert(type, cell)).toBe(value);
  });

  it('says of twelve digits of no province that they are no personal number', () => {
    const { sentence } = convert('taxCode', '123456789012') as { sentence: string };
    expect(sentence).toContain('không phải số định danh cá nhân');
    expect((convert('taxCode', '0123456789') as { sentence: string }).sentence).toContain('sai số kiểm tra');
  });

  it.each<[FieldType, Exclude<Cell, null>, string, unknown]>([
    ['text', 'Nồi cơm\n', 'TEXT_CLEANED', 'Nồi cơm'],
    ['text', 'Hàng\r\nA', 'TEXT_CLEANED', 'Hàng A'],
    ['code', day('2026-11-03'), 'CODE_IS_DAY', '03/11/2026'],
    ['code', '02-Jan', 'CODE_IS_DAY', '02-Jan'],
    ['code', '02-Thg1', 'CODE_IS_DAY', '02-Thg1'],
    ['code', 'Mar-12', 'CODE_IS_DAY', 'Mar-12'],
    ['code', 'Thg 1-02', 'CODE_IS_DAY', 'Thg 1-02'],
    ['code', 'SР-1', 'CODE_LOOKALIKE', 'SР-1'],
    ['code', 'KН00012', 'CODE_LOOKALIKE', 'KН00012'],
    ['code', 'СА-120', 'CODE_LOOKALIKE', 'СА-120'],
    ['code', 'Α12', 'CODE_LOOKALIKE', 'Α12'],
    ['code', 'SP–1', 'CODE_LOOKALIKE', 'SP–1'],
    ['code', 'SP\u20111', 'CODE_LOOKALIKE', 'SP\u20111'],
    ['taxCode', '123456789012', 'TAX_CODE_CHECKSUM', '123456789012'],
    ['taxCode', '099203001234', 'TAX_CODE_CHECKSUM', '099203001234'],
    ['taxCode', 101243150, 'LEADING_ZERO_RESTORED', '0101243150'],
    ['phone', 900000001, 'LEADING_ZERO_RESTORED', '0900000001'],
    ['taxCode', '0123456789', 'TAX_CODE_CHECKSUM', '0123456789'],
    ['taxCode', '0314409058-991', 'TAX_CODE_BRANCH', '0314409058-991'],
    ['vnd', 1234.5, 'FRACTION_ROUNDED', 1235],
    ['vnd', -1234.5, 'FRACTION_ROUNDED', -1235],
    ['vnd', 0.4, 'FRACTION_ROUNDED', 0],
    ['day', 46266, 'DAY_FROM_NUMBER', '2026-09-01'],
    ['day', '46266', 'DAY_FROM_NUMBER', '2026-09-01'],
    ['factor', '1.000', 'NUMBER_AMBIGUOUS', '1.000'],
    ['factor', '12,500', 'NUMBER_AMBIGUOUS', '12.500'],
    ['choice', 'Có lẽ', 'UNKNOWN_CHOICE', 'unset'],
    ['text', 'x'.repeat(801), 'TEXT_CUT', 'x'.repeat(800)],
    ['text', `${'x'.repeat(799)}😀 và`, 'TEXT_CUT', 'x'.repeat(799)],
    ['text', `${'x'.repeat(790)}\n${'y'.repeat(90)}`, 'TEXT_CUT', `${'x'.repeat(790)} ${'y'.repeat(9)}`],
  ])('%s reads %j with the warning %s', (type, cell, code, value) => {
    expect(convert(type, cell)).toMatchObject({ code, value });
  });

  // Each step of a search that goes back would take its time for every digit of so many.
  it.each(['9', '1 ', '1.', "1'", ' '])('refuses a number of a million signs «%s» in no time', (sign) => {
    const text = `1${sign.repeat(500_000)}x`;
    expect(convert('quantity', text)).toMatchObject({ code: 'NOT_A_NUMBER' });
    expect(convert('factor', text)).toMatchObject({ code: 'BAD_FACTOR' });
  });

  it.each([':', ': ', ' :x'])('refuses a yes or no of a million signs «%s» in no time', (sign) => {
    const text = `1${sign.repeat(500_000)}x`;
    expect(convert('boolean', text)).toMatchObject({ code: 'NOT_A_BOOLEAN' });
    expect(convert('vatRate', text)).toMatchObject({ code: 'BAD_VAT_RATE' });
    expect(convert('choice', text)).toMatchObject({ code: 'UNKNOWN_CHOICE' });
  });

  it.each<[FieldType, Exclude<Cell, null>, string]>([
    ['text', '#N/A', 'CELL_ERROR'],
    ['text', UNCALCULATED, 'CELL_ERROR'],
    ['code', 'x'.repeat(801), 'TEXT_TOO_LONG'],
    ['code', '8.93456E+12', 'CODE_ROUNDED'],
    ['code', '8,93456E+12', 'CODE_ROUNDED'],
    ['code', '9e+12', 'CODE_ROUNDED'],
    ['code', 1_000_000_000_000_000, 'CODE_ROUNDED'],
    ['code', 1.23456789012345e18, 'CODE_ROUNDED'],
    ['day', '80000', 'NOT_A_DAY'],
    ['vnd', '#REF!', 'CELL_ERROR'],
    ['vnd', 'abc', 'NOT_A_NUMBER'],
    ['vnd', true, 'NOT_A_NUMBER'],
    ['vnd', '5%', 'NOT_A_NUMBER'],
    ['quantity', '5 %', 'NOT_A_NUMBER'],
    ['vnd', 1e300, 'NUMBER_TOO_LARGE'],
    ['quantity', '1.234', 'NUMBER_AMBIGUOUS'],
    ['quantity', '1.2.3', 'NOT_A_NUMBER'],
    ['quantity', '1 5', 'NOT_A_NUMBER'],
    ['quantity', '10 000 5', 'NOT_A_NUMBER'],
    ['quantity', '10  000', 'NOT_A_NUMBER'],
    ['quantity', '1.234 567', 'NOT_A_NUMBER'],
    ['vnd', '1.234 500', 'NOT_A_NUMBER'],
    ['vnd', '1500 2000', 'NOT_A_NUMBER'],
    ['factor', '1 5', 'BAD_FACTOR'],
    ['factor', '24  12', 'BAD_FACTOR'],
    ['factor', '1/2  4', 'BAD_FACTOR'],
    ['factor', '1.5 000', 'BAD_FACTOR'],
    ['quantity', 1_000_000_000_000_000, 'NUMBER_TOO_LARGE'],
    ['quantity', '1000000000000000', 'NUMBER_TOO_LARGE'],
    ['price', Number.POSITIVE_INFINITY, 'NOT_A_NUMBER'],
    ['quantity', day('2026-01-01'), 'NOT_A_NUMBER'],
    ['factor', 0, 'BAD_FACTOR'],
    ['factor', '-1', 'BAD_FACTOR'],
    ['day', '31/02/2026', 'NOT_A_DAY'],
    ['day', '23/09/0226', 'NOT_A_DAY'],
    ['day', '1026-09-23', 'NOT_A_DAY'],
    ['day', '09/30/2026', 'NOT_A_DAY'],
    ['day', 5, 'NOT_A_DAY'],
    ['day', day('1900-01-01'), 'NOT_A_DAY'],
    ['day', day('1904-01-05'), 'NOT_A_DAY'],
    ['boolean', 'maybe', 'NOT_A_BOOLEAN'],
    ['taxCode', 'ABC', 'TAX_CODE_FORMAT'],
    ['taxCode', 'Không rõ ràng', 'TAX_CODE_FORMAT'],
    ['taxCode', '12345', 'TAX_CODE_FORMAT'],
    ['vatRate', 'mười', 'BAD_VAT_RATE'],
  ])('%s rejects %j with %s', (type, cell, code) => {
    const fault = convert(type, cell);
    expect(fault).toMatchObject({ code });
    expect(fault).not.toHaveProperty('value');
  });

  it('says what a factor that may be a thousand was read as, unless a program wrote it', () => {
    expect(convert('factor', '1.000')).toMatchObject({
      sentence: 'được đọc là 1. Đúng ra là 1000 thì hãy ghi 1000.',
    });
    expect(convertCell(field('factor'), '1.000', true)).toBe('1.000');
    expect(convertCell({ ...field('factor'), readOnly: true }, '1.000')).toBe('1.000');
  });

  it('distinguishes numbers that it has read before, whatever place they share', () => {
    const read = (number: number) => convertCell(field('quantity'), number);
    const numbers = Array.from({ length: 20_000 }, (_, at) => (at - 10_000) / 8);
    for (const all of [numbers, numbers]) expect(all.filter((number) => read(number) !== String(number))).toEqual([]);
  });

  it('reads a quantity that is a number as it reads the same digits of a program', () => {
    const few = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(8)).map(([whole, places]) => whole / 10 ** places);
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.oneof(few, any, fc.constantFrom(0.5, -0.5, -0, 1e-7, 123456789012345.6)), (number) => {
        const text = decimalText(number === 0 ? 0 : number);
        expect(convertCell(field('quantity'), number)).toEqual(convertCell(field('quantity'), text, true));
      }),
    );
  });
});
