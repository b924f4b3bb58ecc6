import type pg from 'pg';

const MASTERS = [
  ['item_code', 'bravo_items'],
  ['partner_code', 'bravo_partners'],
] as const;

/**
 * Gives staged sales lines the codes of the stored masters: Bravo compares codes without case, so a line of «vt1» sells VT1. What a master
 * is called exactly stays. The fingerprint tells of the spelling, so that lines stored before their master was known are changed.
 */
export async function spellLikeMasters(client: pg.ClientBase, runId: string): Promise<void> {
  for (const [column, table] of MASTERS)
    await client.query(
      `with written as (select distinct data ->> '${column}' as code from staged_rows where run_id = $1),
         meant as (
           select distinct on (w.code) w.code as written, m.code
           from written w join ${table} m on lower(m.code) = lower(w.code)
           order by w.code, m.code <> w.code, m.modified_at, m.code
         )
       update staged_rows s
       set data = s.data || jsonb_build_object('${column}', m.code), fingerprint = s.fingerprint || '~' || m.code
       from meant m where s.run_id = $1 and s.data ->> '${column}' = m.written and m.code <> m.written`,
      [runId],
    );
}
