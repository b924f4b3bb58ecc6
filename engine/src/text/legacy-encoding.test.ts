import { describe, expect, test } from 'vitest';
import { repairEncoding } from './legacy-encoding.ts';

describe('repairEncoding', () => {
  test.each([
    ['C«ng ty TNHH Th\u00ad¬ng m¹i', 'Công ty TNHH Thương mại'],
    ['S÷a t\u00ad¬i cã ®\u00adêng', 'Sữa tươi có đường'],
    ['Coâng ty TNHH Thöông Maïi', 'Công ty TNHH Thương Mại'],
    ['Nguyeãn Vaên Huøng', 'Nguyễn Văn Hùng'],
    ['Nöôùc maém', 'Nước mắm'],
  ])('«%s» → «%s»', (broken, whole) => {
    expect(repairEncoding(broken)).toBe(whole);
  });

  test.each([
    'Công ty TNHH Thương mại',
    'Hoà Bình',
    'Citroën Noël',
    'Windows® 10',
    'Müller & Söhne',
    'Toàn Phát',
    '5 µm',
    'jalapeño',
    'naïve café',
  ])('«%s» is left alone', (text) => {
    expect(repairEncoding(text)).toBe(text);
  });
});
