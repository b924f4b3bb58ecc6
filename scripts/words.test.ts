import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAUSE, EXCEPTIONS, LEANING, NAMES, ROOMS, WORDS } from './words.ts';

/** One comment, one name or one title, with where it begins in its source. */
type Text = { readonly at: number; readonly text: string };

/** Comments as people read them: the lines of a block together, without their signs. */
function commentsOf(source: string): Text[] {
  const comments: { at: number; text: string; end: number }[] = [];
  let inBlock = false;
  let begin = 0;
  source.split('\n').forEach((line, at) => {
    const isLine = /^\s*\/\//.test(line);
    const begins = !inBlock && /^\s*\/\*/.test(line);
    const words = line
      .replace(/^\s*(\/\*\*?|\*\/|\*|\/\/)\s?/, '')
      .replace(/\*\/\s*$/, '')
      .trim();
    const last = comments.at(-1);
    if (inBlock || (isLine && last?.end === at))
      comments[comments.length - 1] = { ...last!, text: `${last!.text} ${words}`.trim(), end: at + 1 };
    else if (isLine || begins) comments.push({ at: begin, text: words, end: isLine ? at + 1 : -1 });
    if (begins || inBlock) inBlock = !line.includes('*/');
    begin += line.length + 1;
  });
  return comments;
}

const CODE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*/g;

/** Names in code, without texts and comments. */
const namesOf = (source: string): Text[] =>
  [...source.matchAll(CODE)]
    .filter(([text]) => /^[A-Za-z_$]/.test(text))
    .map(({ 0: text, index }) => ({ at: index, text }));

/** `productLinks` → product, links. */
const partsOf = (name: string): string[] => name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase());

const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\]\)\(|\)\)\()\s*(['"`])((?:\\.|(?!\1).)+)\1/g;

/** Titles of tests and of what holds them together. */
const titlesOf = (source: string): Text[] =>
  [...source.matchAll(TITLE)].map(({ 2: text = '', index }) => ({ at: index, text }));

const sources = new Map(
  execFileSync('git', ['ls-files', ...ROOMS], { encoding: 'utf8' })
    .split('\n')
    // This check names the words that it forbids.
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.generated\.ts$|scripts\/words\./.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** Every source read in one way, for all the rules that look at it. */
const readBy = (read: (source: string) => Text[]): { file: string; source: string; texts: Text[] }[] =>
  [...sources].map(([file, source]) => ({ file, source, texts: read(source) }));

const comments = readBy(commentsOf);
const titles = readBy(titlesOf).filter(({ file }) => /\.test\.tsx?$/.test(file));
const names = readBy(namesOf);

/** The texts of a reading that a rule objects to, each with its place. */
const wrong = (readings: typeof comments, isWrong: (text: string, file: string) => boolean): string[] =>
  readings.flatMap(({ file, source, texts }) =>
    texts.flatMap(({ at, text }) =>
      isWrong(text, file) ? [`${file}:${source.slice(0, at).split('\n').length} ${text}`] : [],
    ),
  );

describe('comments', () => {
  it('name the thing instead of opening with a clause', () => {
    expect(wrong(comments, (text) => CLAUSE.test(text))).toEqual([]);
  });

  it.each(WORDS)('say "$say" instead of $never', ({ never, unless }) => {
    expect(wrong(comments, (text, file) => never.test(text) && !unless?.test(file))).toEqual([]);
  });
});

describe('titles of tests', () => {
  it('are sentences that are true without the test before', () => {
    expect(wrong(titles, (text) => LEANING.test(text))).toEqual([]);
  });

  it.each(WORDS)('say "$say" instead of $never', ({ never, unless }) => {
    const isWrong = (text: string, file: string) => never.test(text) && !unless?.test(file);
    expect(wrong(titles, isWrong)).toEqual([]);
  });
});

describe('names in code', () => {
  const isAllowed = (name: string, file: string): boolean =>
    EXCEPTIONS.some((one) => one.name === name && file.startsWith(one.under));

  it.each(NAMES)('say "$say" instead of $never', ({ never, unless }) => {
    const isWrong = (name: string, file: string) =>
      never.test(partsOf(name).join(' ')) && !unless?.test(file) && !isAllowed(name, file);
    expect(wrong(names, isWrong)).toEqual([]);
  });

  it.each(EXCEPTIONS)('still need the exception $name under $under', ({ name, under }) => {
    expect(
      [...sources].some(([file, source]) => file.startsWith(under) && new RegExp(`\\b${name}\\b`).test(source)),
    ).toBe(true);
  });
});

describe('the check of words', () => {
  it('reads a comment of several lines as one, and two comments as two', () => {
    const source =
      '/**\n * One\n * thing.\n */\nconst a = 1;\n// Two\n// lines.\nconst b = 2; // not read\n/** Three. */\n/** Four. */';
    expect(commentsOf(source).map(({ text }) => text)).toEqual(['One thing.', 'Two lines.', 'Three.', 'Four.']);
  });

  it('reads names without the words of texts and comments', () => {
    expect(namesOf('const siteRules = "a link"; // of nobody\n`site`').map(({ text }) => text)).toEqual([
      'const',
      'siteRules',
    ]);
    expect(partsOf('siteRules')).toEqual(['site', 'rules']);
  });

  it('reads the titles of tests with rows as well', () => {
    expect(titlesOf("it('is one', f);\ntest.each([1])('is %s', f)").map(({ text }) => text)).toEqual([
      'is one',
      'is %s',
    ]);
  });

  it('looks at enough files to mean something', () => {
    expect(sources.size).toBeGreaterThan(500);
  });
});
