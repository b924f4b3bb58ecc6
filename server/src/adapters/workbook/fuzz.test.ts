import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inThread } from '../../threads/in-thread.ts';
import { partsOf } from './testing/changed-package.ts';
import { compoundFile } from './testing/compound-fixture.ts';
import { writeCorpus } from './testing/corpus.ts';
import type { FuzzOutcome, FuzzRequest } from './testing/fuzz-worker.ts';
import { testFolder, writeZip } from './testing/ooxml-fixture.ts';
import { chartInside, type XlsCell, xlsStream } from './testing/xls-fixture.ts';
import { writeXlsb } from './testing/xlsb-fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const ROWS = Array.from({ length: 60 }, (_, at) => ({
  code: `SP${at}`,
  name: `Nồi cơm điện ${at % 9}`,
  day: 45_000 + at,
  amount: at * 123_456,
}));

const xls = (): Buffer =>
  compoundFile({
    Workbook: xlsStream([
      {
        name: 'Sổ',
        rows: ROWS.map(({ code, name, day, amount }): XlsCell[] => [
          { text: code },
          { text: name },
          { number: day, style: 2 },
          { rk: amount * 4 + 2 },
          { formula: name },
        ]),
        inside: chartInside(9),
      },
      { name: 'Ẩn', rows: [[{ text: 'ẩn' }]], isHidden: true },
    ]),
  });
const html = (): string =>
  `<html><h3>Sổ</h3><table border=1>${ROWS.map(({ code, name, amount }) => `<tr><td rowspan=1>${code}<td colspan="2">${name}&amp;<td x:num="${amount}">${amount}`).join('')}</table></html>`;
