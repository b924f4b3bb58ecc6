import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import {
  CODES_OF_CATALOGUE,
  CODES_OF_LEDGER,
  type ForeignShares,
  namedInHeading,
  speaksForOther,
} from '@khop/engine/sheets/recognise/whose.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { Refusal } from '../../refusal.ts';
import type { StagingCheckpoint } from './stage-file.ts';
import type { ImportPayload, ImportTarget } from './target.ts';

type ImportWork = RunWork<ImportPayload, StagingCheckpoint>;

/**
 * Refuses a file with WRONG_PROFILE when there is evidence that it is another profile's: its heading names that one's
 * tax code or name, the very same ledger was taken in there, or its product codes are that profile's and not this one's.
 */
export async function refuseWrongProfile(work: ImportWork, target: ImportTarget, result: ReadResult): Promise<void> {
  const { profileId, sha256 } = work.payload;
  if (profileId === null) return;
  await refuseForeignHeading(work, profileId, result.heading ?? []);
  if (target.productColumn === undefined) return;
  if (!target.isCatalogue) await refuseTwin(work, profileId, result.layout, sha256);
  await refuseForeignCodes(
    work,
    profileId,
    target.productColumn,
    target.isCatalogue ? CODES_OF_CATALOGUE : CODES_OF_LEDGER,
  );
}

/** AMIS may print the entity's name, address and tax code above a report. */
async function refuseForeignHeading({ context }: ImportWork, profileId: string, heading: readonly string[]) {
  if (heading.length === 0) return;
  const profiles = await context.db.selectFrom('profiles').select(['id', 'code', 'name', 'taxCode']).execute();
  const named = namedInHeading(heading, profiles);
  if (named.length === 0 || named.some((profile) => profile.id === profileId)) return;
  throw refusal(named[0]!, 'phần đầu tệp ghi tên hoặc mã số thuế của hồ sơ đó');
}

/** A ledger without a single row may well be the same file in two profiles: nothing was sold in either. */
async function refuseTwin({ id, context }: ImportWork, profileId: string, layout: string, sha256: string) {
  const { rows } = await context.pool.query<{ name: string; code: string }>(
    `select p.name, p.code from import_batches b join profiles p on p.id = b.profile_id
     where b.sha256 = $1 and b.layout = $2 and b.profile_id <> $3 and b.undone_at is null
       and exists (select from staged_rows s where s.run_id = $4) limit 1`,
    [sha256, layout, profileId, id],
  );
  if (rows[0]) throw refusal(rows[0], 'chính tệp này đã được tải lên cho hồ sơ đó');
}

async function refuseForeignCodes(
  { id, context }: ImportWork,
  profileId: string,
  column: string,
  limit: ForeignShares,
) {
  const { rows } = await context.pool.query<{
    isThis: boolean;
    code: string;
    name: string;
    known: number;
    total: number;
  }>(
    `with file as (select distinct lower(data ->> $2) as code from staged_rows where run_id = $1)
     select p.id = $3 as "isThis", p.code, p.name, (select count(*) from file)::int as total,
            count(*) filter (where lower(a.code) in (select code from file))::int as known
     from profiles p join amis_products a on a.profile_id = p.id
     group by p.id
     order by known desc`,
    [id, column, profileId],
  );
  const here = rows.find((row) => row.isThis);
  const there = rows.find((row) => !row.isThis);
  // A profile without products yet says nothing about its codes.
  if (!here || !there) return;
  if (speaksForOther(here.total, here.known, there.known, limit)) {
    const why = `${there.known}/${here.total} mã hàng trong tệp là của hồ sơ đó, hồ sơ đang chọn chỉ có ${here.known}`;
    throw refusal(there, why);
  }
}

const refusal = (other: { name: string; code: string }, why: string): Refusal =>
  new Refusal(
    'WRONG_PROFILE',
    `Tệp có vẻ thuộc hồ sơ «${other.code} – ${other.name}»: ${why}. Hãy chọn đúng hồ sơ rồi tải lại.`,
    { profileCode: other.code },
  );
