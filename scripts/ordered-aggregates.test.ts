import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const LISTS = /\b(?:json_agg|jsonb_agg|array_agg|string_agg)\(/g;

/** The text from a place up to the parenthesis that closes the one before it. */
function upToClosing(source: string, from: number): string {
  let open = 1;
  let at = from;
  for (; open > 0 && at < source.length; at++) open += Number(source[at] === '(') - Number(source[at] === ')');
  return source.slice(from, at - 1);
}

const unordered = (source: string): string[] =>
  [...source.matchAll(LISTS)]
    .map(({ index, 0: call }) => upToClosing(source, index + call.length))
    .filter((own) => !/\border by\b|^\s*distinct\b/.test(own));

it('lists that PostgreSQL puts together have an order: without one it is that of the disk, which no two databases share', () => {
  expect(unordered('select array_agg(a), jsonb_agg(f(b) order by b), array_agg(distinct c)')).toEqual(['a']);
  const files = execFileSync('git', ['ls-files', 'server/src'], { encoding: 'utf8' });
  const sources = files.split('\n').filter((file) => /(?<!\.test)\.ts$/.test(file));
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((file) => unordered(readFileSync(file, 'utf8')).map((own) => `${file}: ${own}`));
  expect(found).toEqual([]);
});
