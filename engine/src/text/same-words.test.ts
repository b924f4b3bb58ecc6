import { expect, test } from 'vitest';
import { haveSameWords } from './same-words.ts';

test.each([
  ['Công ty TNHH An Bình', 'CÔNG TY  TNHH AN BÌNH'],
  ['Công ty Hoà Phát', 'Công ty Hòa Phát'],
  ['Công ty Việt Đức', 'Công ty Việt Đức'.normalize('NFD')],
  ['Công ty TNHH An Bình', 'Cty Trách nhiệm hữu hạn An Bình'],
  ['CONG TY CO PHAN MINH LONG', 'Công ty CP Minh Long'],
  ['12 Lê Lợi, P.5, Q1, TP. HCM', '12 Lê Lợi - Phường 5, Quận 1, thành phố Hồ Chí Minh'],
  ['Số 12 Lê Lợi, phường 5', '12 Lê Lợi, P5'],
  ['Công ty A & B', 'Công ty A và B'],
  ['Công ty A&B', 'CONG TY A VA B'],
  ["Công ty L'Anh", 'Công ty LAnh'],
  ['', ''],
])('«%s» says the same as «%s»', (a, b) => {
  expect(haveSameWords(a, b)).toBe(true);
  expect(haveSameWords(b, a)).toBe(true);
});

test.each([
  ['Nguyễn Văn Hùng', 'Nguyễn Văn Hưng'],
  ['Công ty An Bình', 'Công ty An Minh'],
  ['12 Lê Lợi', '21 Lê Lợi'],
  ['Công ty Đức', 'Công ty Dức'],
  ['Cty An Bình', 'Công ty An Bình Phát'],
  ['Cty Hùng', 'Công ty Hưng'],
  ['Công ty Số 1', 'Công ty Sổ 1'],
  ['Công ty constructor', 'Công ty'],
])('«%s» says something else than «%s»', (a, b) => {
  expect(haveSameWords(a, b)).toBe(false);
  expect(haveSameWords(b, a)).toBe(false);
});
