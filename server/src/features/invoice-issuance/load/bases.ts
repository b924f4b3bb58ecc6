import type { IssuingBasis } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import type { Suspension } from '@khop/engine/invoice-issuance/rules/suspensions.ts';
import type { Database } from '../../../db/database.ts';
import type { Bases, PeriodRow } from '../period-rows.ts';

/** The bases of a period by codes of profiles; the other side with the name, tax code and address that its profile has now. */
export async function basesOf(
  db: Database,
  { bases: stored }: Pick<PeriodRow, 'bases'>,
  codeOf: (id: string) => string,
): Promise<{ bases?: IssuingBasis[] }> {
  const bases = stored as Bases;
  if (!bases) return {};
  const parties = bases.flatMap(({ counterparty }) => counterparty?.profileId ?? []);
  const rows =
    parties.length === 0
      ? []
      : await db
          .selectFrom('profiles')
          .select(['id', 'code', 'name', 'taxCode', 'address', 'suspensions'])
          .where('id', 'in', parties)
          .execute();
  const byId = new Map(
    rows.map(({ id, code, suspensions: stored, ...party }) => {
      // The column holds the contract's suspensions; none are left out, as in plans of before they were known.
      const suspensions = stored as Suspension[];
      return [id, { ...party, profile: code, ...(suspensions.length > 0 && { suspensions }) }];
    }),
  );
  return {
    bases: bases.map(({ profileId, counterparty, ...basis }) => {
      const { profileId: other, ...typed } = counterparty ?? {};
      const party = other === undefined ? typed : byId.get(other);
      return { ...basis, profile: codeOf(profileId), ...(counterparty && party && { counterparty: party }) };
    }),
  };
}
