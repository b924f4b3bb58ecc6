import type pg from 'pg';
import { type AuditChain, sealAuditEvents, verifyAuditChain } from '../audit/audit-chain.ts';

/**
 * The changes that a person with every right on the database might make to the log, at the second of five sealed
 * events.
 */
export const TAMPERINGS = {
  'an event is changed': "update audit_events set summary = 'không có gì' where entity_id = '2'",
  'the moment of an event is changed': "update audit_events set at = at + interval '1 minute' where entity_id = '2'",
  'an empty value becomes none': "update audit_events set before = null where entity_id = '2'",
  'an event is deleted': "delete from audit_events where entity_id = '2'",
  'an event and its seal are deleted':
    "with gone as (delete from audit_events where entity_id = '2' returning id) delete from audit_seals where event_id in (select id from gone)",
  'an event and its seal are deleted, and the others counted anew': `
    with gone as (delete from audit_events where entity_id = '2' returning id) delete from audit_seals where event_id in (select id from gone);
    update audit_seals set position = -position + 1000 where position > 2;
    update audit_seals set position = 999 - position where position > 900`,
  'two events change places':
    "update audit_events set entity_id = case entity_id when '2' then '3' else '2' end where entity_id in ('2', '3')",
  'an event is put in between, sealed': `
    ${eventOf('xen', "now() - interval '1 day'")};
    update audit_seals set position = -position + 1000 where position > 1;
    update audit_seals set position = 1001 - position where position > 900;
    insert into audit_seals select 2, e.id, s.sealed_at, audit_hash(s.hash, 2, s.sealed_at, e)
    from audit_events e, audit_seals s where e.entity_id = 'xen' and s.position = 1`,
  'an event of yesterday is put in, not sealed': eventOf('xen', "now() - interval '1 day'"),
} as const;

/** The changes that only a hash kept elsewhere reveals. */
export const REWRITINGS = {
  'the last events are removed with their seals': `
    delete from audit_events where entity_id in ('4', '5');
    delete from audit_seals where position > 3`,
  'everything is removed': 'truncate audit_events, audit_seals',
  'an event is changed and the whole chain written anew': `
    update audit_events set summary = 'không có gì' where entity_id = '2';
    truncate audit_seals;
    select seal_audit_events()`,
} as const;

function eventOf(entityId: string, at = 'now()'): string {
  return `insert into audit_events (id, at, actor, action, entity, entity_id, summary, before)
    values (gen_random_uuid(), ${at}, 'a@khop.local', 'x.y', 'x', '${entityId}', 'Việc «${entityId}»', 'null')`;
}

/** Five events, sealed in this order. */
export async function writeEvents(pool: pg.Pool | pg.ClientBase): Promise<void> {
  for (const entityId of ['1', '2', '3', '4', '5']) {
    await pool.query(eventOf(entityId));
    await sealAuditEvents(pool);
  }
}

/** Does `sql` with triggers switched off and every right, looks at the chain, and undoes all of it. */
export async function chainAfter(pool: pg.Pool, sql: string, expected?: string): Promise<AuditChain> {
  const client = await pool.connect();
  const both = ['audit_events', 'audit_seals'];
  try {
    await client.query('begin');
    await client.query(`grant all on ${both.join(', ')} to current_user`);
    for (const table of both) await client.query(`alter table ${table} disable trigger user`);
    await client.query(sql);
    await sealAuditEvents(client, 'everything');
    return await verifyAuditChain(client, expected);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
