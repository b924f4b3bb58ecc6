import { type DayFacts, withStatedFacts } from '@khop/engine/bravo/day-facts.ts';
import type { Figure, SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { keptOf, type ProfileBooks, pricesOf } from '@khop/engine/invoice-issuance/books.ts';
import { inCatalogueSpelling } from '@khop/engine/invoice-issuance/codes/catalogue-codes.ts';
import { withIncidents } from '@khop/engine/invoice-issuance/rules/incidents.ts';
import type { IssuanceInput, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity, usableFactor } from '@khop/engine/quantity.ts';
import { type Selectable, sql } from 'kysely';
import { todayOf } from '../../../db/clock/today.ts';
import type { Database } from '../../../db/database.ts';
import type { Profiles } from '../../../db/schema.generated.ts';
import { lastIssuedOf } from '../../amis/last-issued.ts';
import type { Issuers, PeriodRow, PeriodRules } from '../period-rows.ts';
import { rulesInForce } from '../rules/rules-in-force.ts';
import { basesOf } from './bases.ts';
import { closingOf } from './closing.ts';
import { invoicedElsewhere } from './elsewhere/invoiced-elsewhere.ts';
import { lastDatesElsewhere, loadOthers } from './elsewhere/load-others.ts';
import { reconciliationsOf } from './elsewhere/taken-elsewhere.ts';
import { vouchersElsewhere } from './elsewhere/vouchers-elsewhere.ts';
import { keptInvoices } from './kept-invoices.ts';
import { ledgerFiles, reportMoments } from './ledger-files.ts';
import { profileTerms } from './profile-terms.ts';
import { salesLedgerOf } from './sales-ledger-rows.ts';
import { statedDays } from './stated-days.ts';
import { waitingSales } from './waiting-sales.ts';

/** Reads everything one generation needs, from one unchanging view of the database; codes as the catalogues spell them. */
export async function loadInput(db: Database, period: PeriodRow): Promise<IssuanceInput> {
  const profileRows = await db.selectFrom('profiles').selectAll().where('id', 'in', period.profileIds).execute();
  const byId = new Map(profileRows.map((row) => [row.id, row]));
  const ordered = period.profileIds.flatMap((id) => byId.get(id) ?? []);
  const codeOf = (id: string): string => byId.get(id)?.code ?? id;
  const profiles: ProfileBooks[] = [];
  const lines = await loadLines(db, period.id);
  const files = await ledgerFiles(db, period.id);
  const moments = await reportMoments(db, period.id);
  const elsewhere = await invoicedElsewhere(db, period);
  const others = await loadOthers(db, period, codeOf, async (other, profileId) => {
    const { stock } = (await reportMoments(db, other.id))(profileId);
    return {
      ...(await loadStock(db, other, profileId)),
      moments: { exports: [], ...(stock !== undefined && { stock }) },
    };
  });
  const lastElsewhere = await lastDatesElsewhere(db, period);
  for (const row of ordered) {
    const file = files.get(row.id);
    const books = await loadBooks(db, period, row);
    const lastIssuedDate = later(books.terms.lastIssuedDate, lastElsewhere.get(row.id));
    const terms = withIncidents({ ...books.terms, lastIssuedDate }, period.rules as PeriodRules);
    const issuedThrough = await lastIssuedOf(db, row.id);
    profiles.push({
      ...books,
      terms,
      moments: moments(row.id),
      ...(issuedThrough !== null && { issuedThrough }),
      ...(file && { salesLedgerFile: file }),
    });
  }
  return inCatalogueSpelling({
    period: {
      name: period.name,
      fromDate: period.fromDate,
      toDate: period.toDate,
      issueDay: await todayOf(db),
      ...(period.throughDate !== null && { through: period.throughDate }),
      issuers: Object.fromEntries(
        Object.entries(period.issuers as Issuers).map(([branch, ids]) => [branch, ids.map(codeOf)]),
      ),
      ...(await basesOf(db, period, codeOf)),
      rules: period.rules as PeriodRules,
    },
    profiles,
    lines,
    ...(lines.length === 0 && { waitingSales: await waitingSales(db, period) }),
    ...(elsewhere.length > 0 && { invoicedElsewhere: elsewhere }),
    ...(others && { otherPeriods: others }),
    ...closingOf(period),
    invoiceRules: await rulesInForce(db),
    bravoItems: await db.selectFrom('bravoItems').select(['code', 'unit']).orderBy('code').execute(),
    bravoPartners: (
      await db
        .selectFrom('bravoPartners')
        .select(['code', 'name', 'address', 'taxCode', 'phone', 'email', 'invoiceRequirement', 'noInvoiceConfirmed'])
        .orderBy('code')
        .execute()
    ).map(({ invoiceRequirement, ...buyer }) => ({
      ...buyer,
      requirement: invoiceRequirement as 'required' | 'not_required' | 'unset',
    })),
    exclusions: (
      await db
        .selectFrom('periodExclusions')
        .select(['sourceKey', 'reason', 'note'])
        .where('periodId', '=', period.id)
        .orderBy('sourceKey')
        .execute()
    ).map((row) => ({
      line: row.sourceKey,
      reason: row.reason as 'cancelled' | 'internal' | 'not_a_sale',
      note: row.note,
    })),
    ...(await loadMemory(db, period, codeOf)),
    reconciliations: await reconciliationsOf(db, period.id, codeOf),
  });
}

const later = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;

/** The traces of an earlier generation: kept invoices, its draws, and its voucher numbers. */
async function loadMemory(db: Database, period: PeriodRow, codeOf: (id: string) => string) {
  const kept: PlannedInvoice[] = await keptInvoices(db, period, codeOf);
  const draws = await db
    .selectFrom('invoiceAllocations as a')
    .innerJoin('invoiceItems as t', 'a.itemId', 't.id')
    .innerJoin('invoices as i', 'i.id', 't.invoiceId')
    .select(['a.sourceKey', 'a.lot', 'a.baseQuantity', 'i.invoiceKey'])
    .where('a.periodId', '=', period.id)
    .where('a.lot', 'is not', null)
    .orderBy('a.sourceKey')
    .orderBy('a.lot')
    .orderBy('a.baseQuantity')
    .orderBy('i.invoiceKey')
    .execute();
  const services = await db
    .selectFrom('invoiceItems as t')
    .innerJoin('invoiceAllocations as a', 'a.itemId', 't.id')
    .innerJoin('invoices as i', 'i.id', 't.invoiceId')
    .select(['a.sourceKey', 'i.profileId'])
    .where('t.periodId', '=', period.id)
    .where('t.kind', '=', 'service')
    .orderBy('a.sourceKey')
    .orderBy('i.profileId')
    .execute();
  const vouchers = await db
    .selectFrom('invoiceVouchers')
    .select(['invoiceKey', 'voucherNumber'])
    .where('periodId', '=', period.id)
    .orderBy('invoiceKey')
    .orderBy('voucherNumber')
    .execute();
  return {
    kept,
    previous: draws.map((row) => ({
      line: row.sourceKey,
      lot: row.lot!,
      lineQuantity: parseQuantity(row.baseQuantity),
      invoice: row.invoiceKey,
    })),
    previousServices: Object.fromEntries(services.map((row) => [row.sourceKey, codeOf(row.profileId)])),
    previousVouchers: Object.fromEntries([
      ...(await vouchersElsewhere(db, period)),
      ...vouchers.map((row) => [row.invoiceKey, row.voucherNumber] as const),
    ]),
  };
}

async function loadLines(db: Database, periodId: string): Promise<readonly SalesLine[]> {
  const rows = await db
    .selectFrom('periodSalesLines')
    .selectAll()
    .where('periodId', '=', periodId)
    .orderBy('docDate')
    .orderBy('documentKey')
    .orderBy('sourceKey')
    .execute();
  const lines = rows.map(
    (row): SalesLine => ({
      id: row.sourceKey,
      branchCode: row.branchCode,
      docCode: row.docCode,
      docNo: row.docNo,
      docDate: row.docDate,
      docStatus: row.docStatus,
      partnerCode: row.partnerCode,
      itemCode: row.itemCode,
      itemName: row.itemName,
      unit: row.unit,
      quantity: parseQuantity(row.quantity),
      baseQuantity: parseQuantity(row.baseQuantity),
      convertRate: row.convertRate,
      unitPrice: row.unitPrice,
      amount: row.amount,
      discount: row.discount,
      vatRate: row.vatRate ?? undefined,
      vatAmount: row.vatAmount,
      warehouseCode: row.warehouseCode,
      kind: row.kind as SalesLine['kind'],
      description: row.description,
      ...(row.unstated !== '' && { unstated: row.unstated.split(',') as Figure[] }),
      ...(row.dayFacts !== null && { dayFacts: row.dayFacts as DayFacts }),
    }),
  );
  return withStatedFacts(lines, await statedDays(db, periodId));
}

async function loadBooks(db: Database, period: PeriodRow, profile: Selectable<Profiles>): Promise<ProfileBooks> {
  const products = await db
    .selectFrom('amisProducts')
    .select(['code', 'name', 'unit', 'kind', 'vatRate', 'vatReduction', 'defaultWarehouseCode', 'isActive'])
    .select(['vatReductionFrom', 'vatReductionTo', 'vatReductionSource'])
    .select(['lastPurchasePrice', 'averagePurchasePrice', 'salePrice'])
    .where('profileId', '=', profile.id)
    .orderBy('code')
    .execute();
  const customers = await db
    .selectFrom('amisPartners')
    .select(['code', 'name', 'address', 'taxCode', 'idNumber', 'phone', 'email', 'isInternal', 'isActive'])
    .select(['isOrganisation', 'passport', 'nationality', 'budgetCode'])
    .where('profileId', '=', profile.id)
    .where('type', '=', 'customer')
    .orderBy('code')
    .execute();
  const productConnections = await db
    .selectFrom('productConnections as c')
    .innerJoin('amisProducts as p', 'p.id', 'c.amisProductId')
    .select(['p.code as product', 'c.bravoCode as item', 'c.factor', 'c.priority'])
    .where('c.profileId', '=', profile.id)
    .orderBy('p.code')
    .orderBy('c.bravoCode')
    .execute();
  const partnerConnections = await db
    .selectFrom('partnerConnections as c')
    .innerJoin('amisPartners as p', 'p.id', 'c.amisPartnerId')
    .select(['p.code as customer', 'c.bravoCode as partner', 'c.isDefault'])
    .where('c.profileId', '=', profile.id)
    .orderBy('p.code')
    .orderBy('c.bravoCode')
    .execute();
  return {
    terms: profileTerms(profile),
    products: products.map(({ lastPurchasePrice, averagePurchasePrice, salePrice, ...row }) => ({
      ...row,
      prices: pricesOf(lastPurchasePrice, averagePurchasePrice, salePrice),
      vatRate: row.vatRate ?? undefined,
      vatReduction: row.vatReduction as 'unknown' | 'none' | 'reduced',
    })),
    customers,
    accountsInUse: await accountsInUse(db, profile.id),
    productConnections: productConnections.map((row) => ({
      ...row,
      factor: usableFactor(row.factor),
    })),
    partnerConnections,
    ...(await loadStock(db, period, profile.id)),
  };
}

/** The accounts that the catalogue of products names: one pass over it. */
async function accountsInUse(db: Database, profileId: string): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select distinct account from amis_products p cross join lateral jsonb_each_text(p.accounts) as a(name, account)
    where p.profile_id = ${profileId} and account <> '' order by account`.execute(db);
  return rows.map(({ account }) => account);
}

async function loadStock(
  db: Database,
  period: PeriodRow,
  profileId: string,
): Promise<Pick<ProfileBooks, 'inventory' | 'purchases' | 'salesLedger'>> {
  const inventory = await db
    .selectFrom('periodInventoryRows')
    .selectAll()
    .where('periodId', '=', period.id)
    .where('profileId', '=', profileId)
    .orderBy('warehouseCode')
    .orderBy('productCode')
    .execute();
  const purchases = await db
    .selectFrom('amisPurchaseLines')
    .selectAll()
    .where('profileId', '=', profileId)
    .where('accountingDate', '>=', period.fromDate)
    .where('accountingDate', '<=', period.toDate)
    .orderBy('accountingDate')
    .orderBy('lineKey')
    .execute();
  return {
    inventory: inventory.map((row) => ({
      warehouse: row.warehouseCode,
      product: row.productCode,
      opening: parseQuantity(row.opening),
      incoming: parseQuantity(row.incoming),
      outgoing: parseQuantity(row.outgoing),
      closing: parseQuantity(row.closing),
    })),
    purchases: purchases.map((row) => ({
      id: row.lineKey,
      date: row.accountingDate,
      voucherNumber: row.voucherNumber,
      product: row.productCode,
      warehouse: row.warehouseCode,
      ...keptOf(parseQuantity(row.quantity), parseQuantity(row.returnedQuantity)),
    })),
    salesLedger: await salesLedgerOf(db, period.id, profileId),
  };
}
