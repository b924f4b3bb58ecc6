import { documentKeyOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { RECORD_NAMES } from '../findings/record-ref.ts';
import { TURN_NAMES } from '../rule-changes/names.ts';
import type { RuleChanges } from '../rule-changes/rule-changes.ts';
import type { IssuanceInput } from '../types.ts';
import { column, dayCell, listSheets } from './reconciliation-cells.ts';

/** «Luật đổi vào ngày …» as a workbook: the rules that turn, each effect, and every record that an effect is about. */
export function ruleChangeSheets(
  { lines, bravoPartners }: Pick<IssuanceInput, 'lines' | 'bravoPartners'>,
  { on, rules, effects }: RuleChanges,
  rowsPerSheet: number,
): SheetModel[] {
  const documents = new Map(lines.map((line) => [documentKeyOf(line), line]));
  const names = new Map(bravoPartners.map(({ code, name }) => [code, name]));
  const numbered = effects.map((effect, index) => ({ effect, number: index + 1 }));
  const records = numbered.flatMap(({ effect, number }) => effect.about.map((record) => ({ record, effect, number })));
  return [
    ...listSheets(rules, rowsPerSheet, {
      name: 'Quy tắc đổi',
      title: `Luật đổi vào ngày ${formatDay(on)}`,
      columns: [
        column('Đổi', 12),
        column('Quy tắc', 60),
        column('Trước đó', 60),
        column('Nguồn', 44),
        column('Xác nhận', 30),
      ],
      row: ({ turn, text, before, source, confirmed }) => [
        TURN_NAMES[turn],
        text,
        before ?? '',
        source,
        confirmed ? `${confirmed.by}, ${formatDay(confirmed.on)}` : 'Chưa ai xác nhận',
      ],
    }),
    ...listSheets(numbered, rowsPerSheet, {
      name: 'Ảnh hưởng',
      columns: [
        column('STT', 6, 'integer'),
        column('Đổi gì', 70),
        column('Việc phải làm', 60),
        column('Dòng', 10, 'integer'),
        column('Chứng từ', 10, 'integer'),
        column('Hóa đơn nháp', 12, 'integer'),
        column('Tiền hàng', 18, 'vnd'),
        column('Thuế chênh', 16, 'vnd'),
      ],
      row: ({ effect, number }) => [
        ...[number, effect.says, effect.remedy, effect.lines, effect.documents, effect.invoices, effect.amount],
        effect.vatDifference,
      ],
    }),
    ...listSheets(records, rowsPerSheet, {
      name: 'Chứng từ, hồ sơ',
      columns: [
        column('STT ảnh hưởng', 14, 'integer'),
        column('Loại', 18),
        column('Mã', 26),
        column('Ngày bán', 12, 'day'),
        column('Mã khách', 14),
        column('Tên khách', 40),
        column('Tiền hàng', 18, 'vnd'),
      ],
      row: ({ record: { kind, id, amount }, number }) => {
        const line = kind === 'document' ? documents.get(id) : undefined;
        const partner = line?.partnerCode ?? '';
        return [
          ...[number, RECORD_NAMES[kind], id, line ? dayCell(line.docDate) : null],
          ...[partner, names.get(partner) ?? '', amount ?? null],
        ];
      },
    }),
  ];
}
