import { describe, expect, it, vi } from 'vitest';
import { judgingAction } from './use-judging-keys.ts';
import { boundText, bucketText, type Certification, judgedText, leftText } from './words.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => {
  const keys = { judge: vi.fn(), back: vi.fn() };
  const given = { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more };
  judgingAction(given, keys)?.();
  return keys;
};

describe('the keys of judging', () => {
  it.each([
    ['1', 'right'],
    ['2', 'wrong'],
    ['3', 'unsure'],
  ])('%s says %s', (key, judgement) => {
    const { judge, back } = press(key);
    expect(judge.mock.calls).toEqual([[judgement]]);
    expect(back).not.toHaveBeenCalled();
  });

  it('go back with the arrow, U and Ctrl+Z', () => {
    expect(press('ArrowLeft').back).toHaveBeenCalledOnce();
    expect(press('U').back).toHaveBeenCalledOnce();
    expect(press('z', { ctrlKey: true }).back).toHaveBeenCalledOnce();
  });

  it('judge nothing while held, with another key, or for a letter', () => {
    for (const { judge, back } of [
      press('1', { repeat: true }),
      press('1', { ctrlKey: true }),
      press('a'),
      press('4'),
    ]) {
      expect(judge).not.toHaveBeenCalled();
      expect(back).not.toHaveBeenCalled();
    }
  });
});

describe('the words of a certificate', () => {
  it('never promise less than the bound', () => {
    expect([0, 0.005, 0.00491, 0.004901, 0.02, 1].map(boundText)).toEqual(['0%', '0,5%', '0,5%', '0,5%', '2%', '100%']);
    expect(boundText(0.019_701)).toBe('1,98%');
  });

  it('name the bucket by its scores, its words and what was taken out', () => {
    const bucket = { minScore: 0.9, maxScore: 0.99, q: 'bia', withoutTraits: [{ key: 'a', words: 'Khác ĐVT' }] };
    // The rest of a certificate does not matter here.
    expect(bucketText(bucket as unknown as Certification)).toBe('Điểm 90% – 99%, có «bia», trừ «Khác ĐVT»');
    expect(bucketText({ ...bucket, maxScore: null, q: '', withoutTraits: [] } as unknown as Certification)).toBe(
      'Điểm từ 90%',
    );
  });

  it('quote what quotes something itself with other marks', () => {
    const withoutTraits = [{ key: 'a', words: 'Nhóm AMIS «Bia»' }];
    const bucket = { minScore: 0.9, maxScore: null, q: '', withoutTraits } as unknown as Certification;
    expect(bucketText(bucket)).toBe('Điểm từ 90%, trừ «Nhóm AMIS “Bia”»');
  });

  it('do not leave a pair among the right ones that was disproved afterwards', () => {
    const sample = { judged: 60, right: 60, wrong: 0, unsure: 0 } as Certification;
    expect(judgedText(sample)).toBe('Đã xem 60 cặp: 60 đúng, 0 sai, 0 không rõ');
    expect(judgedText(sample, 1)).toBe(
      'Đã xem 60 cặp: 60 đúng lúc xem, 0 sai, 0 không rõ; về sau 1 cặp đúng lúc xem đã bị bỏ liên kết',
    );
  });

  it('say how many pairs a split leaves, in bounds where the traits may share pairs', () => {
    const rest = '(trừ cặp đã thấy sai hoặc không rõ) để rút mẫu mới.';
    expect(leftText(62, [{ members: 20 }])).toBe(`Nhóm có 62 cặp, còn lại 42 cặp ${rest}`);
    expect(leftText(62, [{ members: 20 }, { members: 50 }])).toBe(`Nhóm có 62 cặp, còn lại từ 0 đến 12 cặp ${rest}`);
    expect(leftText(62, [{ members: 62 }])).toBe('Nhóm có 62 cặp, tách như vậy thì không còn cặp nào.');
    expect(leftText(62, [])).toBe('Nhóm có 62 cặp: đánh dấu đặc điểm để tách ra.');
  });
});
