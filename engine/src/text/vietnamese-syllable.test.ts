import { expect, it } from 'vitest';
import { isVietnameseSyllable } from './vietnamese-syllable.ts';

it.each([
  'công ty cổ phần thương mại và dịch vụ Nguyễn Đình Chiểu',
  'quốc quả quỳnh quýt giếng gì già nghiêng khuỷu ngoằn ngoèo xoong thuở huơ tuýp yêu ỉ ở',
  'ĐƯỜNG SỮA NƯỚC MẮM',
])('«%s» is made of syllables', (text) => {
  expect(text.split(' ').filter((word) => !isVietnameseSyllable(word))).toEqual([]);
});

it.each([
  ['words of other languages', 'crème café Müller Noël Señor garçon Nestlé Łódź'],
  ['two tones, or a stop with the wrong one', 'hòá càt hãc sủch'],
  ['vowels that no rime has', 'baạ lộa boă hâ ă'],
  ['abbreviations', 'ĐVT TTĐB đc'],
  ['texts in TCVN3 and VNI', 'C«ng th\u00ad¬ng m¹i vµ Coâng thöông Maïi'],
])('%s are none', (_, text) => {
  expect(text.split(' ').filter(isVietnameseSyllable)).toEqual([]);
});
