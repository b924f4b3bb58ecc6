import type { InvoiceRequirement } from '@khop/contract/bravo.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { audit } from '../../audit/audit.ts';
import { fingerprintOf } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { fieldsOfLayout } from '../imports/differences/told.ts';
import type { ImportTarget, RejectedCell } from '../imports/target.ts';

const LABELS: Readonly<Record<InvoiceRequirement, string>> = {
  required: 'lấy hóa đơn',
  not_required: 'không lấy hóa đơn',
  unset: 'chưa xác định',
};

type Marked = { code: string; requirement: string; confirmed: string; taxCodes: string };

/** The partners in one order, so that two selections at once cannot wait for each other in a circle, with all their codes. */
async function lockPartners({ client }: Tx, codes: readonly string[]): Promise<Marked[]> {
  const { rows } = await client.query<Marked>(
    `select b.code, b.invoice_requirement as requirement, b.no_invoice_confirmed as confirmed,
       array_to_string(array(
         select b.tax_code where b.tax_code <> ''
         union select p.tax_code from partner_connections c join amis_partners p on p.id = c.amis_partner_id
           where c.bravo_code = b.code and p.tax_code <> ''
         order by 1), ',') as "taxCodes"
     from bravo_partners b where b.code = any($1) order by b.code for update of b`,
    [codes],
  );
  return rows;
}

/**
 * Sets one requirement on the selected partners; codes that are unknown are told, not refused. With `isConfirmed` a person
 * also says that those who have a tax code take no invoice all the same; another requirement takes that back.
 */
export function setSelectedRequirement(
  { user, commit, requestId }: Pick<Call, 'user' | 'commit' | 'requestId'>,
  partnerCodes: readonly string[],
  requirement: InvoiceRequirement,
  isConfirmed: boolean,
) {
  const codes = [...new Set(partnerCodes)].sort();
  return commit(async (tx) => {
    const known = await lockPartners(tx, codes);
    const confirmedOf = (partner: Marked): string => {
      if (requirement !== 'not_required') return '';
      if (isConfirmed) return partner.taxCodes;
      return partner.requirement === requirement ? partner.confirmed : '';
    };
    const changing = known.filter(
      (partner) => partner.requirement !== requirement || partner.confirmed !== confirmedOf(partner),
    );
    if (changing.length > 0) {
      await tx.client.query(
        `update bravo_partners b set invoice_requirement = $1, no_invoice_confirmed = s.confirmed
         from unnest($2::text[], $3::text[]) as s (code, confirmed) where b.code = s.code`,
        [requirement, changing.map(({ code }) => code), changing.map(confirmedOf)],
      );
      const confirmed = changing.flatMap((partner) =>
        confirmedOf(partner) === '' ? [] : [[partner.code, confirmedOf(partner)] as const],
      );
      const what = confirmed.length > 0 ? `, xác nhận dù có mã số thuế: ${confirmed.length}` : '';
      await audit(tx, {
        actor: user.email,
        action: 'bravo-partner.set-invoice-requirement',
        entity: 'bravo-partner',
        entityId: changing.length === 1 ? changing[0]!.code : 'selection',
        summary: `Đặt «${LABELS[requirement]}» cho ${formatVnd(changing.length)} đối tượng Bravo${what}`,
        before: Object.fromEntries(changing.map((partner) => [partner.code, partner.requirement])),
        after: {
          invoiceRequirement: requirement,
          partnerCodes: changing.map((partner) => partner.code),
          ...(confirmed.length > 0 && { noInvoiceConfirmed: Object.fromEntries(confirmed) }),
        },
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
  told: {
    code: "r ->> 'code'",
    title: "r ->> 'name'",
    fields: fieldsOfLayout('invoice-requirements', ['invoice_requirement']),
  },
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
      `update bravo_partners p set invoice_requirement = s.data ->> 'invoice_requirement', no_invoice_confirmed = ''
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
