import type { InvoiceRequirement } from '@khop/contract/bravo.ts';
import { audit } from '../../audit/audit.ts';
import { fingerprintOf } from '../../db/staging.ts';
import type { Call } from '../../http/call.ts';
import type { ImportTarget, RejectedCell } from '../imports/target.ts';

const LABELS: Readonly<Record<InvoiceRequirement, string>> = {
  required: 'lấy hóa đơn',
  not_required: 'không lấy hóa đơn',
  unset: 'chưa xác định',
};

/** Sets one requirement on the selected partners; codes that are unknown are told, not refused. */
export function setSelectedRequirement(
  { user, commit, requestId }: Pick<Call, 'user' | 'commit' | 'requestId'>,
  partnerCodes: readonly string[],
  requirement: InvoiceRequirement,
) {
  const codes = [...new Set(partnerCodes)].sort();
  return commit(async (tx) => {
    // In one order, so that two selections at once cannot wait for each other in a circle.
    const known = await tx.db
      .selectFrom('bravoPartners')
      .select(['code', 'invoiceRequirement'])
      .where('code', 'in', codes)
      .orderBy('code')
      .forUpdate()
      .execute();
    const changing = known.filter((partner) => partner.invoiceRequirement !== requirement);
    if (changing.length > 0) {
      await tx.client.query('update bravo_partners set invoice_requirement = $1 where code = any($2)', [
        requirement,
        changing.map((partner) => partner.code),
      ]);
      await audit(tx, {
        actor: user.email,
        action: 'bravo-partner.set-invoice-requirement',
        entity: 'bravo-partner',
        entityId: changing.length === 1 ? changing[0]!.code : 'selection',
        summary: `Đặt «${LABELS[requirement]}» cho ${changing.length} đối tượng Bravo`,
        before: Object.fromEntries(changing.map((partner) => [partner.code, partner.invoiceRequirement])),
        after: { invoiceRequirement: requirement, partnerCodes: changing.map((partner) => partner.code) },
        requestId,
      });
    }
    const found = new Set(known.map((partner) => partner.code));
    return {
      updated: changing.length,
      unchanged: known.length - changing.length,
      notFound: codes.filter((code) => !found.has(code)),
    };
  });
}

/**
 * A workbook of partner codes with their requirement. Partners are made by the sync only: an unknown code is rejected. A
 * blank cell keeps what is set (null compares as neither equal nor different); only «Chưa xác định» unsets.
 */
export const importInvoiceRequirements: ImportTarget = {
  name: 'invoice-requirements',
  layout: 'invoice-requirements',
  table: 'bravo_partners',
  codes: { code: 'partner' },
  stager: () => (row) => {
    const data = { code: row.partnerCode, invoice_requirement: row.invoiceRequirement };
    return { key: String(row.partnerCode), fingerprint: fingerprintOf(data), data };
  },
  apply: async (tx, { runId, result }) => {
    const { rows: unknown } = await tx.client.query<{ key: string; row_number: number }>(
      `select s.key, s.row_number from staged_rows s
       where s.run_id = $1 and not exists (select from bravo_partners p where p.code = s.data ->> 'code') order by s.row_number`,
      [runId],
    );
    const column = result.columns.find((one) => one.field === 'partnerCode')?.column ?? '';
    const rejected = unknown.map(
      ({ key, row_number: row }): RejectedCell => ({
        row,
        column,
        value: key,
        code: 'PARTNER_NOT_FOUND',
        message: `Dòng ${row}, cột ${column}: không có đối tượng Bravo mã «${key}». Hãy đồng bộ đối tượng rồi tải lại.`,
        mayPass: true,
      }),
    );
    const { rowCount } = await tx.client.query(
      `update bravo_partners p set invoice_requirement = s.data ->> 'invoice_requirement'
       from staged_rows s
       where s.run_id = $1 and s.data ->> 'code' = p.code and p.invoice_requirement <> s.data ->> 'invoice_requirement'`,
      [runId],
    );
    const { rows } = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from staged_rows where run_id = $1',
      [runId],
    );
    const changed = rowCount ?? 0;
    return { created: 0, changed, unchanged: rows[0]!.n - rejected.length - changed, rejected };
  },
};
