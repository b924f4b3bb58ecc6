import { compare } from '@khop/engine/order.ts';
import { voucherLayoutNames } from '@khop/engine/sheets/layouts/export-layouts.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';

/** Refuses a template that there is none of: the profile's files would be stopped at the very end. It stays until the caller is done. */
export async function refuseUnknownLayout(tx: Tx, code: string): Promise<void> {
  const own = await tx.db.selectFrom('exportLayouts').select('code').forShare().execute();
  const known = [...voucherLayoutNames, ...own.map((one) => one.code).toSorted(compare)];
  if (known.includes(code)) return;
  throw new Refusal(
    'VALIDATION',
    `Không có mẫu xuất «${code}». Các mẫu đang có: ${known.map((one) => `«${one}»`).join(', ')}.`,
    { field: 'exportLayout', known },
  );
}
