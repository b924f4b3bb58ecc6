import type { PartnerType } from '@khop/contract/amis-resources.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layout.ts';
import { readTaxCode } from '@khop/engine/tax-code.ts';
import { searchText } from '../../db/search.ts';
import { fingerprintOf, upsertStaged } from '../../db/staging.ts';
import { newId } from '../../id.ts';
import type { ImportTarget } from '../imports/target.ts';
import { taxCodeCheckOf } from './tax-code-check.ts';

/** Columns that a file without their field leaves as they are, in partners that exist. */
const COLUMN_OF = {
  address: 'address',
  taxCode: 'tax_code',
  phone: 'phone',
  email: 'email',
  idNumber: 'id_number',
  group: 'partner_group',
  isOrganisation: 'is_organisation',
  isInternal: 'is_internal',
} as const;

const COLUMNS = {
  id: 'uuid',
  code: 'text',
  name: 'text',
  address: 'text',
  tax_code: 'text',
  tax_code_check: 'text',
  phone: 'text',
  email: 'text',
  id_number: 'text',
  partner_group: 'text',
  is_organisation: 'boolean',
  is_internal: 'boolean',
  search: 'text',
};

function columnsOf(row: Row) {
  const taxCode = readTaxCode(row.taxCode as string | null);
  return {
    code: row.code,
    name: row.name,
    address: row.address ?? '',
    tax_code: taxCode.code,
    tax_code_check: taxCodeCheckOf(taxCode),
    phone: row.phone ?? row.contactPhone ?? '',
    email: row.email ?? '',
    id_number: row.idNumber ?? '',
    partner_group: row.group ?? '',
    is_organisation: row.isOrganisation ?? null,
    is_internal: row.isInternal ?? false,
  };
}

/** AMIS list of customers or suppliers → partners of a profile, by type and code. Partners left out stay. */
const importPartners = (type: PartnerType, layout: LayoutName): ImportTarget => ({
  name: layout,
  layout,
  stager: () => (row) => {
    const columns = columnsOf(row);
    const search = searchText(String(row.code), String(row.name), columns.tax_code, String(columns.phone));
    return {
      key: String(row.code),
      fingerprint: fingerprintOf(columns),
      data: { ...columns, id: newId(), search },
    };
  },
  apply: (tx, { runId, profileId, has }) => {
    const absent: string[] = Object.entries(COLUMN_OF).flatMap(([field, column]) => (has(field) ? [] : [column]));
    if (!has('taxCode')) absent.push('tax_code_check');
    return upsertStaged(tx, {
      runId,
      table: 'amis_partners',
      key: ['profile_id', 'type', 'code'],
      fixed: { profile_id: ['uuid', profileId], type: ['text', type] },
      columns: COLUMNS,
      insertOnly: new Set(['id', ...absent]),
      onChange: { version: 't.version + 1', updated_at: 'now()' },
    });
  },
});

export const importCustomers = importPartners('customer', 'amis-customers');
export const importSuppliers = importPartners('supplier', 'amis-suppliers');
