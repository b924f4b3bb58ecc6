import { describe, expect, it, vi } from 'vitest';
import { judgingAction } from './use-judging-keys.ts';
import { boundText, bucketText, type Certification } from './words.ts';

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
});
