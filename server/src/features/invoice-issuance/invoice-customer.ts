import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { foldText } from '@khop/engine/text/fold.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { audit } from '../../audit.ts';
import type { Database } from '../../db/database.ts';
import { orderBy } from '../../db/list.ts';
import type { Invoices } from '../../db/schema.generated.ts';
import { searchPatterns, searchText } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { found, Refusal } from '../../refusal.ts';
import { getInvoice } from './invoice-rows.ts';
import { lockPeriod } from './period-rows.ts';

type Person = { readonly taxCode: string; readonly name: string };

/** The same legal person: equal tax codes (a branch's suffix counts); without any, equal names. */
export function isSameLegalPerson(ledger: Person, customer: Person): boolean {
  const code = (text: string): string => text.replace(/[^0-9]/g, '');
  if (code(ledger.taxCode) || code(customer.taxCode)) return code(ledger.taxCode) === code(customer.taxCode);
  return foldText(ledger.name) === foldText(customer.name);
}

async function ledgerBuyer(db: Database, invoice: Pick<Selectable<Invoices>, 'bravoPartnerCode'>): Promise<Person> {
  const row = await db
    .selectFrom('bravoPartners')
    .select(['name', 'taxCode'])
    .where('code', '=', invoice.bravoPartnerCode)
    .executeTakeFirst();
  return row ?? { name: '', taxCode: '' };
}

/** Customers that the invoice may go to: connected ones first, then those with the ledger buyer's tax code, then by search. */
export async function listCustomerOptions(
  db: Database,
  invoiceId: string,
  query: Call<'listCustomerOptions'>['query'],
) {
  const invoice = found(
    await db
      .selectFrom('invoices')
      .select(['profileId', 'bravoPartnerCode'])
      .where('id', '=', invoiceId)
      .executeTakeFirst(),
    'Không tìm thấy hóa đơn này.',
  );
  const ledger = await ledgerBuyer(db, invoice);
  const taxCode = ledger.taxCode.trim();
  let rows = db
    .selectFrom('amisPartners as c')
    .leftJoin('partnerConnections as l', (join) =>
      join.onRef('l.amisPartnerId', '=', 'c.id').on('l.bravoCode', '=', invoice.bravoPartnerCode),
    )
    .where('c.profileId', '=', invoice.profileId)
    .where('c.type', '=', 'customer')
    .where('c.isActive', '=', true);
  const words = searchPatterns(query.q);
  for (const word of words) rows = rows.where('c.search', 'like', word);
  // Without a search only what speaks for this buyer is offered, not the whole customer list.
  if (words.length === 0)
    rows = rows.where((eb) => eb.or([eb('l.id', 'is not', null), ...(taxCode ? [eb('c.taxCode', '=', taxCode)] : [])]));
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rank = sql<number>`case when l.id is not null then 0 when c.tax_code <> '' and c.tax_code = ${taxCode} then 1 else 2 end`;
  const page = await orderBy(
    rows.select(['c.id', 'c.code', 'c.name', 'c.address', 'c.taxCode', rank.as('rank')]).orderBy(rank),
    query.sort,
    { sorts: { name: 'vi:c.name', code: 'c.code' }, fallback: 'name', tie: 'c.id' },
  )
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return {
    items: page.map((row) => ({
      customerId: row.id,
      code: row.code,
      name: row.name,
      address: row.address,
      taxCode: row.taxCode,
      found: (['connection', 'tax_code', 'search'] as const)[row.rank]!,
      sameLegalPerson: isSameLegalPerson(ledger, row),
    })),
    total: count,
    limit: query.limit,
    offset: query.offset,
  };
}

