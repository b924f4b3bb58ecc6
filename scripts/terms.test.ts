import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TERMS } from './terms.ts';

/**
 * The sources that speak to people: screens, messages and workbooks, without tests and the names of other programs'
 * files.
 */
const sources = execFileSync('git', ['ls-files', 'web/src', 'server/src', 'engine/src', 'contract/src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .filter((file) => !/^engine\/src\/(sheets|connections|text)\/|layout\/nav\.tsx/.test(file));

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

it.each(TERMS)('says «$term» and nothing else for $means', ({ never }) => {
  const wrong = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        !isComment(line) && never.some((word) => word.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(wrong).toEqual([]);
});

it('looks at enough files to mean something', () => {
  expect(sources.length).toBeGreaterThan(600);
});
