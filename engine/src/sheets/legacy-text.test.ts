import { describe, expect, it } from 'vitest';
import { fromLegacy } from '../text/legacy-letters.ts';
import { legacyEncodingOf, vietnameseShare } from './legacy-text.ts';

const UNICODE = 'Công ty cổ phần thương mại và dịch vụ Nguyễn Đình Chiểu';
const TCVN3 = 'C«ng ty cæ phÇn th\u00ad¬ng m¹i vµ dÞch vô NguyÔn §×nh ChiÓu';
const VNI = 'Coâng ty coå phaàn thöông maïi vaø dòch vuï Nguyeãn Ñình Chieåu';

describe('fromLegacy', () => {
  it('reads TCVN3 and VNI', () => {
    expect(fromLegacy(TCVN3, 'tcvn3')).toBe(UNICODE);
    expect(fromLegacy(VNI, 'vni')).toBe(UNICODE);
  });

  it('reads capitals of VNI, marks in either case', () => {
    expect(fromLegacy('COÂNG TY ÑAÀU TÖ', 'vni')).toBe('CÔNG TY ĐẦU TƯ');
    expect(fromLegacy('MAõ HAøNG', 'vni')).toBe('MÃ HÀNG');
  });

  it('reads two letters of VNI side by side, of which the second has a mark', () => {
    expect(fromLegacy('Nöôùc maém, ñöôøng, röôïu, löôõi', 'vni')).toBe('Nước mắm, đường, rượu, lưỡi');
    expect(fromLegacy('NÖÔÙC ÑÖÔØNG', 'vni')).toBe('NƯỚC ĐƯỜNG');
  });

  it('leaves plain text and foreign characters unchanged', () => {
    expect(fromLegacy('Noi com 1.8L', 'vni')).toBe('Noi com 1.8L');
    expect(fromLegacy('±5%', 'tcvn3')).toBe('±5%');
  });
});

describe('legacyEncodingOf', () => {
  it.each([
    [TCVN3, 'tcvn3'],
    [VNI, 'vni'],
    ['M· hµng | Tªn hµng | §¬n vÞ tÝnh', 'tcvn3'],
    ['Maõ haøng | Teân haøng | Ñôn vò tính', 'vni'],
    [UNICODE, undefined],
    ['Hà Nam, bà Hoàng Lan', undefined],
    ['Noi com dien 1.8L', undefined],
    ['Ong thep Ø 21 | Ø27 | ±5% | 180° | 5µ', undefined],
    ['Ong thep m¹ kÏm Ø 21', 'tcvn3'],
    ['Crème brûlée, Citroën, façade', undefined],
  ])('%s → %s', (text, encoding) => {
    expect(legacyEncodingOf(text)).toBe(encoding);
  });
});

it('knows Vietnamese from what only looks like letters', () => {
  expect(vietnameseShare(UNICODE)).toBe(1);
  expect(vietnameseShare(TCVN3)).toBeLessThan(0.3);
  expect(vietnameseShare('ABC 123')).toBeUndefined();
});
