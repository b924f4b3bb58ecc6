import type pg from 'pg';
import { expect, it } from 'vitest';
import { keepAnswers, oncePerRevision } from './once-per-revision.ts';

/** A database that only tells its revision. */
function databaseAt(first: string) {
  let revision = first;
  const pool = { query: async () => ({ rows: [{ revision, rows: 1 }] }) } as unknown as pg.Pool;
  const goTo = (next: string): void => {
    revision = next;
  };
  return { pool, goTo };
}

it('computes an answer once for all who ask at the same time, and for all who ask later', async () => {
  const { pool } = databaseAt('1');
  let computed = 0;
  const ask = (question: string) => oncePerRevision(pool, [], question, async () => `${question} ${++computed}`);
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect([await ask('a'), await ask('b')]).toEqual(['a 1', 'b 2']);
});

it('computes it again in another revision', async () => {
  const { pool, goTo } = databaseAt('1');
  let computed = 0;
  const ask = () => oncePerRevision(pool, [], 'a', async () => `${++computed}`);
  expect(await ask()).toBe('1');
  goTo('2');
  expect([await ask(), await ask()]).toEqual(['2', '2']);
});

it('keeps no failure', async () => {
  const { pool } = databaseAt('1');
  const fail = () => Promise.reject(new Error('away'));
  await expect(oncePerRevision(pool, [], 'a', fail)).rejects.toThrow('away');
  expect(await oncePerRevision(pool, [], 'a', async () => 'here')).toBe('here');
});

it('keeps the answers of two databases apart', async () => {
  const [one, other] = [databaseAt('1'), databaseAt('1')];
  expect(await oncePerRevision(one.pool, [], 'a', async () => 'one')).toBe('one');
  expect(await oncePerRevision(other.pool, [], 'a', async () => 'other')).toBe('other');
});

it('holds no more text than it may: what was asked for longest ago goes first', async () => {
  const answers = keepAnswers(10);
  const put = async (question: string, text: string): Promise<void> => {
    const answer = Promise.resolve(text);
    answers.put(question, { revision: '1', answer });
    await answer;
  };
  await put('a', '12345');
  await put('b', '1234');
  expect(answers.get('a', '1')).toBeDefined();
  await put('c', '12345');
  expect(['a', 'b', 'c'].map((question) => answers.get(question, '1') !== undefined)).toEqual([true, false, true]);
});
