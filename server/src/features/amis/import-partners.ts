import type { PartnerType } from '@khop/contract/amis/resources.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { readTaxCode } from '@khop/engine/tax-code.ts';
import { searchText } from '../../db/search.ts';
import { fingerprintOf, upsertStaged } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../id.ts';
import type { ImportTarget, ImportWarning } from '../imports/target.ts';
import { taxCodeCheckOf } from './tax-code-check.ts';
import { dropSuggestionsOfGone, reasonsOfNewRecords } from './undo-records.ts';

/** Columns that a file without their field leaves as they are, in partners that exist. */
const COLUMN_OF = {
  address: 'address',
  taxCode: 'tax_code',
  phone: 'phone',
  email: 'email',
  idNumber: 'id_number',
  group: 'partner_group',
  isInternal: 'is_internal',
} as const;

/** What somebody decided about a partner: a blank cell, like a missing column, says nothing about it (decision 0023). */
const KEPT_WHEN_BLANK = { is_organisation: 'null' } as const;

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
  table: 'amis_partners',
  codes: { code: type },
  reasonsToKeep: (tx, undone) => reasonsOfNewRecords(tx, 'amis_partners', undone),
  afterUndo: (tx, undone) => dropSuggestionsOfGone(tx, 'amis_partners', undone),
  stager: () => (row) => {
    const columns = columnsOf(row);
    const search = searchText(String(row.code), String(row.name), columns.tax_code, String(columns.phone));
    return {
      key: String(row.code),
      fingerprint: fingerprintOf(columns),
      data: { ...columns, id: newId(), search },
    };
  },
  apply: async (tx, { runId, profileId, has }) => {
    const absent: string[] = Object.entries(COLUMN_OF).flatMap(([field, column]) => (has(field) ? [] : [column]));
    if (!has('taxCode')) absent.push('tax_code_check');
    const cleared = has('taxCode') ? await clearedTaxCodes(tx, type, runId, profileId) : [];
    const counts = await upsertStaged(tx, {
      runId,
      table: 'amis_partners',
      key: ['profile_id', 'type', 'code'],
      fixed: { profile_id: ['uuid', profileId], type: ['text', type] },
      columns: COLUMNS,
      insertOnly: new Set(['id', ...absent]),
      keptWhenBlank: KEPT_WHEN_BLANK,
      onChange: {
        version: 't.version + 1',
        updated_at: 'now()',
        // What the file leaves out is still there to be found by.
        search: searchKept(has('taxCode'), has('phone')),
      },
    });
    return { ...counts, warnings: cleared };
  },
});

function searchKept(hasTaxCode: boolean, hasPhone: boolean): string {
  if (hasTaxCode && hasPhone) return 'excluded.search';
  const stated = ['name', ...(hasTaxCode ? ['tax_code'] : []), ...(hasPhone ? ['phone'] : [])];
  const left = [...(hasTaxCode ? [] : ['tax_code']), ...(hasPhone ? [] : ['phone'])];
  const isSame = stated.map((column) => `t.${column} = excluded.${column}`).join(' and ');
  const added = left.map((column) => ` || ' ' || lower(t.${column})`).join('');
  return `case when ${isSame} then t.search else trim(excluded.search${added}) end`;
}

/** AMIS has no tax code for these any more, which may be a mistake there: it is said, not kept silently. */
async function clearedTaxCodes(
  tx: Tx,
  type: PartnerType,
  runId: string,
  profileId: string,
): Promise<readonly ImportWarning[]> {
  const { rows } = await tx.client.query<{ row: number; code: string; taxCode: string }>(
    `select s.row_number as row, p.code, p.tax_code as "taxCode"
     from staged_rows s join amis_partners p on p.profile_id = $2 and p.type = $3 and p.code = s.data ->> 'code'
     where s.run_id = $1 and p.tax_code <> '' and s.data ->> 'tax_code' = '' order by s.row_number limit 200`,
    [runId, profileId, type],
  );
  return rows.map(({ row, code, taxCode }) => ({
    code: 'TAX_CODE_CLEARED',
    row,
    message: `Dòng ${row}: ô mã số thuế của «${code}» đang trống nên đã bỏ mã số thuế «${taxCode}». Nếu không đúng, hãy điền lại ở AMIS rồi tải lại.`,
  }));
}

export const importCustomers = importPartners('customer', 'amis-customers');
export const importSuppliers = importPartners('supplier', 'amis-suppliers');
