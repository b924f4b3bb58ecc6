import type { BravoItemRecord, BravoPartnerRecord, BravoSource, MasterQuery } from '../../adapters/bravo/port.ts';
import { searchText } from '../../db/search.ts';
import { fingerprintOf, type StagedRow } from '../../db/staging.ts';

/** The differences between the sync of items and the sync of partners. */
export type Master<T extends { readonly code: string; readonly modifiedAt: string }> = {
  readonly kind: 'bravo-items-sync' | 'bravo-partners-sync';
  readonly table: 'bravo_items' | 'bravo_partners';
  /** "vật tư", "đối tượng" */
  readonly noun: string;
  readonly read: (source: BravoSource, query: MasterQuery) => AsyncIterable<readonly T[]>;
  /** Column → SQL type, beside `synced_at`. */
  readonly columns: Readonly<Record<string, string>>;
  readonly stage: (record: T) => StagedRow;
};

/** A record as Bravo gives it: it takes the place of one that a file gave (decision 0029). */
const staged = (code: string, record: Readonly<Record<string, unknown>>, search: string): StagedRow => {
  const columns = { ...record, source: 'bravo', given_by: '' };
  return { key: code, rowNumber: null, fingerprint: fingerprintOf(columns), data: { ...columns, search } };
};

export const items: Master<BravoItemRecord> = {
  kind: 'bravo-items-sync',
  table: 'bravo_items',
  noun: 'vật tư',
  read: (source, query) => source.items(query),
  columns: {
    code: 'text',
    name: 'text',
    unit: 'text',
    units: 'jsonb',
    item_group: 'text',
    type: 'text',
    is_active: 'boolean',
    modified_at: 'timestamptz',
    search: 'text',
    source: 'text',
    given_by: 'text',
  },
  stage: (item) =>
    staged(
      item.code,
      {
        code: item.code,
        name: item.name,
        unit: item.unit,
        units: item.units,
        item_group: item.group,
        type: item.type,
        is_active: item.isActive,
        modified_at: item.modifiedAt,
      },
      searchText(item.code, item.name),
    ),
};

/** `invoice_requirement` is Khớp's own and not among the columns: no sync touches it. */
export const partners: Master<BravoPartnerRecord> = {
  kind: 'bravo-partners-sync',
  table: 'bravo_partners',
  noun: 'đối tượng',
  read: (source, query) => source.partners(query),
  columns: {
    code: 'text',
    name: 'text',
    address: 'text',
    tax_code: 'text',
    phone: 'text',
    email: 'text',
    type: 'text',
    is_active: 'boolean',
    modified_at: 'timestamptz',
    search: 'text',
    source: 'text',
    given_by: 'text',
  },
  stage: (partner) =>
    staged(
      partner.code,
      {
        code: partner.code,
        name: partner.name,
        address: partner.address,
        tax_code: partner.taxCode,
        phone: partner.phone,
        email: partner.email,
        type: partner.type,
        is_active: partner.isActive,
        modified_at: partner.modifiedAt,
      },
      searchText(partner.code, partner.name, partner.taxCode, partner.phone),
    ),
};
