import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { searchText } from '../../db/search.ts';
import { fingerprintOf, upsertStaged } from '../../db/staging.ts';
import { newId } from '../../id.ts';
import type { ImportTarget } from '../imports/target.ts';
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

/** Columns that a file without their field leaves as they are, in products that exist. */
const COLUMN_OF = {
  group: 'product_group',
  quantityOnHand: 'quantity_on_hand',
  stockValue: 'stock_value',
  note: 'note',
  salePrice: 'sale_price',
} as const;

/** What somebody decided about a product: a blank cell, like a missing column, says nothing about it (decision 0023). */
const KEPT_WHEN_BLANK = {
  unit: "''",
  kind: "''",
  vat_rate: 'null',
  vat_reduction: "'unknown'",
  default_warehouse_code: "''",
  is_active: 'true',
} as const;

const COLUMNS = {
  id: 'uuid',
  code: 'text',
  name: 'text',
  unit: 'text',
  kind: 'text',
  product_group: 'text',
  vat_rate: 'text',
  vat_reduction: 'text',
  sale_price: 'numeric',
  last_purchase_price: 'numeric',
  quantity_on_hand: 'numeric',
  stock_value: 'bigint',
  default_warehouse_code: 'text',
  accounts: 'jsonb',
  is_active: 'boolean',
  note: 'text',
  search: 'text',
};

function columnsOf(row: Row) {
  const accounts = Object.entries(ACCOUNTS).flatMap(([field, key]) => (row[field] ? [[key, row[field]]] : []));
  return {
    code: row.code,
    name: row.name,
    unit: row.unit || null,
    kind: row.kind || null,
    product_group: row.group ?? '',
    vat_rate: row.vatRate,
    vat_reduction: row.vatReduction,
    sale_price: row.salePrice,
    last_purchase_price: row.lastPurchasePrice,
    quantity_on_hand: row.quantityOnHand,
    stock_value: row.stockValue,
    default_warehouse_code: row.defaultWarehouseCode || null,
    accounts: Object.fromEntries(accounts) as Record<string, unknown>,
    is_active: row.isActive,
    note: row.note ?? '',
  };
}

/**
 * AMIS "Hàng hóa, dịch vụ" → products of a profile, by code. Products that the file leaves out stay: AMIS exports what
 * its filter shows. Once the purchase ledger has spoken, its last price stands over the catalogue's.
 */
export const importProducts: ImportTarget = {
  name: 'amis-products',
  layout: 'amis-products',
  table: 'amis_products',
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
      data: { ...columns, id: newId(), search: searchText(String(row.code), String(row.name)) },
    };
  },
  apply: (tx, { runId, profileId, has }) => {
    const absent = Object.entries(COLUMN_OF).flatMap(([field, column]) => (has(field) ? [] : [column]));
    return upsertStaged(tx, {
      runId,
      table: 'amis_products',
      key: ['profile_id', 'code'],
      fixed: { profile_id: ['uuid', profileId] },
      columns: COLUMNS,
      insertOnly: new Set(['id', ...absent]),
      keptWhenBlank: KEPT_WHEN_BLANK,
      onChange: {
        // Account by account: a file with one of them says nothing about the others.
        accounts: 't.accounts || excluded.accounts',
        last_purchase_price:
          'case when t.last_purchase_date is null then coalesce(excluded.last_purchase_price, t.last_purchase_price) else t.last_purchase_price end',
        version: 't.version + 1',
        updated_at: 'now()',
      },
    });
  },
};
