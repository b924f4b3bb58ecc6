import { randomOf } from '@khop/sample/random.ts';
import { expect, it } from 'vitest';
import { readXmlFile } from './read-xml.ts';
import { invoiceOf, roots, signedText } from './testing/made-up.ts';

const text = signedText();
const bytes = Buffer.from(text);
const rightTotal = invoiceOf().total;
const SEED = Number(process.env.KHOP_TEST_SEED ?? 1);
const RUNS = 1_750;
const LONGEST_MS = 2_000;

/** The damage that fuzzing does to a file. */
const DAMAGES: readonly ((random: ReturnType<typeof randomOf>) => Buffer)[] = [
  // Cut at the end, or in the middle.
  (random) => bytes.subarray(0, random.int(0, bytes.length)),
  (random) => {
    const [from, to] = [random.int(0, bytes.length), random.int(0, bytes.length)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  // Bits turned.
  (random) => {
    const changed = Buffer.from(bytes);
    for (let times = random.int(1, 5); times > 0; times--)
      changed[random.int(0, bytes.length - 1)]! ^= 1 << random.int(0, 7);
    return changed;
  },
  // Lines of elements in another order, and twice.
  (random) => Buffer.from(random.shuffle(text.split(/(?=<HHDVu>|<TgT|<LTSuat>|<MST>)/)).join('')),
  (random) => {
    const pieces = text.split(/(?=<)/);
    const at = random.int(0, pieces.length - 1);
    return Buffer.from([...pieces.slice(0, at), pieces[at], ...pieces.slice(at)].join(''));
  },
  // A value twice.
  (random) => {
    const value = random.pick(text.match(/<(\w+)>[^<]+<\/\1>/g)!);
    return Buffer.from(text.replace(value, value + value));
  },
  // Prefixes and names changed.
  (random) => {
    const names = [...new Set(text.match(/(?<=<)[A-Z]\w+/g))];
    const name = random.pick(names);
    return Buffer.from(
      text.replaceAll(
        new RegExp(`(</?)${name}\\b`, 'g'),
        `$1${random.pick(['x:', 'ds:', '', 'xml'])}${random.pick(names)}`,
      ),
    );
  },
];

it('never crashes or hangs on a damaged file, nor takes another total for a signed one', () => {
  const seen = new Map<string, number>();
  for (let run = 0; run < RUNS; run++) {
    const random = randomOf(SEED + run, 'fuzz');
    const damaged = DAMAGES[run % DAMAGES.length]!(random);
    const started = performance.now();
    const { invoices, refused } = readXmlFile('x.xml', damaged, roots);
    expect(performance.now() - started).toBeLessThan(LONGEST_MS);
    expect(invoices.length + refused.length).toBeGreaterThan(0);
    for (const { code, message } of refused) {
      seen.set(code, (seen.get(code) ?? 0) + 1);
      expect(message).toMatch(/\.$/);
    }
    for (const { invoice, signature } of invoices) {
      seen.set(signature.verdict, (seen.get(signature.verdict) ?? 0) + 1);
      if (signature.verdict === 'intact') expect(invoice.totals.total).toBe(rightTotal);
    }
  }
  // Damage of all these kinds was there: the test has not gone blind.
  for (const outcome of ['XML_MALFORMED', 'broken', 'unreadable', 'VALUE_TWICE', 'intact'])
    expect([outcome, seen.get(outcome) ?? 0]).not.toEqual([outcome, 0]);
});
