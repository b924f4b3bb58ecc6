import { MAPPABLE } from '@khop/engine/sheets/mapping/mappable.ts';
import type pg from 'pg';
import { sweepStaged } from '../db/staging.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A repeated request comes within seconds or minutes; after this long its key may be used anew. */
const KEYS_KEPT_DAYS = 7;
/** An upload without an import or a run: refused, or sent again under its idempotency key. */
const ORPHANS_KEPT_DAYS = 1;
/** Files of one person that wait to be mapped: more of them must not use up the room that a person has for uploads. */
const UNRECOGNISED_KEPT = 3;
/** A picture is sent before the form that names it is saved; a form may stay open over a weekend. */
const PICTURES_KEPT_DAYS = 7;

/** A contract is sent before the terms of the period that name it are saved; once they do, it is kept for good. */
const CONTRACTS_KEPT_DAYS = 7;

/** A repeated export that a newer one of the same period has replaced; its record stays, and so does what was handed over by it. */
const EXPORTS_KEPT_DAYS = 90;

/** Changes of a file are looked at while it can be taken back; the report keeps the numbers. */
const DIFFERENCES_KEPT_DAYS = 30;

/**
 * Removes what nothing refers to any more: used signatures, staged rows and copied plans of runs that ended badly, old
 * idempotency keys, files of uploads that led to no import and that no live run is to read, and pictures that are no
 * user's avatar and no profile's logo, contracts that no period has ever named, and what files have changed a month ago. Files of imports stay (their error workbook is made from them). Of the exports
 * of a period the last one's bytes stay for good, and of every export who made it, when and its SHA-256; the bytes of
 * older ones go after three months.
 */
export async function sweepLeftovers(
  pool: pg.Pool,
  now: Date,
): Promise<{ keys: number; uploads: number; pictures: number; contracts: number; exports: number }> {
  await sweepStaged(pool);
  await pool.query(
    `delete from period_undo_rows o where not exists (select from period_undo u where u.rows_id = o.rows_id)
       and not exists (select from runs r where r.id = o.rows_id and r.finished_at is null)`,
  );
  const before = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
  await pool.query('delete from import_differences d using runs r where r.id = d.run_id and r.finished_at < $1', [
    before(DIFFERENCES_KEPT_DAYS),
  ]);
  const keys = await pool.query('delete from idempotency_keys where created_at < $1', [before(KEYS_KEPT_DAYS)]);
  const uploads = await sweepUploads(pool, now);
  const pictures = await pool.query(
    `delete from media_images i where i.created_at < $1
       and not exists (select from users u where u.avatar_url like '%/media/' || i.id)
       and not exists (select from profiles p where p.logo_url like '%/media/' || i.id)`,
    [before(PICTURES_KEPT_DAYS)],
  );
  // A signature that old is refused for its age.
  await pool.query('delete from media_signatures_used where used_at < $1', [before(1)]);
  const contracts = await pool.query('delete from contract_files where not is_kept and created_at < $1', [
    before(CONTRACTS_KEPT_DAYS),
  ]);
  const exports = await pool.query(
    `update period_exports e set content = '' where e.created_at < $1 and e.is_repeat and length(e.content) > 0
       and exists (select from period_exports n where n.period_id = e.period_id and (n.created_at, n.id) > (e.created_at, e.id))`,
    [before(EXPORTS_KEPT_DAYS)],
  );
  return {
    keys: keys.rowCount ?? 0,
    uploads,
    pictures: pictures.rowCount ?? 0,
    contracts: contracts.rowCount ?? 0,
    exports: exports.rowCount ?? 0,
  };
}

/**
 * Removes files that led to no import: at once when their run has ended (a check, a failure), else after a day. Nothing reads
 * them again, but for those that were not recognised: a person may say for a day what the columns of their last ones are.
 */
export async function sweepUploads(pool: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `with given as (
       select payload ->> 'uploadId' as id, bool_or(status in ('queued', 'running')) as is_live from runs
       where payload ? 'uploadId' group by 1),
     unrecognised as (
       select r.payload ->> 'uploadId' as id, dense_rank() over (partition by u.created_by order by u.created_at desc, u.id) as turn
       from runs r join uploads u on u.id::text = r.payload ->> 'uploadId'
       where r.error_code = any($2) and r.finished_at >= $1)
     delete from uploads u where not exists (select from import_batches b where b.upload_id = u.id)
       and case when exists (select from given g where g.id = u.id::text)
         then not exists (select from given g where g.id = u.id::text and g.is_live)
           and not exists (select from unrecognised n where n.id = u.id::text and n.turn <= $3)
         else u.created_at < $1 end`,
    [new Date(now.getTime() - ORPHANS_KEPT_DAYS * DAY_MS).toISOString(), MAPPABLE, UNRECOGNISED_KEPT],
  );
  return rowCount ?? 0;
}
