import type { InvoiceStatus } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { found, Refusal } from '../../../refusal.ts';
import { lockPeriod, noteInputChange, type PeriodRow } from '../period-rows.ts';
import { sellersWith } from './climb-stored.ts';
import { GONE, taxSettlementOf } from './list-settlements.ts';
import { openInvoices } from './our-invoices.ts';
import { refreshSettlements } from './refresh.ts';
import { insertSettlements, lockSeller } from './settle.ts';

const SETTLEABLE: ReadonlySet<InvoiceStatus> = new Set(['exported', 'issued', 'adjusted']);

/**
 * A person decides what waits: which side is right where the tax invoice and the AMIS ledger differ, or which invoice of ours a tax
 * invoice is. Refuses STALE_VERSION with what is there now, and INVOICE_STATE for what is not asked.
 */
export function decideTaxSettlement({ context, params, body, user, commit, requestId }: Call<'decideTaxSettlement'>) {
  return commit(async (tx) => {
    const chosen = 'invoiceId' in body ? body.invoiceId : undefined;
    const { row, period, sellers } = await lockSettlement(tx, params.id, body.version, chosen);
    const by = { reason: body.reason, decidedBy: user.email, decidedAt: context.now().toISOString() };
    const words =
      'side' in body
        ? await decideSide(tx, { row, period, sellers }, body.side, by)
        : body.invoiceId === null
          ? await refuse(tx, row, by)
          : await choose(tx, { row, period, sellers }, body.invoiceId, by);
    const after = await taxSettlementOf(tx.db, row.id);
    await audit(tx, {
      actor: user.email,
      action: 'tax-settlement.decide',
      entity: 'tax-settlement',
      entityId: row.id,
      summary: `Hóa đơn điện tử ${after.symbol} số ${after.number}: ${words}`,
      before: { status: row.status, disagreements: row.disagreements, candidates: row.candidates },
      after: { ...body, invoice: after.invoice?.voucherNumber },
      requestId,
    });
    return after;
  });
}

/** Takes a decision back: what was decided waits again, and ours carries what it carried before. */
export function undoTaxSettlement({ params, body, user, commit, requestId }: Call<'undoTaxSettlement'>) {
  return commit(async (tx) => {
    const { row, period, sellers } = await lockSettlement(tx, params.id, body.version);
    if (row.decidedBy === null) throw new Refusal('INVOICE_STATE', 'Việc này chưa có quyết định nào để bỏ.');
    const cleared = { side: null, decidedOn: null, reason: '', decidedBy: null, decidedAt: null };
    if (row.side !== null) {
      await update(tx, row.id, { ...cleared, status: 'disagrees' });
      await refreshSettlements(tx, period!, sellers);
    } else {
      if (row.invoiceId !== null) await giveBack(tx, row, period!);
      const open = { invoiceId: null, step: null, tax: null, amis: null, differences: '[]', disagreements: '[]' };
      await update(tx, row.id, { ...cleared, ...open, factsBefore: null, status: 'review' });
    }
    const after = await taxSettlementOf(tx.db, row.id);
    await audit(tx, {
      actor: user.email,
      action: 'tax-settlement.undo',
      entity: 'tax-settlement',
      entityId: row.id,
      summary: `Bỏ quyết định về hóa đơn điện tử ${after.symbol} số ${after.number}`,
      before: { status: row.status, side: row.side, reason: row.reason, invoiceId: row.invoiceId },
      requestId,
    });
    return after;
  });
}

type Row = Awaited<ReturnType<typeof settlementRow>>;
type Locked = Awaited<ReturnType<typeof lockSettlement>>;
type By = { readonly reason: string; readonly decidedBy: string; readonly decidedAt: string };

const settlementRow = async (tx: Tx, id: string) =>
  found(await tx.db.selectFrom('taxSettlements').selectAll().where('id', '=', id).executeTakeFirst(), GONE);