/** Locks an invoice that may still be edited by hand, with its period. */
async function lockDraft(tx: Tx, id: string, version: number) {
  const { periodId } = found(
    await tx.db.selectFrom('invoices').select('periodId').where('id', '=', id).executeTakeFirst(),
    'Không tìm thấy hóa đơn này. Có thể kỳ đã được sinh lại.',
  );
  // The period first: a generation takes the same locks in the same order.
  const period = await lockPeriod(tx, periodId);
  const row = found(
    await tx.db.selectFrom('invoices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Không tìm thấy hóa đơn này. Có thể kỳ đã được sinh lại.',
  );
  if (row.version !== version) throw new Refusal('STALE_VERSION', undefined, await getInvoice(tx.db, id));
  if (row.status !== 'draft' || !periodCan.editInvoice(period))
    throw new Refusal(
      'INVOICE_STATE',
      'Chỉ sửa được hóa đơn nháp của kỳ chưa đóng. Hóa đơn đã xuất phải điều chỉnh hoặc thay thế ở AMIS.',
    );
  return row;
}

const touched = (tx: Tx, periodId: string) =>
  tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ inputRevision: eb('inputRevision', '+', 1) }))
    .where('id', '=', periodId)
    .execute();

/**
 * Changes the buyer of a draft: the same legal person freely, another one only with a reason. The invoice is pinned, so a
 * regeneration keeps the choice; the ledger's own buyer stays beside it.
 */
export function updateInvoiceCustomer({ params, body, user, commit, requestId }: Call<'updateInvoiceCustomer'>) {
  return commit(async (tx) => {
    const row = await lockDraft(tx, params.id, body.version);
    const profile = await tx.db
      .selectFrom('profiles')
      .select(['code', 'lockedThrough'])
      .where('id', '=', row.profileId)
      .executeTakeFirstOrThrow();
    if (profile.lockedThrough !== null && row.documentDate <= profile.lockedThrough)
      throw new Refusal('PROFILE_LOCKED');
    const customer = found(
      await tx.db
        .selectFrom('amisPartners')
        .selectAll()
        .where('id', '=', body.customerId)
        .where('profileId', '=', row.profileId)
        .where('type', '=', 'customer')
        .executeTakeFirst(),
      'Hồ sơ của hóa đơn không có khách hàng này.',
    );
    const isSame = isSameLegalPerson(await ledgerBuyer(tx.db, row), customer);
    if (!isSame && !body.reason)
      throw new Refusal('REASON_REQUIRED', 'Người mua khác pháp nhân với sổ Bravo: cần ghi lý do để lưu vào nhật ký.');
    const before = await getInvoice(tx.db, row.id);
    await tx.db
      .updateTable('invoices')
      .set((eb) => ({
        buyerSource: 'chosen',
        buyerCustomerId: customer.id,
        buyerCustomerCode: customer.code,
        buyerName: customer.name,
        buyerAddress: customer.address,
        buyerTaxCode: customer.taxCode,
        buyerPhone: customer.phone,
        buyerEmail: customer.email,
        buyerReason: body.reason ?? null,
        pinned: true,
        search: searchText(
          row.voucherNumber,
          row.bravoDocument,
          customer.name,
          customer.taxCode,
          customer.code,
          row.bravoPartnerCode,
        ),
        version: eb('version', '+', 1),
        updatedAt: sql<string>`now()`,
      }))
      .where('id', '=', row.id)
      .execute();
    await touched(tx, row.periodId);
    const after = await getInvoice(tx.db, row.id);
    await audit(tx, {
      actor: user.email,
      action: 'invoice.change-customer',
      entity: 'invoice',
      entityId: row.id,
      summary: `Đổi người mua hóa đơn ${row.voucherNumber}: ${before.buyer.name} → ${customer.name}${body.reason ? ` (${body.reason})` : ''}`,
      before: before.buyer,
      after: after.buyer,
      requestId,
    });
    return after;
  });
}

/** Pins a draft so that a regeneration leaves it as it is, or lets it go. */
export function updateInvoicePin({ params, body, user, commit, requestId }: Call<'updateInvoicePin'>) {
  return commit(async (tx) => {
    const row = await lockDraft(tx, params.id, body.version);
    await tx.db
      .updateTable('invoices')
      .set((eb) => ({ pinned: body.pinned, version: eb('version', '+', 1), updatedAt: sql<string>`now()` }))
      .where('id', '=', row.id)
      .execute();
    await touched(tx, row.periodId);
    await audit(tx, {
      actor: user.email,
      action: 'invoice.pin',
      entity: 'invoice',
      entityId: row.id,
      summary: `${body.pinned ? 'Ghim' : 'Bỏ ghim'} hóa đơn ${row.voucherNumber}`,
      requestId,
    });
    return getInvoice(tx.db, row.id);
  });
}
