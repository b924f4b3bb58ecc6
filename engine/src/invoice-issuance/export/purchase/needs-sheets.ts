import type { SheetModel } from '../../../sheets/sheet-model.ts';
import type { ExpectedByProduct } from '../../shortages/expected-goods.ts';
import { NEEDS_NOTE, type PurchaseNeed, purchaseNeeds } from '../../shortages/purchase-needs.ts';
import { REASON_NAMES } from '../../shortages/reason-names.ts';
import type { IssuanceInput, IssuancePlan } from '../../types.ts';
import { column, dayCell, listSheets, quantityCell } from '../reconciliation-cells.ts';

/**
 * The purchaser's workbook: the quantity of each product that each entity lacks, the sales behind it, and where they are given the
 * goods that are on their way into the books.
 */
export function needsSheets(
  input: IssuanceInput,
  plan: Pick<IssuancePlan, 'shortages'>,
  rowsPerSheet: number,
  expected?: ExpectedByProduct,
): SheetModel[] {
  const needs = purchaseNeeds(input, plan);
  const names = new Map(input.profiles.map(({ terms }) => [terms.code, terms.name]));
  const partners = new Map(input.bravoPartners.map(({ code, name }) => [code, name]));
  const sources = needs.flatMap((need) => need.sources.map((source) => ({ need, source })));
  const total = needs.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...listSheets<PurchaseNeed>(needs, rowsPerSheet, {
      name: 'Cần nhập thêm',
      columns: [
        column('Hồ sơ', 10),
        column('Tên hồ sơ', 32),
        column('Mã hàng', 18),
        column('Tên hàng', 40),
        column('ĐVT', 8),
        column('Số lượng thiếu', 14, 'quantity'),
        column('Cần từ ngày', 12, 'day'),
        column('Số chứng từ bán', 14, 'integer'),
        column('Tiền bán chưa xuất', 18, 'vnd'),
        column('Hoặc mã khác đã nối', 40),
        ...(expected ? [column('Hàng đang về', 60)] : []),
      ],
      row: (need) => [
        need.profile,
        names.get(need.profile) ?? '',
        need.product,
        need.name,
        need.unit,
        quantityCell(need.quantity),
        dayCell(need.firstDay),
        new Set(need.sources.map(({ document }) => document)).size,
        need.amount,
        need.alternatives.join(', '),
        ...(expected ? [toldGoods(expected, need)] : []),
      ],
      total: () => ['Tổng cộng', ...Array.from({ length: 7 }, () => null), total],
    }),
    ...listSheets(sources, rowsPerSheet, {
      name: 'Lần bán cần hàng',
      columns: [
        column('Hồ sơ', 10),
        column('Mã hàng', 18),
        column('Chứng từ bán', 24),
        column('Ngày bán', 12, 'day'),
        column('Khách', 36),
        column('Vật tư Bravo', 16),
        column('SL thiếu (Bravo)', 14, 'quantity'),
        column('SL thiếu (AMIS)', 14, 'quantity'),
        column('ĐVT', 8),
        column('Tiền hàng', 16, 'vnd'),
        column('Lý do', 32),
      ],
      row: ({ need, source }) => [
        need.profile,
        need.product,
        source.document,
        dayCell(source.day),
        partners.get(source.partner) || source.partner,
        source.item,
        quantityCell(source.baseQuantity),
        quantityCell(source.quantity),
        need.unit,
        source.amount,
        REASON_NAMES[source.reason],
      ],
    }),
    {
      name: 'Ghi chú',
      columns: [{ width: 120, format: 'text' }],
      rows: [
        { style: 'title', cells: [`Hàng cần mua hoặc nhập thêm — ${input.period.name}`] },
        { style: 'note', cells: [NEEDS_NOTE] },
      ],
    },
  ];
}

const toldGoods = (expected: ExpectedByProduct, { profile, product }: PurchaseNeed): string =>
  (expected.get(profile)?.get(product.toLowerCase()) ?? []).map(({ text }) => text).join('; ');
