import type { SheetModel } from '../../sheets/sheet-model.ts';
import type { Finding } from '../findings/finding.ts';
import { RECORD_NAMES } from '../findings/record-ref.ts';
import { type FindingRecord, recordFinder } from '../findings/records.ts';
import { preflight } from '../preflight/preflight.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { column, listSheets } from './reconciliation-cells.ts';

const SEVERITY: Readonly<Record<Finding['severity'], string>> = { block: 'Chặn', warn: 'Lưu ý', info: 'Để biết' };

/** «Kiểm tra kỳ» in DoiChieu.xlsx: each finding with every record that it is about, as screen and API list them. */
export function findingSheets(input: IssuanceInput, plan: IssuancePlan, rowsPerSheet: number): SheetModel[] {
  const find = recordFinder(input, plan);
  const rows = preflight(input, plan).flatMap((finding): { finding: Finding; record?: FindingRecord }[] => {
    const records = find(finding);
    return records.length === 0 ? [{ finding }] : records.map((record) => ({ finding, record }));
  });
  return listSheets(rows, rowsPerSheet, {
    name: 'Kiểm tra',
    columns: [
      column('Mức', 10),
      column('Nội dung', 70),
      column('Cách xử lý', 50),
      column('Là', 20),
      column('Hồ sơ', 10),
      column('Bản ghi', 44),
      column('Chi tiết', 60),
      column('Tiền hàng', 18, 'vnd'),
    ],
    row: ({ finding, record }) => [
      SEVERITY[finding.severity],
      finding.message,
      finding.remedy,
      record ? RECORD_NAMES[record.kind] : '',
      record?.profile ?? finding.profile ?? '',
      record?.label ?? '',
      record?.detail ?? '',
      record?.amount ?? null,
    ],
  });
}
