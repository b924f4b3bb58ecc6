import { by } from '../../order.ts';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { type RateSum, returnGroupOf, type VatReturn, vatReturns } from '../vat/vat-return.ts';
import { column, dayCell, listSheets } from './reconciliation-cells.ts';
import { rateText } from './vat-sheets.ts';

export const DRAFT_NOTE =
  'Bản nháp, chưa được chuyên gia xác nhận. Chỉ phần bán ra, theo ngày hóa đơn của các hóa đơn đã phát hành và sẽ phát hành trong kỳ của Khớp; chưa gồm hóa đơn lập ngoài Khớp, hóa đơn điều chỉnh và phần mua vào.';

/** The day an invoice is declared by: the one AMIS issued it on, else the planned one. */
const rowsOf = (invoices: readonly PlannedInvoice[]) =>
  invoices.flatMap((invoice) => {
    const day = invoice.issuedOn ?? invoice.date;
    return invoice.vat.map((one) => ({ invoice, day, month: day.slice(0, 7), ...one }));
  });

/** The draft of 01/GTGT per profile and month, and the invoices behind each figure. */
export function vatReturnSheets(
  { invoiceRules, profiles }: Pick<IssuanceInput, 'invoiceRules' | 'profiles'>,
  plan: Pick<IssuancePlan, 'invoices'>,
  rowsPerSheet: number,
): SheetModel[] {
  const rows = rowsOf(plan.invoices);
  const names = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  const groups = Map.groupBy(rows, ({ invoice, month, rate }) => [invoice.profile, month, rate].join('\u0000'));
  const sums = [...groups.values()]
    .map((own): RateSum => {
      const { invoice, month, rate } = own[0]!;
      const sum = (field: 'amount' | 'vatAmount') => own.reduce((all, one) => all + one[field], 0);
      return {
        ...{ profile: invoice.profile, month, rate, amount: sum('amount'), vatAmount: sum('vatAmount') },
        invoices: own.length,
      };
    })
    .toSorted(by(({ profile, month }) => profile + month));
  const body = vatReturns(sums, invoiceRules).flatMap((own) => draftRows(own, names.get(own.profile)));
  const figureOf = { KCT: '[26]', '0': '[29]', '5': '[30] [31]', '10': '[32] [33]', KKKNT: '[32a]', other: 'Chưa xếp' };
  return [
    {
      name: 'Tờ khai 01-GTGT (nháp)',
      columns: [
        { width: 10, format: 'text' },
        { width: 64, format: 'text' },
        { width: 22, format: 'vnd' },
        { width: 20, format: 'vnd' },
        { width: 20, format: 'vnd' },
      ],
      rows: [
        { style: 'title', cells: ['Số liệu nháp cho tờ khai thuế GTGT (mẫu 01/GTGT)'] },
        { style: 'note', cells: [DRAFT_NOTE] },
        ...body,
      ],
    },
    ...listSheets(rows, rowsPerSheet, {
      name: 'Nguồn tờ khai',
      columns: [
        column('Hồ sơ', 10),
        column('Tháng', 10),
        column('Chỉ tiêu', 12),
        column('Số chứng từ', 22),
        column('Số hóa đơn', 12),
        column('Ngày hóa đơn', 13, 'day'),
        column('Người mua', 36),
        column('Thuế suất', 12),
        column('Doanh thu', 18, 'vnd'),
        column('Thuế GTGT', 16, 'vnd'),
      ],
      row: ({ invoice, day, month, rate, amount, vatAmount }) => [
        invoice.profile,
        monthText(month),
        figureOf[returnGroupOf(rate, invoiceRules)],
        invoice.voucherNumber,
        invoice.invoiceNumber ?? '',
        dayCell(day),
        invoice.buyer.name,
        rateText(rate),
        amount,
        vatAmount,
      ],
    }),
  ];
}

const monthText = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

function draftRows(
  { profile, month, figures, other, annex }: VatReturn,
  terms: { readonly name: string; readonly taxCode: string } | undefined,
): SheetRow[] {
  const title = `${profile} — ${terms?.name ?? ''}, MST ${terms?.taxCode ?? ''}, hóa đơn tháng ${monthText(month)}`;
  return [
    [],
    { style: 'subtitle', cells: [title] },
    { style: 'header', cells: ['Chỉ tiêu', 'Nội dung', 'Doanh thu', 'Thuế GTGT'] },
    ...figures.map(({ code, kind, label, amount }) => [
      `[${code}]`,
      label,
      ...(kind === 'revenue' ? [amount, null] : [null, amount]),
    ]),
    ...(other.amount !== 0 || other.vatAmount !== 0
      ? [['', 'Thuế suất khác, tờ khai không có chỗ: người lập quyết định', other.amount, other.vatAmount]]
      : []),
    ...(annex.length > 0
      ? [
          {
            style: 'header' as const,
            cells: ['', 'Phụ lục giảm thuế GTGT', 'Giá trị', 'Thuế sau giảm', 'Thuế được giảm'],
          },
          ...annex.map((row) => [
            '',
            `Thuế suất ${rateText(row.standardRate)} được giảm còn ${rateText(row.rate)}`,
            row.amount,
            row.vatAmount,
            row.reduced,
          ]),
        ]
      : []),
  ];
}
