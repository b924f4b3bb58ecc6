import { describe, expect, test } from 'vitest';
import { repairEncoding } from './legacy-encoding.ts';

describe('repairEncoding', () => {
  test.each([
    ['C«ng ty TNHH Th\u00ad¬ng m¹i', 'Công ty TNHH Thương mại'],
    ['S÷a t\u00ad¬i cã ®\u00adêng', 'Sữa tươi có đường'],
    ['Coâng ty TNHH Thöông Maïi', 'Công ty TNHH Thương Mại'],
    ['Nguyeãn Vaên Huøng', 'Nguyễn Văn Hùng'],
    ['Nöôùc maém', 'Nước mắm'],
    ['CÃ´ng ty TNHH ThÆ°Æ¡ng máº¡i', 'Công ty TNHH Thương mại'],
    ['NhÃ  mÃ¡y Ä‘Æ°á»\u009dng', 'Nhà máy đường'],
    ['CĂ´ng ty Cá»• pháº§n', 'Công ty Cổ phần'],
    ['HankyÅ« KyÅ\u008dto Main Line', 'Hankyū Kyōto Main Line'],
    ['Caf\u00c3\u00a9', 'Café'],
    ['Cá»­a hÃ\u00a0ng BÃ\u00a0 LÃ', 'Cửa hàng Bà Là'],
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
    'São Paulo',
    'Giá «sữa đá»',
    'Nhãn Â©',
    'CÃ´ng ty Hạ Long',
    'NHÃ NAM',
    'TÃ BOBBY SIZE M',
  ])('«%s» is left alone', (text) => {
    expect(repairEncoding(text)).toBe(text);
  });
});
