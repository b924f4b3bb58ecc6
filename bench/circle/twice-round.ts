import { addDays } from '@khop/engine/day.ts';
import type { Amis, Refused } from '@khop/sample/amis-world/amis.ts';
import type { Moment } from '@khop/sample/amis-world/model.ts';
import type { Circle } from './circle.ts';

/** A moment of a day of the month after the sample's, at an hour in UTC. */
const october = (day: number, hour: string): Moment => `${addDays('2026-10-01', day - 1)}T${hour}:00:00.000Z`;
/** AMIS issues whatever waits. */
const always = '2026-12-31';

/**
 * The whole circle twice round: half the month's sales are planned, handed over and taken in, one profile's only in
 * part; AMIS gives numbers, a clerk mends an amount, adjusts, replaces and cancels an invoice, moves goods between
 * warehouses and sells past Bravo; its ledgers and stock come back, one profile's stock later than its ledger; then the
 * other half.
 * @returns what AMIS refused: it should be nothing.
 */
export async function twiceRound(circle: Circle): Promise<readonly Refused[]> {
  const { amis } = circle;
  const [first, second, third] = [...amis.keys()] as [string, string, string];
  const refused: Refused[] = [];
  const issue = () => {
    for (const own of amis.values()) refused.push(...own.issueInvoices(always));
  };
  const report = async (day: number, which: readonly ('stock' | 'ledger')[], profiles: readonly string[]) => {
    for (const profile of profiles) for (const one of which) await circle.report(profile, one, october(day, '08'));
  };
  const everybody = [first, second, third];

  await report(2, ['stock', 'ledger'], everybody);
  await circle.generate('first half planned', '2026-09-15');
  refused.push(...(await circle.importInto({ [second]: 60 }, october(3, '03'))));
  cancelOne(amis.get(first)!);
  issue();
  for (const own of [amis.get(first)!, amis.get(third)!]) correct(own);
  await circle.check('numbers given, invoices corrected');

  await report(5, ['stock', 'ledger'], [first, third]);
  await report(5, ['ledger'], [second]);
  await circle.generate('read back, one stock report older', '2026-09-15');
  carryAbout(amis.get(first)!, october(5, '09'));
  await report(6, ['stock', 'ledger'], everybody);
  await circle.generate('second half planned', '2026-09-30');
  refused.push(...(await circle.importInto({}, october(6, '10'))));
  issue();

  await report(7, ['ledger', 'stock'], everybody);
  await circle.generate('read back again', '2026-09-30');
  refused.push(...(await circle.importInto({}, october(8, '03'))));
  await circle.check('all handed over');
  return refused;
}

const worthCorrecting = (own: Amis): string[] =>
  own
    .imported()
    .filter(({ lines, ended }) => lines[0]!.amount > 500_000 && !ended)
    .map(({ number }) => number);

/** A clerk finds a voucher wrong before its invoice is issued. */
function cancelOne(own: Amis): void {
  own.cancel(worthCorrecting(own).at(-1)!, october(3, '05'));
}

/** One amount mended by a thousand đồng, one invoice adjusted by another, one replaced by another. */
function correct(own: Amis): void {
  const [mended, adjusted, replaced] = worthCorrecting(own) as [string, string, string];
  own.alterAmount(mended, 1000);
  own.adjust(adjusted, -50_000, '2026-10-05', october(5, '02'));
  own.replace(replaced, '2026-10-05', october(5, '02'));
}

/** Goods carried to the branch's warehouse and sold past Bravo, as far as AMIS lets them go. */
function carryAbout(own: Amis, at: Moment): void {
  let moved = 0;
  for (const { code, kind } of own.books.products) {
    if (kind !== 'Hàng hóa' || moved >= 20) continue;
    const move = { product: code, from: 'KHO1', to: 'KHO2', quantity: 2_000_000n, date: '2026-09-29' };
    if (!own.transfer(move, at)) continue;
    moved++;
    own.sellByHand({ product: code, warehouse: 'KHO1', quantity: 1_000_000n, amount: 90_000, date: '2026-09-28' }, at);
  }
}
