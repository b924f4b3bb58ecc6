import type { PartnerType } from '@khop/contract/amis/resources.ts';
import { readPersonalId } from '@khop/engine/personal-id.ts';
import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import type { LayoutName } from '@khop/engine/sheets/layouts/layout.ts';
import { readTaxCode } from '@khop/engine/tax-code.ts';
import { recordImport } from '../../db/records/import.ts';
import { recordSearch } from '../../db/records/rows.ts';
import { fingerprintOf, upsertStaged } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../id.ts';
import { fieldsOfRecord } from '../imports/differences/told.ts';
import type { ImportTarget, ImportWarning } from '../imports/target.ts';
import { taxCodeCheckOf } from './tax-code-check.ts';
import { dropSuggestionsOfGone, reasonsOfNewRecords } from './undo-records.ts';

const partners = recordImport(amisPartner);

/** AMIS list of customers or suppliers → partners of a profile, by type and code. Partners left out stay. */
const importPartners = (type: PartnerType, layout: LayoutName): ImportTarget => ({
  name: layout,
  layout,
  table: 'amis_partners',
  told: {
    code: "r ->> 'code'",
    title: "r ->> 'name'",
    fields: fieldsOfRecord(amisPartner),
    expected: `t.profile_id = p.id and t.type = '${type}' and t.is_active`,
  },
  codes: { code: type },
  isCatalogue: true,
  reasonsToKeep: (tx, undone) => reasonsOfNewRecords(tx, 'amis_partners', undone),
  afterUndo: (tx, undone) => dropSuggestionsOfGone(tx, 'amis_partners', undone),
  stager: () => (row) => {
    const taxCode = readTaxCode(row.taxCode as string | null);
    const stated = {
      ...row,
      taxCode: taxCode.code,
      idNumber: readPersonalId(row.idNumber as string | null),
      phone: row.phone ?? row.contactPhone ?? null,
    };
    const columns = { ...partners.staged(stated), tax_code_check: taxCodeCheckOf(taxCode) };
    return {
      key: String(row.code),
      fingerprint: fingerprintOf(columns),
      data: { ...columns, id: newId(), search: recordSearch(amisPartner, stated) },
    };
  },
  apply: async (tx, { runId, profileId, has }) => {
    const cleared = has('taxCode') ? await clearedTaxCodes(tx, type, runId, profileId) : [];
    const counts = await upsertStaged(tx, {
      runId,
      table: amisPartner.table,
      key: ['profile_id', 'type', 'code'],
      fixed: { profile_id: ['uuid', profileId], type: ['text', type] },
      columns: { id: 'uuid', ...partners.columns, tax_code_check: 'text', search: 'text' },
      insertOnly: new Set(['id', ...partners.left(has), ...(has('taxCode') ? [] : ['tax_code_check'])]),
      keptWhenBlank: partners.keptWhenBlank,
      onChange: { version: 't.version + 1', updated_at: 'now()', search: partners.searchKept(has) },
    });
    return { ...counts, warnings: cleared };
  },
});

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
