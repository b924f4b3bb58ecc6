import { addDays, type Day } from '../../day.ts';
import { type GivenLine, type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import type { InvoiceRules } from '../rules/invoice-rules.ts';
import type { IssuanceInput } from '../types.ts';

/** The days of issuing at which one month is looked at, each beside a change of the law. */
export const REGIMES: readonly { readonly issueDay: Day; readonly says: string }[] = [
  { issueDay: '2022-06-15', says: 'giảm thuế đợt đầu, chưa có hạn ký' },
  { issueDay: '2022-12-30', says: 'những ngày cuối của đợt đầu' },
  { issueDay: '2023-07-01', says: 'giảm thuế lại từ hôm nay' },
  { issueDay: '2025-05-30', says: 'trước Nghị định 70/2025: chưa có hạn ký, mẫu số 1–6' },
  { issueDay: '2025-06-03', says: 'sau Nghị định 70/2025: hạn ký một ngày làm việc, mẫu số 1–9' },
  { issueDay: '2025-12-31', says: 'cuối năm, có ngày hoán đổi 02/01/2026' },
  { issueDay: '2026-01-15', says: 'ngày cuối của khung phạt cũ' },
  { issueDay: '2026-01-16', says: 'khung phạt theo số hóa đơn' },
  { issueDay: '2026-07-01', says: 'Nghị định 254/2026: «Bán cho người tiêu dùng», loại F' },
  { issueDay: '2026-11-25', says: 'sau Ngày Văn hóa Việt Nam 24/11' },
  { issueDay: '2026-12-31', says: 'ngày cuối của 8 % và của ký hiệu 26' },
  { issueDay: '2027-01-04', says: 'ngày làm việc đầu tiên của 2027, lịch nghỉ chưa công bố đủ' },
  { issueDay: '2027-02-05', says: 'trước Tết 2027, lịch nghỉ chưa công bố đủ' },
];

/** Goods that are flagged for the reduction and named without a rate in the ledger, and goods of a fixed rate. */
const REDUCED = { item: 'GIAM', amount: 1_000_000, vatRate: null, vatAmount: 80_000 } as const;
const PLAIN = { item: 'THUONG', amount: 2_000_000, vatRate: '10', vatAmount: 200_000 } as const;

/** The sales of every entity, by days from the day of issuing. */
const SALES: readonly (Omit<GivenLine, 'id' | 'date' | 'quantity'> & { readonly after: number })[] = [
  // A has one symbol of 2026 for ever.
  { after: -12, branch: 'HA', doc: 'A1', partner: 'LE', ...REDUCED },
  { after: -12, branch: 'HA', doc: 'A1', partner: 'LE', ...PLAIN },
  { after: -4, branch: 'HA', doc: 'A2', partner: 'CTY', ...REDUCED },
  { after: -2, branch: 'HA', doc: 'A3', partner: 'LE', ...REDUCED },
  { after: -1, branch: 'HA', doc: 'A4', partner: 'CTY', ...PLAIN },
  { after: 0, branch: 'HA', doc: 'A5', partner: 'LE', ...REDUCED },
  { after: 1, branch: 'HA', doc: 'A6', partner: 'LE', ...REDUCED },
  // B is of form 7 and has a date later than some of its sales.
  { after: -2, branch: 'HB', doc: 'B1', partner: 'LE', ...PLAIN },
  { after: 0, branch: 'HB', doc: 'B2', partner: 'CTY', ...REDUCED },
  // C is of kind F; its ledger states 8 % whatever the day.
  { after: -1, branch: 'HC', doc: 'C1', partner: 'LE', ...REDUCED, vatRate: '8' },
  { after: 0, branch: 'HC', doc: 'C2', partner: 'LE', ...PLAIN },
];

/** The month around a day of issuing, by the rules given. */
export function monthAt(issueDay: Day, invoiceRules?: InvoiceRules): IssuanceInput {
  const year = issueDay.slice(2, 4);
  const profile = (code: string, terms: GivenProfile['terms'] = {}): GivenProfile => ({
    ...{ code, terms: { voucherPrefix: `BH${code}`, followsSwaps: 'no', ...terms } },
    products: [
      { code: 'SPG', vatRate: '10', vatReduction: 'reduced' },
      { code: 'SPT', vatRate: '10', vatReduction: 'none' },
    ],
    links: [
      { product: 'SPG', item: 'GIAM' },
      { product: 'SPT', item: 'THUONG' },
    ],
    customers: [{ code: 'KH-CTY', name: 'Công ty Một', taxCode: '0101243150', address: 'Hà Nội' }],
    partnerLinks: [{ customer: 'KH-CTY', partner: 'CTY' }],
    stock: ['SPG', 'SPT'].map((product) => ({ product, opening: '100' })),
  });
  const input = issuanceInput({
    issueDay,
    issuers: { HA: ['A'], HB: ['B'], HC: ['C'] },
    profiles: [
      profile('A', { invoiceSymbol: 'C26TAA' }),
      // B works as the public service swaps its days.
      profile('B', {
        followsSwaps: 'yes',
        invoiceForm: '7',
        invoiceSymbol: `C${year}XBB`,
        lastIssuedDate: addDays(issueDay, -1),
      }),
      profile('C', { invoiceSymbol: `C${year}FCC` }),
    ],
    partners: [
      { code: 'CTY', name: 'Công ty Một', requirement: 'required', taxCode: '0101243150' },
      { code: 'LE', name: 'Khách lẻ', requirement: 'not_required' },
    ],
    lines: SALES.map(({ after, ...sale }, index) => ({
      ...{ id: `${sale.doc}-${index}`, date: addDays(issueDay, after), quantity: '1' },
      ...sale,
    })),
    ...(invoiceRules && { invoiceRules }),
  });
  const { period } = input;
  return { ...input, period: { ...period, fromDate: addDays(issueDay, -12), toDate: addDays(issueDay, 1) } };
}
