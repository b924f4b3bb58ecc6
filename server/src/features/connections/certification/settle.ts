import { type Draw, populationOf } from '@khop/engine/connections/certification/bound.ts';
import { keepsTo, type Part, standingOf } from '@khop/engine/connections/certification/standing.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Certifications } from '../../../db/schema.generated.ts';
import type { Tx } from '../../../db/transaction.ts';
import { found } from '../../../refusal.ts';

export type Certification = Selectable<Certifications>;

/** The certification, locked: judging, accepting and correcting come one after the other. */
export const lockCertification = async (tx: Tx, id: string): Promise<Certification> =>
  found(
    await tx.db.selectFrom('certifications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Không tìm thấy đợt bảo chứng này.',
  );

type Judged = { value: number; judgement: string; isCorrected: boolean; isAccepted: boolean };

/** Values of all members and the judged sample in the order of drawing. */
async function sampleOf(db: Database, id: string): Promise<{ values: number[]; sample: Judged[] }> {
  const { rows } = await sql<{ value: number }>`
    select value from certification_members where certification_id = ${id} order by place`.execute(db);
  const { rows: sample } = await sql<Judged>`
    select value, judgement, corrected_at is not null as is_corrected, connection_id is not null as is_accepted
    from certification_members where certification_id = ${id} and judgement is not null order by place`.execute(db);
  return { values: rows.map(({ value }) => value), sample };
}

/** Members that have a connection, and those of them whose connection was taken away since. */
async function acceptedOf(db: Database, id: string): Promise<{ accepted: Part; corrected: Part }> {
  const { rows } = await sql<Record<'accepted' | 'acceptedValue' | 'corrected' | 'correctedValue', number>>`
    select count(*) as accepted, coalesce(sum(value), 0)::bigint as accepted_value,
      count(*) filter (where corrected_at is not null) as corrected,
      coalesce(sum(value) filter (where corrected_at is not null), 0)::bigint as corrected_value
    from certification_members where certification_id = ${id} and connection_id is not null`.execute(db);
  const [row] = rows;
  return {
    accepted: { count: row!.accepted, value: row!.acceptedValue },
    corrected: { count: row!.corrected, value: row!.correctedValue },
  };
}

const partOf = (some: readonly { value: number }[]): Part => ({
  count: some.length,
  value: some.reduce((sum, { value }) => sum + value, 0),
});
const without = (all: Part, part: Part): Part => ({ count: all.count - part.count, value: all.value - part.value });

/** Once the connections were made, what was accepted is known; before, it is all that was not set aside or `lost`. */
const isMade = ({ state }: Certification): boolean => state === 'certified' || state === 'recalled';

/**
 * The standing of a bucket by all that is known now. `lost`: members that can no longer be accepted, of a bucket that is
 * about to be.
 */
export async function standingNow(db: Database, row: Certification, lost: Part = { count: 0, value: 0 }) {
  const { values, sample } = await sampleOf(db, row.id);
  const { accepted, corrected } = await acceptedOf(db, row.id);
  const setAside = partOf(sample.filter(({ judgement, isAccepted }) => judgement !== 'right' && !isAccepted));
  const known = {
    bucket: populationOf(values),
    sample: sample.map(
      ({ value, judgement, isCorrected }): Draw => ({ value, isWrong: judgement !== 'right' || isCorrected }),
    ),
    accepted: isMade(row) ? accepted : without(without(partOf(values.map((value) => ({ value }))), setAside), lost),
    setAside,
    corrected,
  };
  const count = (wanted: string) => sample.filter(({ judgement }) => judgement === wanted).length;
  return {
    standing: standingOf(known, row.risk),
    judged: sample.length,
    judgedRight: count('right'),
    judgedWrong: count('wrong'),
    judgedUnsure: count('unsure'),
    accepted,
    corrected,
  };
}

const percent = (share: number): string => `${String(Math.ceil(share * 10_000) / 100).replace('.', ',')}%`;

/**
 * Writes the bounds that hold now and the state that follows from them: a sample proves its bucket or no longer does, a
 * certificate is recalled or, where the bound alone had recalled it, holds again. Answers the certification as it is then.
 */
export async function settle(tx: Tx, row: Certification, at: Date): Promise<Certification> {
  const { standing, accepted, corrected, ...judged } = await standingNow(tx.db, row);
  const keeps = keepsTo(standing, row.maxError);
  const bounds = {
    rowsBound: standing.rows,
    valueBound: standing.value,
    rowsLeft: standing.rowsLeft,
    valueLeft: standing.valueLeft,
    accepted: accepted.count,
    acceptedValue: accepted.value,
    corrected: corrected.count,
    correctedValue: corrected.value,
  };
  return tx.db
    .updateTable('certifications')
    .set((eb) => ({ ...bounds, ...judged, ...stateAfter(row, keeps, standing, at), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Bounds = { readonly rows: number; readonly value: number };

function stateAfter(row: Certification, keeps: boolean, { rows, value }: Bounds, at: Date) {
  switch (row.state) {
    case 'judging':
    case 'proven':
      return { state: keeps ? 'proven' : 'judging' };
    case 'certified':
      return keeps
        ? {}
        : {
            state: 'recalled',
            recalledBy: null,
            recalledAt: at.toISOString(),
            recallReason: `Cận sai nay là ${percent(rows)} theo dòng, ${percent(value)} theo đồng, quá mức ${percent(row.maxError)} đã bảo chứng.`,
          };
    case 'recalled':
      return keeps && row.recalledBy === null ? { state: 'certified', recalledAt: null, recallReason: null } : {};
    default:
      return {};
  }
}
