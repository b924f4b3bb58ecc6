import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actionName, ENTITIES } from '../web/src/features/admin/terms.ts';

const sources = execFileSync('git', ['ls-files', 'server/src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file));

/** The texts behind this word in the sources of the service, with the names of columns left out. */
const noted = (word: RegExp, text: RegExp): string[] => {
  const lines = sources.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => word.test(line));
  return [...new Set(lines.flatMap((line) => [...line.matchAll(text)].map(([, found]) => found!)))];
};

it('every action that the service notes in the log is told in Vietnamese', () => {
  const actions = noted(/\baction: /, /'([a-z-]+\.[a-z-]+)'/g);
  expect(actions.length).toBeGreaterThan(50);
  expect(actions.filter((action) => actionName(action) === action)).toEqual([]);
});

it('every kind of record that the service notes in the log is told in Vietnamese', () => {
  const entities = noted(/\bentity: '/, /\bentity: '([a-z-]+)'/g).filter((entity) => entity !== 'entity');
  expect(entities.length).toBeGreaterThan(15);
  expect(entities.filter((entity) => !(entity in ENTITIES))).toEqual([]);
});

it('every number of records in the log is written with points for thousands', () => {
  const counts = noted(
    /\bsummary: `/,
    /\$\{((?:[^{}`]|\{[^{}]*\})+)\} (?:dòng|hóa đơn|cặp|liên kết|bản ghi|đối tượng|mặt hàng|mới|sửa|bỏ|ngừng|giữ nguyên|bị từ chối|khác nhau)(?![\p{L}])/gu,
  );
  expect(counts.length).toBeGreaterThan(20);
  expect(counts.filter((count) => !/^format|\?/.test(count))).toEqual([]);
});
