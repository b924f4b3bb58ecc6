import type pg from 'pg';
import type { ImportPayload, ImportTarget, ImportWarning } from '../target.ts';
import { type CodeSource, isMadeOfCodes, KNOWN, writtenCodes } from './known-codes.ts';
import { keepingWritten, zerosAdopted, zerosOf, zerosOfCatalogue } from './lost-zeros.ts';

/**
 * Gives the codes of staged rows the spelling in which they are known: AMIS and Bravo compare codes without case, so a file
 * that writes «abc-01» speaks of «ABC-01», and spreadsheets drop zeros, so «24» is «00024» where nothing else has these digits. What is known
 * exactly as written stays, and so do the zeros of a catalogue's own codes. @returns remarks on zeros.
 */
export async function adoptSpelling(
  client: pg.Pool | pg.ClientBase,
  runId: string,
  { profileId }: Pick<ImportPayload, 'profileId'>,
  { codes = {}, isCatalogue = false }: Pick<ImportTarget, 'codes' | 'isCatalogue'>,
): Promise<readonly ImportWarning[]> {
  for (const [column, source] of Object.entries(codes))
    await client.query(adoption(column, source, isCatalogue), [runId, profileId]);
  return isCatalogue ? zerosOfCatalogue(client, runId, profileId, codes) : zerosAdopted(client, runId, codes);
}

/** SQL that gives a column its known codes. Two rows of a file never get the same one where it is their own. */
function adoption(column: string, source: CodeSource, isCatalogue: boolean): string {
  const isOwn = isCatalogue || isMadeOfCodes(source);
  const isFree = `not exists (select from written o where o.code = m.code)`;
  return `with written as (${writtenCodes(column)}), known as (${KNOWN[source]}), meant as (
      select distinct on (w.code) w.code as written, k.code
      from written w join known k on lower(k.code) = lower(w.code)
      order by w.code, k.code <> w.code, k.since, k.code
    ), adopted as (
      select * from (
        select ${isOwn ? 'distinct on (m.code)' : ''} m.written, m.code, false as lost from meant m
        where m.code <> m.written ${isOwn ? `and ${isFree} order by m.code, m.written` : ''}) spelt
      ${isCatalogue ? '' : `union all select written, code, true as lost from (${zerosOf(source)}) zeros`}
    )
    update staged_rows s
    set data = s.data || jsonb_build_object('${column}', a.code) || ${keepingWritten(column)}${isOwn ? ', key = a.code' : ''}
    from adopted a where s.run_id = $1 and s.data ->> '${column}' = a.written`;
}
