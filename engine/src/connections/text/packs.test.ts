import { describe, expect, test } from 'vitest';
import { compile, surfaces } from '../index/catalogue.ts';
import { isPackOf } from './packs.ts';
import { tokenText } from './vocabulary.ts';

const read = (name: string, kind: 'product' | 'partner' = 'product'): string[] => {
  const { words, left } = compile(kind, [{ id: '1', name }], []);
  return [...left.name.values].map((id) => tokenText(words, id));
};

describe('packs', () => {
  test.each([
    'Bia Apollo 330ml thùng 24 lon',
    'Bia Apollo 330ml (24 lon/thùng)',
    'Bia Apollo 330ml (24/thùng)',
    'Bia Apollo 330ml (T24)',
    'Bia Apollo 330ml/T24',
    'Bia Apollo 330ml Thg 24',
  ])('«%s» holds 24', (name) => {
    expect(read(name)).toEqual(['bia', 'apollo', '330ml', '24/']);
  });

  test('tokens that are not a pack stay', () => {
    expect(read('Máy khoan Kato T24')).toEqual(['may', 'khoan', 'kato', 't24']);
    expect(read('Thép hộp 20x40')).toEqual(['thep', 'hop', '20', '40']);
    expect(read('Máy hàn H100')).toEqual(['may', 'han', 'h100']);
    expect(read('Kho 24 lon thùng', 'partner')).toEqual(['kho', '24', 'lon', 'thung']);
  });

  test('a box of so many v or c holds tablets or pieces, and another figure is of volts', () => {
    expect(read('Panadol hộp 180v')).toEqual(['panadol', '180/']);
    expect(read('Panadol hộp 15 vỉ x 12 viên')).toEqual(['panadol', '180/']);
    expect(read('Bánh hộp 12c')).toEqual(['banh', '12/']);
    expect(read('Quạt 220v')).toEqual(['quat', '220v']);
    expect(read('Đèn hộp 220V')).toEqual(['den', 'hop', '220v']);
    expect(read('Panadol hộp 24v')).toEqual(['panadol', '24/']);
  });

  test.each([
    ['180v', true],
    ['24v', false],
  ])('a box of «%s» and that figure beside it are one: %s', (figure, isSaid) => {
    const { words, left } = compile('product', [{ id: '1', name: `Panadol hộp ${figure}, ${figure}` }], []);
    expect(isPackOf(words, left.name.values[1]!, left.name.values[2]!)).toBe(isSaid);
  });

  test.each([
    'Cetizin 10mg (H/10 vỉ x 10 viên)',
    'Cetizin 10mg H/10vỉ x 10v',
    'Cetizin 10mg H100v',
    'Cetizin 10mg hộp 100 viên',
    'Cetizin 10mg 10 vỉ x 10 viên',
    'Cetizin 10mg lọ 100 viên',
  ])('«%s» holds 100', (name) => {
    expect(read(name)).toEqual(['cetizin', '0.01g', '100/']);
  });

  test('a carton has its own number beside that of a box', () => {
    expect(read('Cà phê Rosa 18 gói (thùng 24)')).toEqual(['ca', 'phe', 'rosa', '18', 'goi', '24/']);
  });

  test('the spelling of a pack is kept whole for the chips', () => {
    const { workspace } = compile('product', [], []);
    expect(surfaces(workspace, 'Bia Apollo thùng 24 lon')).toEqual(['Bia', 'Apollo', 'thùng 24 lon']);
  });
});
