import type { SheetModel } from '../../../sheets/sheet-model.ts';
import { STOCK_CAUSE_NAMES } from '../../shortages/stock-causes.ts';
import type { ExplainedLack } from '../../shortages/stock-lacks.ts';
import { column, dayCell, listSheets, quantityCell } from '../reconciliation-cells.ts';

/** The reasons for which goods lack: one row per lack and cause. */
export const causeSheets = (lacks: readonly ExplainedLack[], rowsPerSheet: number): SheetModel[] =>
  listSheets(
    lacks.flatMap((lack) => lack.causes.map((cause) => ({ lack, cause }))),
    rowsPerSheet,
    {
      name: 'Vì sao thiếu',
      columns: [
        column('Hồ sơ', 10),
        column('Mã hàng', 18),
        column('Tên hàng', 40),
        column('ĐVT', 8),
        column('Thiếu hay âm', 14),
        column('Kho âm', 10),
        column('Số lượng', 14, 'quantity'),
        column('Từ ngày', 12, 'day'),
        column('Lý do', 26),
        column('Bằng chứng', 90),
      ],
      row: ({ lack, cause }) => [
        ...[lack.profile, lack.product, lack.name, lack.unit],
        lack.kind === 'negative' ? 'Tồn âm' : 'Thiếu hàng bán',
        lack.warehouse ?? '',
        quantityCell(lack.quantity),
        dayCell(lack.day),
        STOCK_CAUSE_NAMES[cause.code],
        cause.text,
      ],
    },
  );
