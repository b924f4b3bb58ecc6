import { BLOCKS } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { revisionOf } from '../../../db/revision.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { BOOKS } from '../books-revision.ts';
import { profilesOf, readPeriod } from '../period-rows.ts';
import type { JudgedPeriod } from './books-thread.ts';
import { type BooksAddress, readingBooks } from './read-books.ts';

const THREAD = new URL('./books-thread.ts', import.meta.url);

/** "Kiểm tra kỳ": what is found on one view of the data, before a plan and with it; read and judged in a thread. */
export async function periodPreflight({ db, pool, config }: Context, periodId: string) {
  const period = await readPeriod(db, periodId);
  const profiles = await profilesOf(db, period);
  // Before the books are read: what changes meanwhile makes the answer an old one.
  const changeMark = await revisionOf(pool, BOOKS);
  const {
    findings,
    lateness,
    days,
    completeThrough = null,
    today,
  } = await readingBooks(() =>
    inThread<BooksAddress, JudgedPeriod>(THREAD, { databaseUrl: databaseUrlOf(config), periodId }),
  );
  const idOf = new Map(profiles.map(({ id, code }) => [code, id]));
  return {
    changeMark,
    today,
    lateness: lateness.map(({ profile, late, missing, ...one }) => ({
      ...{ ...one, profileId: idOf.get(profile)!, code: profile },
      ...{ late: late.length, missing: missing.length },
    })),
    days: days.map(({ profile, signing, ...cell }) => ({
      ...cell,
      profileId: idOf.get(profile) ?? null,
      signBy: signing?.plan ?? null,
    })),
    completeThrough,
    problems: findings.map(({ key, code, severity, message, remedy, count, amount = null, profile, voucher }) => ({
      key,
      code,
      severity,
      message,
      remedy,
      count,
      amount,
      stops: severity === 'block' ? (BLOCKS[code]?.stops ?? null) : null,
      canOverride: severity === 'block' && (BLOCKS[code]?.canOverride ?? false),
      profileId: idOf.get(profile ?? '') ?? null,
      ...(voucher !== undefined && { voucher }),
    })),
  };
}
