import { expect, it } from 'vitest';
import { jsonProblem } from './json-problem.ts';

it('names the line and the column of what is wrong, in Vietnamese', () => {
  expect(jsonProblem('{"a": 1}')).toBeUndefined();
  expect(jsonProblem('{\n  "a": 1,\n  "b" 2\n}')).toBe('Văn bản chưa phải JSON: sai ở dòng 3, cột 7.');
});

it('says so when the text ends too early or is empty', () => {
  for (const text of ['', '{"a":']) expect(jsonProblem(text)).toBe('Văn bản chưa phải JSON: còn thiếu phần cuối.');
});