/** Locks a settlement with the period of its invoice, or of the one that is chosen: the period first, as everywhere. */
async function lockSettlement(tx: Tx, id: string, version: number, chosen?: string | null) {
  const seen = await settlementRow(tx, id);
  const invoiceId = seen.invoiceId ?? chosen ?? null;
  const invoice =
    invoiceId === null
      ? undefined
      : await tx.db.selectFrom('invoices').select('periodId').where('id', '=', invoiceId).executeTakeFirst();
  if (invoiceId !== null && !invoice) throw new Refusal('NOT_FOUND', 'Không tìm thấy hóa đơn này của Khớp.');
  const period = invoice && (await lockPeriod(tx, invoice.periodId));
  const sellers = await sellersWith(tx.db, seen.profileId);
  await lockSeller(tx, sellers);
  const row = found(
    await tx.db.selectFrom('taxSettlements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    GONE,
  );
  if (row.version !== version || row.invoiceId !== seen.invoiceId)
    throw new Refusal('STALE_VERSION', undefined, await taxSettlementOf(tx.db, id));
  return { row, period, sellers };
}

const update = (tx: Tx, id: string, values: Readonly<Record<string, unknown>>) =>
  tx.db
    .updateTable('taxSettlements')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute();

async function decideSide(tx: Tx, { row, period, sellers }: Locked, side: 'tax' | 'amis', by: By) {
  if (!period || (row.status !== 'disagrees' && row.status !== 'decided'))
    throw new Refusal('INVOICE_STATE', 'Hóa đơn điện tử và sổ AMIS không lệch nhau ở đây nên không có gì để chọn.');
  await update(tx, row.id, { ...by, side, decidedOn: toJson(row.disagreements), status: 'decided' });
  await refreshSettlements(tx, period, sellers);
  // Plans of the invoice rest on the decision.
  if (period.status !== 'closed') await noteInputChange(tx, period.id);
  return side === 'tax' ? 'theo hóa đơn điện tử' : 'theo sổ AMIS';
}

async function refuse(tx: Tx, row: Row, by: By): Promise<string> {
  ensureWaits(row);
  await update(tx, row.id, { ...by, status: 'refused' });
  return 'không là hóa đơn nào của Khớp';
}

async function choose(tx: Tx, { row, period, sellers }: Locked, invoiceId: string, by: By): Promise<string> {
  ensureWaits(row);
  const [invoice] = await openInvoices(tx.db, sellers, invoiceId);
  if (!invoice || !period)
    throw new Refusal('INVOICE_STATE', 'Hóa đơn ấy của Khớp đã có hóa đơn điện tử khác, hoặc thuộc hồ sơ khác.');
  if (!SETTLEABLE.has(invoice.status))
    throw new Refusal(
      'INVOICE_STATE',
      `Hóa đơn «${invoice.voucherNumber}» chưa xuất tệp hoặc đã mất hiệu lực nên không nhận hóa đơn điện tử được. Hãy xuất tệp trước.`,
    );
  const facts = await tx.db
    .selectFrom('invoices')
    .select(['status', 'invoiceNumber', 'invoiceSymbol', 'invoiceDate'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const { candidates } = row;
  await insertSettlements(tx, [{ invoice, key: row.invoiceKey, step: 4 }]);
  await update(tx, row.id, { ...by, factsBefore: toJson(facts), candidates: toJson(candidates) });
  await refreshSettlements(tx, period, sellers);
  return `là hóa đơn ${invoice.voucherNumber}`;
}

function ensureWaits({ status }: Row): void {
  if (status !== 'review') throw new Refusal('INVOICE_STATE', 'Hóa đơn điện tử này không còn chờ chọn hóa đơn.');
}

/** Ours carries again what it carried before it was chosen, unless it has moved on since. */
async function giveBack(tx: Tx, row: Row, period: PeriodRow): Promise<void> {
  // Written by `choose` from columns of these types.
  const before = row.factsBefore as Record<'status' | 'invoiceNumber' | 'invoiceSymbol' | 'invoiceDate', string | null>;
  const now = await tx.db
    .selectFrom('invoices')
    .select('status')
    .where('id', '=', row.invoiceId)
    .executeTakeFirstOrThrow();
  if (row.amis !== null || (now.status !== 'issued' && now.status !== 'adjusted'))
    throw new Refusal(
      'INVOICE_STATE',
      'Sổ AMIS đã ghi nhận hóa đơn này sau khi chọn, nên không bỏ được. Nếu hai bên lệch nhau, hãy chọn theo sổ AMIS.',
    );
  await tx.db
    .updateTable('invoices')
    .set((eb) => ({
      status: before.status!,
      invoiceNumber: before.invoiceNumber,
      invoiceSymbol: before.invoiceSymbol,
      invoiceDate: before.invoiceDate,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', row.invoiceId)
    .execute();
  if (period.status !== 'closed') await noteInputChange(tx, period.id);
}
