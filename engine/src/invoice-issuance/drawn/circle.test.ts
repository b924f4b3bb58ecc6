import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ledgerMoves } from './amis-hands-fixture.ts';
import { circleInput } from './circle-fixture.ts';
import { giftInput, withReturns } from './gifts-fixture.ts';
import { type Rounds, roundsOf } from './rounds-fixture.ts';

/*
 * Months that go round twice have the answers that were last agreed to. A line for each month, a digest for each plan;
 * `vitest -u` writes it anew.
 */

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const inOneLine = ({ figures, texts }: Rounds, n: number): string =>
  `${n}: ${figures} · ${texts.map(digest).join(' ')}`;

test('plans, findings, workbooks and changes of two rounds are as agreed to', async () => {
  const text = Array.from({ length: 120 }, (_, n) => inOneLine(roundsOf(circleInput(n), n, ledgerMoves), n));
  await expect(text.join('\n')).toMatchFileSnapshot('../../../golden/drawn/circle.txt');
});

test('those of months and quarters with gifts of every kind and goods that come back are as agreed to, too', async () => {
  const text = Array.from({ length: 96 }, (_, n) => inOneLine(roundsOf(giftInput(n), n, withReturns), n));
  await expect(text.join('\n')).toMatchFileSnapshot('../../../golden/drawn/gifts.txt');
});
