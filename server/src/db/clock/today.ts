import type { Day } from '@khop/engine/day.ts';
import { sql } from 'kysely';
import { ConfigError } from '../../settings.ts';
import type { Database } from '../database.ts';

/**
 * The day on which invoices are made: today in Vietnam, by the clock of the database, so that every process and thread
 * names the same one. Tests fix it with the setting `khop.today` of their connections.
 */
export async function todayOf(db: Database): Promise<Day> {
  const { rows } = await sql<{ day: Day }>`select today() as day`.execute(db);
  return rows[0]!.day;
}

/**
 * A fixed day would date invoices back. @throws ConfigError when the database gives one, which no installation with real
 * identities may have.
 */
export async function refuseFixedDay(db: Database): Promise<void> {
  const { rows } = await sql<{ day: string | null }>`select current_setting('khop.today', true) as day`.execute(db);
  if (rows[0]!.day) throw new ConfigError('khop.today', 'để trống: ngày lập hóa đơn là hôm nay', rows[0]!.day);
}
