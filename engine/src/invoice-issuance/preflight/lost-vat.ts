import { formatVnd, splitVnd, sumVnd, type Vnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import type { InvoiceStatus } from '../invoice-status.ts';
import { connectedCustomer } from '../invoices/buyers.ts';
import type { BravoBuyer, IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

type Lost = { readonly profile: string; readonly partner: BravoBuyer; readonly taxCode: string; readonly vat: Vnd };

/**
 * Partners with a tax code whose invoices without a number carry the consumer's text, with the VAT that they cannot deduct then, until a
 * person has confirmed for that very code that they take no invoice (NĐ 254/2026/NĐ-CP Phụ lục điểm 4b).
 */
export function lostVatFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const lost = lostVat(input, plan);
  if (lost.length === 0) return [];
  const sum = formatVnd(sumVnd(lost.map(({ vat }) => vat)));
  const first = sentence(lost[0]!);
  const partners = new Set(lost.map(({ partner }) => partner.code)).size;
  return [
    {
      code: 'BUYER_LOSES_VAT',
      severity: 'warn',
      message:
        lost.length === 1
          ? first
          : `${formatVnd(partners)} khách có mã số thuế được đánh dấu không lấy hóa đơn: họ không khấu trừ được ${sum} đồng thuế GTGT. Ví dụ: ${first}`,
      remedy:
        'Hỏi lại từng khách: nếu lấy thì đánh dấu «Lấy hóa đơn» rồi sinh lại; nếu chắc chắn không lấy thì bấm «Xác nhận không lấy hóa đơn» ở khách Bravo. Khách đổi mã số thuế thì phải hỏi lại.',
      count: lost.length,
      about: lost.map((one) => ({
        kind: 'partner',
        id: one.partner.code,
        profile: one.profile,
        detail: sentence(one),
      })),
    },
  ];
}

const sentence = ({ partner, taxCode, vat }: Lost): string =>
  `Khách «${partner.code}» ${partner.name} (MST ${taxCode}) không lấy hóa đơn: hóa đơn ghi như bán cho người tiêu dùng, khách không khấu trừ được ${formatVnd(vat)} đồng thuế GTGT.`;

function lostVat({ profiles, bravoPartners, lines }: IssuanceInput, { invoices }: IssuancePlan): Lost[] {
  const partners = new Map(bravoPartners.map((partner) => [partner.code, partner]));
  const buyerOfLine = new Map(lines.map(({ id, partnerCode }) => [id, partnerCode]));
  return profiles.flatMap((books) => {
    const vatOf = new Map<string, Vnd>();
    for (const invoice of invoices) {
      if (invoice.profile !== books.terms.code || !isForConsumer(invoice)) continue;
      for (const [line, vat] of vatByLine(invoice)) {
        const code = buyerOfLine.get(line) ?? invoice.buyer.bravoPartnerCode;
        vatOf.set(code, (vatOf.get(code) ?? 0) + vat);
      }
    }
    const customerOf = connectedCustomer(books);
    return [...vatOf].flatMap(([code, vat]): Lost[] => {
      const partner = partners.get(code);
      const taxCode = partner?.taxCode || customerOf(code)?.taxCode || '';
      // One who asks by now has a finding of the draft itself.
      if (partner?.requirement !== 'not_required' || taxCode === '' || vat <= 0 || isConfirmed(partner, taxCode))
        return [];
      return [{ profile: books.terms.code, partner, taxCode, vat }];
    });
  });
}

/** Until it has a number it can be taken back; what it says to people does not change because it leaves. */
const WITHOUT_NUMBER: ReadonlySet<InvoiceStatus> = new Set(['draft', 'exported']);

/** A person who asked and may not be named has lost nothing by being marked. */
const isForConsumer = ({ status, buyer }: PlannedInvoice): boolean =>
  WITHOUT_NUMBER.has(status) && buyer.source === 'consumer' && buyer.realName === undefined;

const isConfirmed = ({ noInvoiceConfirmed = '' }: BravoBuyer, taxCode: string): boolean =>
  noInvoiceConfirmed.split(',').includes(taxCode);

/** The VAT of an invoice by the ledger lines that it is of: one for the day's consumers has those of several partners. */
const vatByLine = ({ items }: PlannedInvoice): [line: string, vat: Vnd][] =>
  items.flatMap(({ vatAmount, allocations }) => {
    const shares = splitVnd(
      vatAmount,
      allocations.map(({ amount }) => BigInt(Math.abs(amount))),
    );
    return allocations.map(({ line }, index): [string, Vnd] => [line, shares[index]!]);
  });
