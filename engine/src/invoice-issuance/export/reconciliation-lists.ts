import type { SalesLine } from '../../bravo/sales-line.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import type { AmisSalesEntry } from '../books.ts';
import { REASON_NAMES } from '../shortages/reason-names.ts';
import type { InvoiceBuyer, IssuanceInput, IssuancePlan } from '../types.ts';
import {
  blanks,
  column,
  dayCell,
  lineCells,
  lineColumns,
  listSheets,
  quantityCell,
  table,
} from './reconciliation-cells.ts';

export const shortageSheets = (
  plan: IssuancePlan,
  lines: ReadonlyMap<string, SalesLine>,
  partners: ReadonlyMap<string, string>,
  rowsPerSheet: number,
): SheetModel[] =>
  listSheets(plan.shortages, rowsPerSheet, {
    name: 'Chưa xuất',
    columns: [
      ...lineColumns,
      column('SL gốc', 12, 'quantity'),
      column('Tiền', 16, 'vnd'),
      column('Thuế trên sổ', 14, 'vnd'),
      column('Lý do', 30),
      column('Giải thích', 80),
      column('Cách xử lý', 80),
    ],
    row: (shortage) => [
      ...lineCells(shortage.line, lines.get(shortage.line), partners),
      quantityCell(shortage.baseQuantity),
      shortage.amount,
      shortage.vatAmount,
      REASON_NAMES[shortage.reason],
      shortage.message,
      shortage.remedy,
    ],
    total: () => ['Tổng cộng', ...blanks(7), plan.tieOut.unallocated, plan.vatTieOut.unallocated],
  });

/** The identity of the buyer, for which the AMIS file has no column: the accountant writes it there by hand. */
const identityCells = ({ identity = {}, realName = '' }: InvoiceBuyer): string[] => [
  identity.personalId ?? '',
  [identity.passport, identity.nationality].filter(Boolean).join(', '),
  identity.budgetCode ?? '',
  realName,
];

export const invoiceSheets = (plan: IssuancePlan, rowsPerSheet: number): SheetModel[] =>
  listSheets(plan.invoices, rowsPerSheet, {
    name: 'Hóa đơn',
    columns: [
      column('Hồ sơ', 10),
      column('Số chứng từ', 22),
      column('Ngày hóa đơn', 13, 'day'),
      column('Ngày bán', 12, 'day'),
      column('Chứng từ Bravo', 22),
      column('Mã khách AMIS', 16),
      column('Người mua', 36),
      column('Mã số thuế', 16),
      column('Địa chỉ người mua', 36),
      column('Số định danh cá nhân', 16),
      column('Hộ chiếu, quốc tịch', 22),
      column('Mã ĐVQHNS', 12),
      column('Tên thật (không in)', 30),
      column('Khách trên sổ Bravo', 18),
      column('Số dòng', 9, 'integer'),
      column('Tiền hàng', 16, 'vnd'),
      column('Thuế GTGT', 14, 'vnd'),
      column('Tổng tiền', 16, 'vnd'),
      column('Bằng chữ', 60),
    ],
    row: (invoice) => [
      invoice.profile,
      invoice.voucherNumber,
      dayCell(invoice.date),
      dayCell(invoice.documentDate),
      invoice.bravoDocument,
      invoice.buyer.customerCode,
      invoice.buyer.name,
      invoice.buyer.taxCode,
      invoice.buyer.address,
      ...identityCells(invoice.buyer),
      invoice.buyer.bravoPartnerCode,
      invoice.items.length,
      invoice.amount,
      invoice.vatAmount,
      invoice.total,
      invoice.amountInWords,
    ],
    total: () => {
      const vat = plan.vatTieOut.invoiced + plan.vatRounding;
      return ['Tổng cộng', ...blanks(14), plan.tieOut.invoiced, vat, plan.tieOut.invoiced + vat];
    },
  });

/** AMIS entries that wait for a person, as their ledger writes them. */
export function reviewSheet(plan: IssuancePlan, { profiles }: Pick<IssuanceInput, 'profiles'>): SheetModel {
  const waiting = new Set(plan.review.map(({ profile, entry }) => `${profile} ${entry}`));
  const entries = new Map<string, AmisSalesEntry>();
  for (const { terms, salesLedger } of profiles)
    for (const entry of salesLedger) {
      const key = `${terms.code} ${entry.id}`;
      if (waiting.has(key)) entries.set(key, entry);
    }
  return table({
    name: 'Cần quyết định',
    columns: [
      column('Hồ sơ', 10),
      column('Chứng từ AMIS', 20),
      column('Ngày chứng từ', 13, 'day'),
      column('Khách trên AMIS', 32),
      column('Mã hàng AMIS', 18),
      column('Số lượng', 12, 'quantity'),
      column('Tiền hàng', 16, 'vnd'),
      column('Có thể là dòng Bravo', 40),
      column('Vì sao', 60),
    ],
    *rows() {
      for (const { profile, entry, candidates, why } of plan.review) {
        const own = entries.get(`${profile} ${entry}`);
        yield [
          profile,
          ...(own
            ? [own.voucherNumber, dayCell(own.documentDate), own.customerName, own.product]
            : [entry, ...blanks(3)]),
          ...(own ? [quantityCell(own.quantity), own.amount] : blanks(2)),
          candidates.join(', '),
          why,
        ];
      }
    },
  });
}

export const warningSheet = (plan: IssuancePlan): SheetModel =>
  table({
    name: 'Cảnh báo',
    columns: [column('Hồ sơ', 10), column('Nội dung', 120)],
    *rows() {
      for (const { profile, message } of plan.warnings) yield [profile ?? '', message];
    },
  });
