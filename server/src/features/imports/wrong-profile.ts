import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { Refusal } from '../../refusal.ts';
import type { StagingCheckpoint } from './stage-file.ts';
import type { ImportPayload, ImportTarget } from './target.ts';

/** Shares of a file's product codes: so few known here and so many known there means that the file is the other's. */
const FEW_HERE = 0.2;
const MANY_THERE = 0.8;

/**
 * Refuses a ledger or stock list with WRONG_PROFILE when there is evidence that it is another profile's: the very same
 * file was taken in there, or its product codes are that profile's and not this one's. Catalogues are not judged: two
 * entities of a group may well share one.
 */
export async function refuseWrongProfile(
  work: RunWork<ImportPayload, StagingCheckpoint>,
  target: ImportTarget,
  result: ReadResult,
): Promise<void> {
  const { profileId, sha256 } = work.payload;
  if (profileId === null || target.productColumn === undefined) return;
  const { pool } = work.context;
  const twin = await pool.query<{ name: string; code: string }>(
    `select p.name, p.code from import_batches b join profiles p on p.id = b.profile_id
     where b.sha256 = $1 and b.layout = $2 and b.profile_id <> $3 limit 1`,
    [sha256, result.layout, profileId],
  );
  if (twin.rows[0]) throw refusal(twin.rows[0], 'chính tệp này đã được tải lên cho hồ sơ đó');

  const { rows } = await pool.query<{ isThis: boolean; code: string; name: string; known: number; total: number }>(
    `with file as (select distinct data ->> $2 as code from staged_rows where run_id = $1)
     select p.id = $3 as "isThis", p.code, p.name, (select count(*) from file)::int as total,
            count(*) filter (where a.code in (select code from file))::int as known
     from profiles p join amis_products a on a.profile_id = p.id
     group by p.id
     order by known desc`,
    [work.id, target.productColumn, profileId],
  );
  const here = rows.find((row) => row.isThis);
  const there = rows.find((row) => !row.isThis);
  // A profile without products yet says nothing about its codes.
  if (!here || !there || here.total === 0) return;
  if (here.known < here.total * FEW_HERE && there.known >= there.total * MANY_THERE)
    throw refusal(
      there,
      `${there.known}/${there.total} mã hàng trong tệp là của hồ sơ đó, hồ sơ đang chọn chỉ có ${here.known}`,
    );
}

const refusal = (other: { name: string; code: string }, why: string): Refusal =>
  new Refusal(
    'WRONG_PROFILE',
    `Tệp có vẻ thuộc hồ sơ «${other.code} – ${other.name}»: ${why}. Hãy chọn đúng hồ sơ rồi tải lại.`,
    { profileCode: other.code },
  );
