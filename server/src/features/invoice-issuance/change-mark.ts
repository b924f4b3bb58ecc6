import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Events of two transactions may come in another order than their ids: so many of the latest are compared. */
const LATEST = 50;

/**
 * A text that is another one after anything that may change what «Kiểm tra kỳ» finds: everything that people do is audited,
 * and files and Bravo come by runs. It says nothing of what has changed; people of the site itself do not count.
 */
export async function changeMark(db: Database): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(concat_ws('|',
      (select string_agg(e.id::text, ',') from (
        select id from audit_events where entity <> 'user' order by at desc, id desc limit ${LATEST}) e),
      (select string_agg(r.id::text, ',') from (
        select id from runs where finished_at is not null order by finished_at desc, id desc limit ${LATEST}) r)
    )) as mark`.execute(db);
  return rows[0]!.mark;
}
