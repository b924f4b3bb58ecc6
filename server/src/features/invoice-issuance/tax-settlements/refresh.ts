import {
  disagreementsOf,
  type Facts,
  factsOf,
  isDecided,
} from '@khop/engine/invoice-issuance/tax-settlements/beside-amis.ts';
import { differencesOf } from '@khop/engine/invoice-issuance/tax-settlements/differences.ts';
import { sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type LedgerReadBack, readLedgerBack } from '../load/ledger-read-back.ts';
import { noteInputChange, type PeriodRow } from '../period-rows.ts';
import { followReplacements, type Said } from './given-anew.ts';
import { ourContents } from './our-invoices.ts';
import { amisWordOf, type StoredSettlement, settlementsOf } from './stored-settlement.ts';
import { contentsOf, type KnownFile, wordsOf } from './tax-sales.ts';

type Renewed = Pick<StoredSettlement, 'id' | 'tax' | 'amis' | 'differences' | 'disagreements' | 'status'> & {
  readonly invoiceId: string;
  readonly facts: Facts;
  readonly search: string;
};

/**
 * Brings the settlements of a locked period up to what the tax invoices and the AMIS ledger say now, and our invoices to the facts
 * that follow. @returns the number of settlements that changed.
 */
export async function refreshSettlements(tx: Tx, period: PeriodRow, profileIds: readonly string[]): Promise<number> {
  let stored = await settlementsOf(tx.db, period.id, profileIds);
  if (stored.length === 0) return 0;
  let said = await wordsOfBoth(tx, period.id, stored);
  const { followed, why } = await followReplacements(tx, said);
  if (followed) {
    stored = await settlementsOf(tx.db, period.id, profileIds);
    said = await wordsOfBoth(tx, period.id, stored);
  }
  const renewed = await renew(tx, said, why);
  const before = new Map(stored.map((one) => [one.id, one]));
  const changed = renewed.filter((one) => !isSame(one, before.get(one.id)!));
  if (changed.length === 0) return 0;
  await writeSettlements(tx, changed);
  await writeFacts(tx, changed);
  if (period.status !== 'closed') await noteInputChange(tx, period.id);
  return changed.length;
}

const isSame = (one: Renewed, stored: StoredSettlement): boolean => {
  const said = ({ tax, amis, differences, disagreements, status, facts }: Renewed | StoredSettlement) => [
    ...[tax.number, tax.symbol, tax.date, tax.beforeVat, tax.fate, tax.by, tax.fileId],
    ...[amis?.number, amis?.symbol, amis?.date, amis?.beforeVat, amis?.fate, status],
    // A jsonb has an order of names of its own.
    differences.map(({ kind, line, ours, theirs }) => [kind, line, ours, theirs]),
    disagreements.map((one) => [one.field, one.tax, one.amis, one.note]),
    ...[facts.status, facts.number, facts.symbol, facts.date],
  ];
  return toJson(said(one)) === toJson(said(stored));
};

type BothSides = Said & { readonly file: KnownFile | null };

/** Settlements with what the tax invoices and the ledger say of them now. */
async function wordsOfBoth(tx: Tx, periodId: string, stored: readonly StoredSettlement[]): Promise<BothSides[]> {
  const words = await wordsOf(
    tx.db,
    stored.map(({ invoiceKey }) => invoiceKey),
  );
  const ledgers = new Map<string, LedgerReadBack>();
  for (const profileId of new Set(stored.map((one) => one.profileId)))
    ledgers.set(profileId, await readLedgerBack(tx.db, periodId, profileId));
  const toldOf = new Map(
    [...ledgers].flatMap(([id, { settled }]) => settled.map((one) => [`${id} ${one.key}`, one] as const)),
  );
  return stored.map((one) => {
    const { word, file } = words.get(one.invoiceKey)!;
    const told = toldOf.get(`${one.profileId} ${one.ourKey}`);
    const symbol = ledgers.get(one.profileId)!.invoiceSymbol;
    return { one, tax: word, file, amis: told ? amisWordOf(told, one.amount, symbol, word) : null };
  });
}

/** `why`: id → the sentence on a number that is not followed. */
async function renew(tx: Tx, said: readonly BothSides[], why: ReadonlyMap<string, string>): Promise<Renewed[]> {
  // Ours does not change once it has left, so differences are told anew of another file alone.
  const others = said.filter(({ one, file }) => (file?.id ?? null) !== one.tax.fileId).map(({ one }) => one);
  const own = await ourContents(
    tx.db,
    others.map(({ invoiceId }) => invoiceId),
  );
  const theirs = await contentsOf(
    tx.db,
    others.map(({ invoiceKey }) => invoiceKey),
  );
  return said.map(({ one, tax: word, file, amis }) => {
    const note = why.get(one.id);
    const disagreements = disagreementsOf(word, amis).map((differing) =>
      differing.field === 'number' && note !== undefined ? { ...differing, note } : differing,
    );
    const [our, their] = [own.get(one.invoiceId), theirs.get(one.invoiceKey)];
    return {
      id: one.id,
      invoiceId: one.invoiceId,
      tax: { ...word, fileId: file?.id ?? null },
      amis,
      differences: our && their ? differencesOf(our, their) : one.differences,
      disagreements,
      status: disagreements.length === 0 ? 'settled' : isDecided(one.decision, disagreements) ? 'decided' : 'disagrees',
      facts: factsOf(one.facts, word, amis, one.decision),
      search: file?.search ?? '',
    };
  });
}

async function writeSettlements({ db }: Tx, changed: readonly Renewed[]): Promise<void> {
  const rows = changed.map(({ id, tax, amis, differences, disagreements, status, search }) => ({
    ...{ id, tax, amis, differences, disagreements, status, search },
  }));
  await sql`
    update tax_settlements x set tax = r.tax, amis = nullif(r.amis, 'null'), differences = r.differences, disagreements = r.disagreements,
      status = r.status, search = r.search, version = x.version + 1, updated_at = now()
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id uuid, tax jsonb, amis jsonb, differences jsonb, disagreements jsonb, status text, search text)
    where x.id = r.id`.execute(db);
}

async function writeFacts({ db }: Tx, changed: readonly Renewed[]): Promise<void> {
  const rows = changed.map(({ invoiceId, facts }) => ({ id: invoiceId, ...facts }));
  await sql`
    update invoices i set status = r.status, invoice_number = r.number, invoice_symbol = r.symbol, invoice_date = r.date,
      version = i.version + 1, updated_at = now()
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id uuid, status text, number text, symbol text, date date)
    where i.id = r.id and (i.status, i.invoice_number, i.invoice_symbol, i.invoice_date) is distinct from (r.status, r.number, r.symbol, r.date)`.execute(
    db,
  );
}
