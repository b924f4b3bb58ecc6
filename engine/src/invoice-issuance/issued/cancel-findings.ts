import { cancelsAllowedOn, isCancelledUnlawfully, mayCancelOf } from '../amis-ledger/cancels.ts';
import { referring } from '../amis-ledger/invoice-references.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import type { Finding } from '../findings/finding.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * Numbered invoices that the AMIS ledgers call cancelled on a day on which the law lets no invoice be cancelled, ours and
 * others, as long as nothing replaces or adjusts them: read from the ledger as it is now. One finding per profile, one record
 * per voucher. Source: NĐ 70/2025/NĐ-CP; TT 91/2026/TT-BTC Điều 10, form 04/SS-HĐĐT.
 */
export function cancelFindings(input: IssuanceInput, plan?: IssuancePlan): Finding[] {
  const left = [...input.kept, ...(plan?.invoices ?? [])].filter(({ status }) => status !== 'draft');
  return input.profiles.flatMap((books): Finding[] => {
    const profile = books.terms.code;
    const own = new Map(left.filter((one) => one.profile === profile).map((one) => [one.voucherNumber, one]));
    const cancelled = cancelledIn(books, [...own.values()], input);
    const [first] = cancelled;
    if (!first) return [];
    const about = cancelled.map(({ id, voucherNumber, invoiceNumber }): RecordRef => {
      const detail = `Hóa đơn số «${invoiceNumber}» ghi là đã hủy, không dòng nào thay thế hay điều chỉnh nó.`;
      const invoice = own.get(voucherNumber);
      return invoice ? { kind: 'invoice', id: invoice.key, profile, detail } : { kind: 'entry', id, profile, detail };
    });
    return [
      {
        code: 'CANCEL_NOT_LAWFUL',
        severity: 'warn',
        message: `«${profile}»: ${about.length} hóa đơn đã có số ghi là đã hủy trên sổ AMIS, ví dụ số «${first.invoiceNumber}»: không còn hủy hóa đơn đã lập; kiểm tra thay thế/điều chỉnh. Khớp vẫn coi là đã phát hành.`,
        remedy:
          'Ở AMIS, lập hóa đơn thay thế hoặc điều chỉnh (TT 91/2026/TT-BTC Điều 10) và ghi «thay thế cho hóa đơn số …» hay «điều chỉnh cho hóa đơn số …» ở Diễn giải; rồi nạp lại sổ bán hàng.',
        count: about.length,
        profile,
        about,
      },
    ];
  });
}

/** The first entry of each such voucher. */
function cancelledIn(
  books: ProfileBooks,
  own: readonly PlannedInvoice[],
  { invoiceRules }: Pick<IssuanceInput, 'invoiceRules'>,
): AmisSalesEntry[] {
  const mayCancel = mayCancelOf(() => own, cancelsAllowedOn(invoiceRules));
  const claimed = books.salesLedger.filter((entry) => isCancelledUnlawfully(entry, mayCancel));
  if (claimed.length === 0) return [];
  const { to } = referring(books, own);
  const standing = claimed.filter(({ invoiceNumber: number, invoiceDate: date }) =>
    (['replaced', 'adjusted'] as const).every((fate) => to(fate, [{ number, date }]).length === 0),
  );
  return [...new Map(standing.toReversed().map((entry) => [entry.voucherNumber, entry])).values()].toReversed();
}