const xml = (): string =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${ROWS.map(
    ({ code, amount }, at) =>
      `<Row ss:Index="${at * 2 + 1}"><Cell ss:MergeAcross="2"><Data ss:Type="String">${code}</Data></Cell><Cell ss:Index="5"><Data ss:Type="Number">${amount}</Data></Cell></Row>`,
  ).join('')}</Table></Worksheet></Workbook>`;
const odsContent = (): string =>
  `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">${ROWS.map(
    ({ name, amount }) =>
      `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3" office:value-type="string"><text:p>${name}<text:s text:c="2"/></text:p></table:table-cell><table:table-cell office:value-type="float" office:value="${amount}"/></table:table-row>`,
  ).join('')}</table:table></office:spreadsheet></office:body></office:document-content>`;

/** The valid files, and of packages the parts that are changed inside a zip which stays sound. */
const FORMS: readonly { readonly name: string; make(path: string): Promise<Buffer> }[] = [
  { name: 'xlsx', make: async (path) => readFile(await writeCorpus(path)) },
  {
    name: 'xlsb',
    make: async (path) =>
      readFile(
        await writeXlsb(
          path,
          ROWS.map(({ code, name, day, amount }) => [code, name, { serial: day }, amount, true]),
        ),
      ),
  },
  { name: 'ods', make: async (path) => readFile(await writeZip(path, { 'content.xml': odsContent() })) },
  { name: 'xls', make: async () => xls() },
  { name: 'html', make: async () => Buffer.from(html()) },
  { name: 'xml', make: async () => Buffer.from(xml()) },
  {
    name: 'csv',
    make: async () =>
      Buffer.from(`\uFEFFMã,Tên\r\n${ROWS.map(({ code, name }) => `${code},"${name}, ""x""\n"`).join('\r\n')}`),
  },
];

const place = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const change = fc.oneof(
  fc.record({
    kind: fc.constant('flip' as const),
    at: place,
    value: fc.integer({ min: 1, max: 255 }),
    times: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    kind: fc.constant('number' as const),
    at: place,
    value: fc.constantFrom(0, 1, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff),
  }),
  fc.record({ kind: fc.constant('swap' as const), at: place, to: place, length: fc.constantFrom(1, 16, 64, 512) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    at: place,
    length: fc.constantFrom(1, 8, 64, 512),
    times: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constant('drop' as const), at: place, length: fc.constantFrom(1, 2, 64, 512) }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function changed(bytes: Buffer, one: Change): Buffer {
  const at = Math.floor(one.at * bytes.length);
  const copy = Buffer.from(bytes);
  switch (one.kind) {
    case 'flip':
      for (let time = 0; time < one.times; time++) {
        const index = (at + time * 97) % copy.length;
        copy[index] = copy[index]! ^ one.value;
      }
      return copy;
    case 'number':
      if (at + 4 <= copy.length) copy.writeUInt32LE(one.value, at);
      return copy;
    case 'swap': {
      const to = Math.floor(one.to * bytes.length);
      bytes.copy(copy, to, at, at + one.length);
      bytes.copy(copy, at, to, to + one.length);
      return copy;
    }
    case 'repeat': {
      const piece = bytes.subarray(at, at + one.length);
      return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(one.times).fill(piece), bytes.subarray(at)]);
    }
    case 'drop':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + one.length)]);
  }
}

/** MB of the heap that a whole series of files has, and milliseconds that one of them may take. */
const [HEAP_MB, MOST_MS] = [192, 5_000];

async function outcomesOf(name: string, trials: FuzzRequest['trials']): Promise<FuzzOutcome[]> {
  const before = process.memoryUsage.rss();
  const request: FuzzRequest = { path: folder.path(`changed.${name}`), trials };
  const outcomes = await inThread<FuzzRequest, FuzzOutcome[]>(
    new URL('./testing/fuzz-worker.ts', import.meta.url),
    request,
    {
      thread: { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 } },
    },
  );
  expect(process.memoryUsage.rss() - before).toBeLessThan(500 * 1024 * 1024);
  for (const { what, failed, ms, refused } of outcomes) {
    expect(failed, what).toBeUndefined();
    expect(ms, what).toBeLessThan(MOST_MS);
    if (refused) expect(refused, what).toMatch(/^[A-Z_]+ .*\. ?/u);
  }
  return outcomes;
}

it.each(FORMS)('reads or refuses a valid .$name with changed bytes, never anything else', async ({ name, make }) => {
  const bytes = await make(folder.path(`whole.${name}`));
  const isPackage = bytes.toString('latin1', 0, 2) === 'PK';
  const parts = isPackage ? await partsOf(folder.path(`whole.${name}`)) : {};
  const trials: { what: string; bytes: Uint8Array }[] = [];
  for (const [index, one] of fc.sample(change, { numRuns: 200 }).entries()) {
    const what = JSON.stringify(one);
    if (!isPackage || index % 4 === 0) trials.push({ what, bytes: changed(bytes, one) });
    else {
      const part = Object.keys(parts)[index % Object.keys(parts).length]!;
      const path = await writeZip(folder.path('part.zip'), { ...parts, [part]: changed(parts[part]!, one) });
      trials.push({ what: `${part} ${what}`, bytes: await readFile(path) });
    }
  }
  const outcomes = await outcomesOf(name, trials);
  // The series is worth something only while it meets both ends.
  expect(outcomes.some(({ read }) => read !== undefined)).toBe(true);
  if (name !== 'csv') expect(outcomes.some(({ refused }) => refused !== undefined)).toBe(true);
});

it.each(FORMS.filter(({ name }) => name !== 'csv'))(
  'refuses a .$name that is cut short, or reads the whole of it',
  async ({ name, make }) => {
    const bytes = await make(folder.path(`whole.${name}`));
    const cuts = Array.from({ length: 60 }, (_, at) => Math.floor((bytes.length * (at + 1)) / 61));
    const trials = [bytes.length, ...cuts].map((length) => ({
      what: `${length} of ${bytes.length} bytes`,
      bytes: bytes.subarray(0, length),
    }));
    const [whole, ...others] = await outcomesOf(name, trials);
    expect(whole!.read).toBeTruthy();
    for (const { what, read } of others) if (read !== undefined) expect(read, what).toBe(whole!.read);
  },
);

it('refuses an .xls whose sectors go round in a circle, within the same heap', async () => {
  const bytes = xls();
  // The table of sectors is the last of them; its first entry is the sector behind the first.
  for (const next of [0, 1]) bytes.writeUInt32LE(0, bytes.length - 512 + next * 4);
  const [circle] = await outcomesOf('xls', [{ what: 'a circle of two', bytes }]);
  expect(circle!.refused).toMatch(/^FILE_DAMAGED/);
});
