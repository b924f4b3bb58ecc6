import { sumVnd } from '../../money.ts';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { VAT_REASON_NAMES } from '../vat/vat-parts.ts';
import { type VatFigures, vatStatement } from '../vat/vat-statement.ts';
import { column, listSheets } from './reconciliation-cells.ts';

const PARTS = ['ledger', 'invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted', 'difference'] as const;
const HEADERS = ['Thuế trên sổ', 'Thuế trên hóa đơn', 'Đã xuất ở AMIS', 'Chưa xuất', 'Loại ra', 'Bù trừ', 'Chênh'];

/** A rate as it is written beside figures; the ledger may leave it blank. */
export const rateText = (rate: string): string =>
  rate === '' ? 'Sổ không ghi' : /^\d/.test(rate) ? `${rate} %` : rate;

/**
 * The tie-out of the ledger's VAT per rate, the reasons why invoices differ from it, and every difference down to its
 * invoice.
 */
export function vatSheets(input: IssuanceInput, plan: IssuancePlan, rowsPerSheet: number): SheetModel[] {
  const { total, byRate, byReason, differences } = vatStatement(input.lines, plan);
  const figures = (of: VatFigures & { readonly netted?: number }) => PARTS.map((part) => of[part] ?? 0);
  const rows: SheetRow[] = [
    { style: 'title', cells: ['Cân đối thuế GTGT theo thuế suất trên sổ'] },
    {
      style: 'subtitle',
      cells: ['Thuế trên sổ = trên hóa đơn + đã xuất ở AMIS + chưa xuất + loại ra + bù trừ + chênh'],
    },
    { style: 'header', cells: ['Thuế suất', ...HEADERS] },
    ...byRate.map((own) => [rateText(own.rate), ...figures(own)]),
    { style: 'total', cells: ['Tổng cộng', ...figures(total)] },
    [],
    { style: 'header', cells: ['Vì sao chênh', 'Số hóa đơn', 'Chênh'] },
    ...byReason.map((own) => [VAT_REASON_NAMES[own.reason], own.invoices, own.difference]),
  ];
  const vouchers = new Map(plan.invoices.map((one) => [`${one.profile} ${one.key}`, one.voucherNumber]));
  return [
    {
      name: 'Thuế GTGT',
      columns: [{ width: 52, format: 'text' }, ...HEADERS.map(() => ({ width: 18, format: 'vnd' as const }))],
      rows,
      freezeRows: 3,
    },
    ...listSheets(differences, rowsPerSheet, {
      name: 'Chênh thuế',
      columns: [
        column('Hồ sơ', 10),
        column('Số chứng từ', 22),
        column('Thuế suất trên HĐ', 18),
        column('Thuế suất trên sổ', 18),
        column('Tiền hàng', 18, 'vnd'),
        column('Thuế trên sổ', 16, 'vnd'),
        column('Thuế trên HĐ', 16, 'vnd'),
        column('Chênh', 14, 'vnd'),
        column('Vì sao', 56),
      ],
      row: (one) => [
        one.profile,
        vouchers.get(`${one.profile} ${one.invoice}`) ?? '(không còn hóa đơn)',
        rateText(one.rate),
        rateText(one.ledgerRate ?? ''),
        one.amount,
        one.ledgerVat,
        one.invoiceVat,
        one.difference,
        VAT_REASON_NAMES[one.reason],
      ],
      total: () => [
        ...['Tổng cộng', null, null, null],
        ...(['amount', 'ledgerVat', 'invoiceVat', 'difference'] as const).map((field) =>
          sumVnd(differences.map((one) => one[field])),
        ),
      ],
    }),
  ];
}
