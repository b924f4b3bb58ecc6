import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { records } from '@khop/engine/records/records.ts';
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
  .filter((file) => !/^engine\/src\/(sheets|records|connections|text)\/|layout\/nav\.tsx/.test(file));

/** A record says both: its headers in workbooks are the words of AMIS, the rest is read on screens. */
const saidOfRecords = records.flatMap(({ entity, noun, fields }) =>
  [noun, ...Object.values(fields).flatMap(({ heading: _theirs, ...field }) => JSON.stringify(field))].map(
    (text) => `${entity}: ${text}`,
  ),
);

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

it.each(TERMS)('says «$term» and nothing else for $means', ({ never }) => {
  const wrong = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        !isComment(line) && never.some((word) => word.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect([...wrong, ...saidOfRecords.filter((text) => never.some((word) => word.test(text)))]).toEqual([]);
});

it('looks at enough files to mean something', () => {
  expect(sources.length).toBeGreaterThan(600);
});
