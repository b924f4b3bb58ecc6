import { formatVnd, sumVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { cancelsAllowedOn } from './cancels.ts';
import { readBack } from './read-back.ts';

/**
 * Invoices of ours with another amount in AMIS than here, although nothing says that they were adjusted: read from the
 * ledger as it is now, so that a ledger tells them as soon as it is loaded. One finding per profile.
 */
export function differenceFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const left = plan.invoices.filter(({ status }) => status !== 'draft');
  const { settled, warnings } = readBack(input.profiles, left, cancelsAllowedOn(input.invoiceRules));
  const messages = new Map(
    warnings.flatMap(({ code, invoice, message }) =>
      code === 'INVOICE_DIFFERS_FROM_AMIS' && invoice !== undefined ? [[invoice, message] as const] : [],
    ),
  );
  const off = settled.filter(({ key }) => messages.has(key));
  return [...Map.groupBy(off, ({ profile }) => profile)].map(([profile, own]) => ({
    code: 'INVOICE_DIFFERS_FROM_AMIS',
    severity: 'warn',
    message: `«${profile}»: ${own.length} hóa đơn lệch với AMIS, cộng ${formatVnd(sumVnd(own.map(({ difference }) => difference)))} đồng trước thuế. Ví dụ: ${messages.get(own[0]!.key)}`,
    remedy:
      'Sửa chứng từ ở AMIS nếu nhập sai; nếu đã điều chỉnh thì ghi «điều chỉnh cho hóa đơn số …» ở Diễn giải. Rồi nạp lại sổ bán hàng.',
    count: own.length,
    profile,
    about: own.map(({ key }) => ({ kind: 'invoice', id: key, profile, detail: messages.get(key)! }) as const),
  }));
}
