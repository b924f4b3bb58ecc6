import { amisProduct } from '@khop/engine/records/amis-product.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { recordImport } from '../../db/records/import.ts';
import { recordSearch } from '../../db/records/rows.ts';
import { fingerprintOf, upsertStaged } from '../../db/staging.ts';
import { newId } from '../../id.ts';
import { fieldsOfLayout, fieldsOfRecord } from '../imports/differences/told.ts';
import type { ImportTarget } from '../imports/target.ts';
import { fillPurchasePrices } from './purchase-prices.ts';
import { dropSuggestionsOfGone, reasonsOfNewRecords } from './undo-records.ts';

/** Layout field → key of the product's `accounts`. */
const ACCOUNTS = {
  inventoryAccount: 'inventory',
  revenueAccount: 'revenue',
  discountAccount: 'discount',
  allowanceAccount: 'allowance',
  returnAccount: 'return',
  cogsAccount: 'cogs',
} as const;

const products = recordImport(amisProduct);

const accountsTold = Object.fromEntries(
  Object.entries(fieldsOfLayout('amis-products', Object.keys(ACCOUNTS))).map(([name, field]) => [
    ACCOUNTS[name as keyof typeof ACCOUNTS],
    field,
  ]),
);

function columnsOf(row: Row) {
  const accounts = Object.entries(ACCOUNTS).flatMap(([field, key]) => (row[field] ? [[key, row[field]]] : []));
  return { ...products.staged(row), accounts: Object.fromEntries(accounts) as Record<string, unknown> };
}

/**
 * AMIS "Hàng hóa, dịch vụ" → products of a profile, by code. Products that the file leaves out stay: AMIS exports what
 * its filter shows. Once the purchase ledger has spoken, its last price outranks the catalogue's.
 */
export const importProducts: ImportTarget = {
  name: 'amis-products',
  layout: 'amis-products',
  table: 'amis_products',
  told: {
    code: "r ->> 'code'",
    title: "r ->> 'name'",
    fields: { ...fieldsOfRecord(amisProduct), accounts: { label: 'Tài khoản', kind: 'text', parts: accountsTold } },
    expected: 't.profile_id = p.id and t.is_active',
  },
  reasonsToKeep: (tx, undone) => reasonsOfNewRecords(tx, 'amis_products', undone),
  afterUndo: (tx, undone) => dropSuggestionsOfGone(tx, 'amis_products', undone),
  productColumn: 'code',
  codes: { code: 'product' },
  isCatalogue: true,
  stager: () => (row) => {
    const columns = columnsOf(row);
    return {
      key: String(row.code),
      fingerprint: fingerprintOf(columns),
      data: { ...columns, id: newId(), search: recordSearch(amisProduct, row) },
    };
  },
  apply: async (tx, { runId, profileId, has }) => {
    const counts = await upsertStaged(tx, {
      runId,
      table: amisProduct.table,
      key: ['profile_id', 'code'],
      fixed: { profile_id: ['uuid', profileId] },
      columns: { id: 'uuid', ...products.columns, accounts: 'jsonb', search: 'text' },
      insertOnly: new Set(['id', ...products.left(has)]),
      keptWhenBlank: products.keptWhenBlank,
      onChange: {
        // Account by account: a file with one of them says nothing about the others.
        accounts: 't.accounts || excluded.accounts',
        last_purchase_price:
          'case when t.last_purchase_date is null then coalesce(excluded.last_purchase_price, t.last_purchase_price) else t.last_purchase_price end',
        version: 't.version + 1',
        updated_at: 'now()',
      },
    });
    await fillPurchasePrices(tx, profileId);
    return counts;
  },
};
