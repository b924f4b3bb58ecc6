import type { Day } from '../../day.ts';
import type { Cell } from '../../sheets/cell.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { BASIS_STATE_NAMES, basisState } from '../bases/basis-state.ts';
import { delegationGaps } from '../bases/delegation-gaps.ts';
import { inOrderOfBases } from '../bases/in-force.ts';
import { type InvoiceBasis, invoiceBasisFinder } from '../bases/invoice-basis.ts';
import {
  BASIS_NAMES,
  type BasisParty,
  INVOICE_FORM_NAMES,
  type IssuingBasis,
  PAYEE_NAMES,
} from '../bases/issuing-basis.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { column, dayCell, listSheets } from './reconciliation-cells.ts';

/** The bases of the period and the invoices that rest on a contract, with both parties; nothing where all goods are own. */
export function basisSheets(input: IssuanceInput, plan: IssuancePlan, rowsPerSheet: number): SheetModel[] {
  const bases = inOrderOfBases(input.period.bases ?? []);
  if (bases.every(({ kind }) => kind === 'own')) return [];
  const termsOf = new Map<string, BasisParty>(input.profiles.map(({ terms }) => [terms.code, terms]));
  const hasDelegation = bases.some(({ kind }) => kind === 'delegation');
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
        ...partyColumns('Bên bán', 'bên bán'),
        ...partyColumns('Bên kia', 'bên kia'),
        ...(hasDelegation ? DELEGATION_COLUMNS : []),
        column('Tệp hợp đồng', 30),
        column('Mã băm SHA-256 của tệp', 66),
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
        ...partyCells(termsOf.get(basis.profile)),
        ...partyCells(termsOf.get(basis.counterparty?.profile ?? '') ?? basis.counterparty),
        ...(hasDelegation ? delegationCells(basis) : []),
        basis.contractFile?.fileName ?? '',
        basis.contractFile?.sha256 ?? '',
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
        column('Ngày hợp đồng', 13, 'day'),
        ...partyColumns('Bên bán', 'bên bán'),
        ...partyColumns('Bên nhận ủy nhiệm, hoặc chủ hàng', 'bên kia'),
        column('Bên nhận tiền', 24),
        column('Tệp hợp đồng', 30),
        column('Tổng tiền', 16, 'vnd'),
      ],
      row: ({ invoice, found: { basis, seller, other } }) => [
        invoice.profile,
        invoice.voucherNumber,
        dayCell(invoice.date),
        BASIS_NAMES[basis.kind],
        basis.contractNumber ?? '',
        basis.contractDate ? dayCell(basis.contractDate) : null,
        ...partyCells(seller),
        ...partyCells(other ?? undefined),
        basis.delegation?.paidTo ? PAYEE_NAMES[basis.delegation.paidTo] : '',
        basis.contractFile?.fileName ?? '',
        invoice.total,
      ],
    }),
  ];
}

const partyColumns = (name: string, of: string) => [
  column(name, 36),
  column(`Mã số thuế ${of}`, 16),
  column(`Địa chỉ ${of}`, 40),
];

const partyCells = ({ name = '', taxCode = '', address = '' }: BasisParty = {}): Cell[] => [name, taxCode, address];

const DELEGATION_COLUMNS = [
  column('Chứng thư số bên ủy nhiệm', 24),
  column('Chứng thư số bên nhận', 24),
  column('Loại hóa đơn', 28),
  column('Ký hiệu', 20),
  column('Mục đích', 36),
  column('Bên nhận tiền', 24),
  column('Bên ủy nhiệm gửi thông báo', 13, 'day'),
  column('Bên ủy nhiệm được chấp nhận', 13, 'day'),
  column('Bên nhận gửi thông báo', 13, 'day'),
  column('Bên nhận được chấp nhận', 13, 'day'),
  column('Công khai tại', 30),
  column('Còn thiếu', 50),
];

const maybeDay = (day: Day | undefined): Cell => (day ? dayCell(day) : null);

/** Under `DELEGATION_COLUMNS`; blank for other kinds. */
function delegationCells(basis: IssuingBasis): Cell[] {
  const { invoiceForm: form, symbols = [], purpose, paidTo, ...told } = basis.delegation ?? {};
  return [
    told.sellerCertificate ?? '',
    told.makerCertificate ?? '',
    form ? `${form} · ${INVOICE_FORM_NAMES[form]}` : '',
    symbols.join(', '),
    purpose ?? '',
    paidTo ? PAYEE_NAMES[paidTo] : '',
    maybeDay(told.sellerSentOn),
    maybeDay(told.sellerAcceptedOn),
    maybeDay(told.makerSentOn),
    maybeDay(told.makerAcceptedOn),
    told.publishedAt ?? '',
    delegationGaps(basis).join(', '),
  ];
}
