import { formatDay } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import type { SheetModel, SheetRow } from '../../sheets/sheet-model.ts';
import { rulesInUse } from '../rules/rules-in-use.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';

/** The first sheet of DoiChieu.xlsx: the law of the tie-out on one page, and the amount that each profile issues. */
export function summarySheet(input: IssuanceInput, plan: IssuancePlan): SheetModel {
  const { tieOut, vatTieOut, vatRounding } = plan;
  const placed = (of: typeof tieOut) => of.invoiced + of.alreadyInvoiced + of.unallocated + of.excluded;
  const rows: SheetRow[] = [
    { style: 'title', cells: [`Đối chiếu sổ bán hàng và hóa đơn — ${input.period.name}`] },
    {
      style: 'subtitle',
      cells: [
        `Từ ngày ${formatDay(input.period.fromDate)} đến ngày ${formatDay(input.period.toDate)}, ngày lập hóa đơn ${formatDay(input.period.issueDay)}`,
      ],
    },
    ...closingRows(input),
    [],
    { style: 'header', cells: ['Khoản', 'Tiền hàng', 'Thuế trên sổ'] },
    ['Sổ bán hàng Bravo', tieOut.ledger, vatTieOut.ledger],
    ['Hóa đơn lập mới', tieOut.invoiced, vatTieOut.invoiced],
    ['Đã xuất hóa đơn ở AMIS', tieOut.alreadyInvoiced, vatTieOut.alreadyInvoiced],
    ['Chưa xuất', tieOut.unallocated, vatTieOut.unallocated],
    ['Loại ra có chủ ý', tieOut.excluded, vatTieOut.excluded],
    {
      style: 'total',
      cells: ['Chênh lệch (phải bằng 0)', tieOut.ledger - placed(tieOut), vatTieOut.ledger - placed(vatTieOut)],
    },
    [],
    ['Thuế trên hóa đơn lập mới', null, vatTieOut.invoiced + vatRounding],
    ['Hóa đơn hơn (kém) sổ, xem trang «Thuế GTGT» và «Chênh thuế»', null, vatRounding],
    [],
    { style: 'header', cells: ['Hồ sơ', 'Tiền hàng', 'Thuế GTGT', 'Tổng tiền', 'Số hóa đơn', 'Khách hàng mới'] },
  ];
  for (const { terms } of input.profiles) {
    const own = plan.invoices.filter((invoice) => invoice.profile === terms.code);
    rows.push([
      `${terms.code} — ${terms.name}`,
      sumVnd(own.map((invoice) => invoice.amount)),
      sumVnd(own.map((invoice) => invoice.vatAmount)),
      sumVnd(own.map((invoice) => invoice.total)),
      own.length,
      plan.newCustomers.filter((customer) => customer.profile === terms.code).length,
    ]);
  }
  rows.push([], {
    style: 'note',
    cells: [rulesNote(input)],
  });
  return {
    name: 'Tổng hợp',
    columns: [
      { width: 48, format: 'text' },
      { width: 20, format: 'vnd' },
      { width: 18, format: 'vnd' },
      { width: 20, format: 'vnd' },
      { width: 12, format: 'integer' },
      { width: 12, format: 'integer' },
    ],
    rows,
    freezeRows: 4 + closingRows(input).length,
  };
}

/** The person and day of the period's closing, with the note left then. */
const closingRows = ({ closing }: IssuanceInput): SheetRow[] =>
  closing
    ? [
        { style: 'subtitle', cells: [`Kỳ đã đóng ngày ${formatDay(closing.at)} bởi ${closing.by}`] },
        ...(closing.note ? [{ style: 'note' as const, cells: [`Lời ghi nhận khi đóng kỳ: ${closing.note}`] }] : []),
      ]
    : [];

/** A note on the professional who has confirmed the rates and the buyers' texts, or the lack of one. */
function rulesNote(input: IssuanceInput): string {
  const about = 'Quy tắc thuế suất và cách ghi người mua';
  const used = rulesInUse(input).filter((rule) => /^(vat|consumer)/.test(rule.kind));
  const names = [...new Set(used.flatMap((rule) => rule.confirmed?.by ?? []))];
  return used.every((rule) => rule.confirmed !== null)
    ? `${about} đã được xác nhận bởi ${names.join(', ')}.`
    : `${about} lấy từ văn bản nêu trong tài liệu; chưa được chuyên gia xác nhận.`;
}
