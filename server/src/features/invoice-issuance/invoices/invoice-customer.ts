import type { ErrorCode } from '@khop/contract/errors.ts';
import type { ProfileBooks } from '@khop/engine/invoice-issuance/books.ts';
import { changeCustomer, isSameLegalPerson } from '@khop/engine/invoice-issuance/invoices/change-of-customer.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import type { InvoiceBuyer } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import { pageOfSelected } from '../../../db/list.ts';
import type { AmisPartners, Invoices } from '../../../db/schema.generated.ts';
import { searchPatterns, searchText } from '../../../db/search.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { found, Refusal } from '../../../refusal.ts';
import { identityToStore, storedInvoices } from '../load/kept-invoices.ts';
import { profileTerms } from '../load/profile-terms.ts';
import { lockPeriod } from '../period-rows.ts';
import { getInvoice, maskedBuyer } from './invoice-rows.ts';

/** The ledger's own buyer, or an empty one for a partner that Bravo no longer has. */
async function ledgerBuyer(db: Database, partnerCode: string) {
  const row = await db
    .selectFrom('bravoPartners')
    .select(['name', 'taxCode'])
    .where('code', '=', partnerCode)
    .executeTakeFirst();
  return { code: partnerCode, name: row?.name ?? '', taxCode: row?.taxCode ?? '' };
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
  const ledger = await ledgerBuyer(db, invoice.bravoPartnerCode);
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
  const rank = sql<number>`case when l.id is not null then 0 when c.tax_code <> '' and c.tax_code = ${taxCode} then 1 else 2 end`;
  return pageOfSelected(
    rows,
    query,
    { sorts: { name: 'vi:c.name', code: 'c.code' }, fallback: 'name', tie: 'c.id' },
    {
      select: (page) =>
        page.select(['c.id', 'c.code', 'c.name', 'c.address', 'c.taxCode', rank.as('rank')]).orderBy(rank),
      present: (row) => ({
        customerId: row.id,
        code: row.code,
        name: row.name,
        address: row.address,
        taxCode: row.taxCode,
        found: (['connection', 'tax_code', 'search'] as const)[row.rank]!,
        sameLegalPerson: isSameLegalPerson(row, ledger, row.rank === 0 ? row.code : undefined),
      }),
    },
  );
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
    const customer = found(
      await tx.db
        .selectFrom('amisPartners')
        .selectAll()
        .where('id', '=', body.customerId)
        .where('profileId', '=', row.profileId)
        .where('type', '=', 'customer')
        .where('isActive', '=', true)
        // Taking back the file that brought the customer waits for this, and then finds it on an invoice.
        .forKeyShare()
        .executeTakeFirst(),
      'Hồ sơ của hóa đơn không có khách hàng này, hoặc khách đã ngừng dùng.',
    );
    const chosen = await lawfulBuyer(tx, row, customer, body.reason ?? '');
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
        buyerIdentity: toJson(identityToStore(chosen)),
        buyerReason: body.reason ?? null,
        pinned: true,
        // The reviewed invoice had another buyer.
        reviewedBy: null,
        reviewedAt: null,
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
      summary: `Đổi người mua hóa đơn ${row.voucherNumber}: ${before.buyer.name} → ${customer.name}${body.reason ? ` (${body.reason})` : ''}${lostReview(row)}`,
      before: maskedBuyer(before.buyer),
      after: maskedBuyer(after.buyer),
      requestId,
    });
    return after;
  });
}

/** The buyer that the engine's rule on changing it gives, asked with just the records that it reads. */
async function lawfulBuyer(
  tx: Tx,
  row: Selectable<Invoices>,
  customer: Selectable<AmisPartners>,
  reason: string,
): Promise<InvoiceBuyer> {
  const profile = await tx.db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', row.profileId)
    .executeTakeFirstOrThrow();
  const partnerConnections = await tx.db
    .selectFrom('partnerConnections as l')
    .innerJoin('amisPartners as c', 'c.id', 'l.amisPartnerId')
    .select(['c.code as customer', 'l.bravoCode as partner', 'l.isDefault'])
    .where('l.profileId', '=', row.profileId)
    .where('l.bravoCode', '=', row.bravoPartnerCode)
    .execute();
  const books: ProfileBooks = {
    terms: profileTerms(profile),
    customers: [customer],
    partnerConnections,
    products: [],
    productConnections: [],
    inventory: [],
    purchases: [],
    salesLedger: [],
  };
  const [invoice] = await storedInvoices(tx.db, row.periodId, () => profile.code, { id: row.id });
  try {
    return changeCustomer(invoice!, customer.code, reason, books, await ledgerBuyer(tx.db, row.bravoPartnerCode)).buyer;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Refusal(REFUSALS[error.code] ?? 'VALIDATION', error.message, error.details);
  }
}

const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  INVOICE_NOT_DRAFT: 'INVOICE_STATE',
  PROFILE_LOCKED: 'PROFILE_LOCKED',
  CHANGE_REASON_REQUIRED: 'REASON_REQUIRED',
  BUYER_INCOMPLETE: 'VALIDATION',
};

/** A person has vouched for the draft as it was: the log says whose word goes with this change. */
const lostReview = ({ reviewedBy }: Pick<Selectable<Invoices>, 'reviewedBy'>): string =>
  reviewedBy === null ? '' : `; dấu đã soát của ${reviewedBy} không còn`;

/** Pins a draft so that a regeneration leaves it as it is, or lets it go. */
export function updateInvoicePin({ params, body, user, commit, requestId }: Call<'updateInvoicePin'>) {
  return commit(async (tx) => {
    const row = await lockDraft(tx, params.id, body.version);
    // Nothing to change: no edit, so no preview or plan grows old by it.
    if (row.pinned === body.pinned) return getInvoice(tx.db, row.id);
    await tx.db
      .updateTable('invoices')
      .set((eb) => ({
        pinned: body.pinned,
        ...(!body.pinned && { reviewedBy: null, reviewedAt: null }),
        version: eb('version', '+', 1),
        updatedAt: sql<string>`now()`,
      }))
      .where('id', '=', row.id)
      .execute();
    await touched(tx, row.periodId);
    await audit(tx, {
      actor: user.email,
      action: 'invoice.pin',
      entity: 'invoice',
      entityId: row.id,
      summary: `${body.pinned ? 'Ghim' : 'Bỏ ghim'} hóa đơn ${row.voucherNumber}${body.pinned ? '' : lostReview(row)}`,
      before: { pinned: row.pinned },
      after: { pinned: body.pinned },
      requestId,
    });
    return getInvoice(tx.db, row.id);
  });
}
