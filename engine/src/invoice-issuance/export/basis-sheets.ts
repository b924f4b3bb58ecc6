import type { SheetModel } from '../../sheets/sheet-model.ts';
import { BASIS_STATE_NAMES, basisState } from '../bases/basis-state.ts';
import { inOrderOfBases } from '../bases/in-force.ts';
import { type InvoiceBasis, invoiceBasisFinder } from '../bases/invoice-basis.ts';
import { BASIS_NAMES } from '../bases/issuing-basis.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { column, dayCell, listSheets } from './reconciliation-cells.ts';

/** The bases of the period and the invoices that rest on a contract, with both parties; nothing where all goods are own. */
export function basisSheets(input: IssuanceInput, plan: IssuancePlan, rowsPerSheet: number): SheetModel[] {
  const bases = inOrderOfBases(input.period.bases ?? []);
  if (bases.every(({ kind }) => kind === 'own')) return [];
  const names = new Map(input.profiles.map(({ terms }) => [terms.code, terms.name]));
  const find = invoiceBasisFinder(input);
  const contracted = plan.invoices.flatMap((invoice) => {
    const found = find(invoice);
    return found && found.basis.kind !== 'own' ? [{ invoice, found }] : [];
  });
  return [
    ...listSheets(bases, rowsPerSheet, {
      name: 'Căn cứ lập hóa đơn',
      columns: [
        column('Chi nhánh', 12),
        column('Hồ sơ', 10),
        column('Loại căn cứ', 26),
        column('Số hợp đồng', 18),
        column('Ngày hợp đồng', 13, 'day'),
        column('Từ ngày', 12, 'day'),
        column('Đến ngày', 12, 'day'),
        column('Tình trạng', 26),
        column('Bên kia', 36),
      ],
      row: (basis) => [
        basis.branch,
        basis.profile,
        BASIS_NAMES[basis.kind],
        basis.contractNumber ?? '',
        basis.contractDate ? dayCell(basis.contractDate) : null,
        dayCell(basis.fromDate),
        basis.toDate ? dayCell(basis.toDate) : null,
        BASIS_STATE_NAMES[basisState(basis, input.period.issueDay)],
        basis.counterparty?.name ?? names.get(basis.counterparty?.profile ?? '') ?? '',
      ],
    }),
    ...listSheets<{ invoice: PlannedInvoice; found: InvoiceBasis }>(contracted, rowsPerSheet, {
      name: 'Hóa đơn theo hợp đồng',
      columns: [
        column('Hồ sơ', 10),
        column('Số chứng từ', 22),
        column('Ngày hóa đơn', 13, 'day'),
        column('Căn cứ', 26),
        column('Số hợp đồng', 18),
        column('Bên bán', 36),
        column('Mã số thuế bên bán', 16),
        column('Địa chỉ bên bán', 40),
        column('Bên nhận ủy nhiệm, hoặc chủ hàng', 36),
        column('Mã số thuế bên kia', 16),
        column('Địa chỉ bên kia', 40),
        column('Tổng tiền', 16, 'vnd'),
      ],
      row: ({ invoice, found: { basis, seller, other } }) => [
        invoice.profile,
        invoice.voucherNumber,
        dayCell(invoice.date),
        BASIS_NAMES[basis.kind],
        basis.contractNumber ?? '',
        seller.name,
        seller.taxCode,
        seller.address,
        other?.name ?? '',
        other?.taxCode ?? '',
        other?.address ?? '',
        invoice.total,
      ],
    }),
  ];
}
