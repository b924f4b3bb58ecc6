import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTaxCodes, hasValidCheckDigit, normaliseTaxCode, readTaxCode, taxCodesOf } from './tax-code.ts';

describe('tax codes', () => {
  test.each(['0101243150', '0316520076', '0100109106', '0300588569', '0100112437', '0107134782', '0314409058-002'])(
    '%s is valid',
    (code) => {
      expect(readTaxCode(code).check).toBe('valid');
      expect(readTaxCode(code).code).toBe(code);
    },
  );

  test.each(['0312345678', '0123456789'])('%s fails the checksum: a warning, the code is kept', (code) => {
    expect(readTaxCode(code)).toMatchObject({ code, check: 'bad_checksum', base: code });
  });

  test.each([
    ['314409058', '0314409058', 'lost_zero'],
    ['314409058002', '0314409058-002', 'lost_zero'],
    ['314409058-002', '0314409058-002', 'lost_zero'],
    ['0314409058002', '0314409058-002', 'valid'],
    [' 0314 409 058 ', '0314409058', 'valid'],
    ['MST: 0314409058', '0314409058', 'valid'],
    ['079203001234', '079203001234', 'valid'],
    ['79203001234', '079203001234', 'lost_zero'],
    ['123456789012', '123456789012', 'bad_checksum'],
    ['149203001234', '149203001234', 'valid'],
    ['099203001234', '099203001234', 'bad_checksum'],
    ['314409059002', '314409059002', 'bad_checksum'],
    ['000203001234', '000203001234', 'bad_checksum'],
    ['123456789', '123456789', 'bad_format'],
    ['0314409058-000', '0314409058-000', 'bad_format'],
    ['0314409058-2', '0314409058-2', 'bad_format'],
    ['0314409058-02', '0314409058-02', 'bad_format'],
    ['0314409058 02', '0314409058 02', 'bad_format'],
    ['314409058/2', '314409058/2', 'bad_format'],
    ['079 203 001 234', '079203001234', 'valid'],
    ['3.14E+08', '3.14E+08', 'bad_format'],
    ['', '', 'empty'],
  ])('reads «%s» as %s (%s)', (raw, code, check) => {
    expect(readTaxCode(raw)).toMatchObject({ code, check });
  });

  test.each([
    ['0314409058-990', 'valid'],
    ['0314409058-991', 'branch_range'],
    ['0314409058999', 'branch_range'],
    ['314409058-991', 'lost_zero'],
    ['0314409059-991', 'bad_checksum'],
    ['0314409058-000', 'bad_format'],
  ])('%s as a branch is %s: branches are given from 001 to 990, older ones stay in use', (code, check) => {
    expect(readTaxCode(code).check).toBe(check);
  });

  test('branch 991 was given before 01/07/2026, by the rule of that time', () => {
    expect(readTaxCode('0314409058-991', 999)).toMatchObject({ kind: 'branch', branch: '991', check: 'valid' });
  });

  test('an old code of a household and its personal number may be the same partner’s, an enterprise’s never', () => {
    expect(compareTaxCodes('8012345678', '079203001234')).toBe('renumbered');
    expect(compareTaxCodes('079203001234', '8012345678-001')).toBe('renumbered');
    expect(compareTaxCodes('0314409058', '079203001234')).toBe('different');
    expect(compareTaxCodes('8012345678', '8012345679')).toBe('different');
    expect(compareTaxCodes('079203001234', '079203001235')).toBe('different');
  });

  test.each([
    ['8012345678', '079203001234', ['8012345678', '079203001234']],
    ['', '079203001234', ['079203001234']],
    ['0314409058', '079203001234', ['0314409058']],
    ['8012345678', '', ['8012345678']],
    ['079203001234', '079203001234', ['079203001234']],
    ['', '', []],
  ])('a partner with tax code «%s» and identity number «%s» goes by %j', (taxCode, idNumber, codes) => {
    expect(taxCodesOf({ taxCode, idNumber })).toEqual(codes);
  });

  test('a branch is not its parent', () => {
    expect(compareTaxCodes('0314409058', '0314409058-002')).toBe('same_entity');
    expect(compareTaxCodes('0314409058-001', '0314409058002')).toBe('same_entity');
    expect(compareTaxCodes('0314409058', '314409058')).toBe('same');
    expect(compareTaxCodes('0314409058', '0101243150')).toBe('different');
    expect(compareTaxCodes('', '0101243150')).toBe('unknown');
  });

  test('changing one of the first nine digits always breaks the check digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'0314409058'];
        digits[at] = String((Number(digits[at]) + by) % 10);
        expect(hasValidCheckDigit(digits.join(''))).toBe(false);
      }),
    );
  });

  test('normalising is idempotent and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normaliseTaxCode(normaliseTaxCode(text))).toBe(normaliseTaxCode(text));
      }),
    );
  });
});
