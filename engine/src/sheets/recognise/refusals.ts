import { Problem } from '../../problem.ts';
import { foldHeader } from '../fold-header.ts';
import type { Layout } from '../layouts/layout.ts';
import type { FoundHeader } from './found.ts';
import { bareHeader } from './header-remark.ts';
import type { KnownReport } from './known-report.ts';

/** The file is a report that Khớp knows and reads nothing from, or that belongs elsewhere (`details.belongsTo`). */
export function wrongReport({ report, title, layout, advice }: KnownReport, wanted: Layout | undefined): Problem {
  const not = wanted ? `, không phải «${wanted.title}»` : '';
  return new Problem('WRONG_REPORT', `Đây là «${title}»${not}. ${advice ?? 'Hãy tải tệp lên đúng mục của nó.'}`, {
    report,
    belongsTo: layout,
    ...(wanted && { expected: wanted.name }),
  });
}

/** The file is of another layout: `details.belongsTo` names it. */
export const wrongLayout = (found: Layout, wanted: Layout): Problem =>
  new Problem(
    'WRONG_LAYOUT',
    `Đây là tệp «${found.title}», không phải «${wanted.title}». Hãy chọn đúng tệp hoặc đúng mục tải lên.`,
    { expected: wanted.name, found: found.name, report: found.name, belongsTo: found.name },
  );

/** The remedy for a missing column, by the system that writes the file. */
function withThoseColumns({ name }: Layout): string {
  if (name.startsWith('amis-')) return 'Hãy bật các cột đó trong AMIS rồi xuất lại.';
  if (name.startsWith('bravo-')) return 'Hãy bật các cột đó trong Bravo rồi xuất lại.';
  if (name.startsWith('tax-'))
    return 'Hãy xuất lại danh sách trên trang hóa đơn điện tử của cơ quan thuế, giữ đủ các cột.';
  return 'Hãy thêm các cột đó vào tệp rồi tải lại.';
}

/** Unread columns that only their remark keeps from being a required one: "Thành tiền (gồm VAT)". */
function withRemark({ layout, columns }: FoundHeader): string {
  const wanted = layout.fields.filter(
    (field) => field.required && !columns.some((one) => one.field === field || one.standsFor === field),
  );
  const names = new Set(wanted.flatMap(({ header, aliases = [] }) => [header, ...aliases].map(foldHeader)));
  const others = columns.filter(({ field, header }) => field === null && names.has(bareHeader(foldHeader(header))));
  const shown = others.map(({ header }) => `«${header.slice(0, 80)}»`).join(', ');
  return shown === '' ? '' : ` Cột ${shown} là số khác, như phần trong ngoặc nói, nên không được đọc thay.`;
}

/** The header was found, but not every column that is needed. */
export function missingColumns(nearest: FoundHeader): Problem {
  const missing = nearest.missing.map((header) => `«${header}»`).join(', ');
  return new Problem(
    'MISSING_COLUMN',
    `Tệp «${nearest.layout.title}» thiếu cột ${missing} (dòng tiêu đề là dòng ${nearest.headerRow + 1}). ` +
      withThoseColumns(nearest.layout) +
      withRemark(nearest),
    { layout: nearest.layout.name, headerRow: nearest.headerRow + 1, missing: nearest.missing },
  );
}

/** The sheet is of no known layout; of one with a few known headers it says which, for the next export. */
export function unknownLayout(wanted: Layout | undefined, nearest: FoundHeader | undefined): Problem {
  if (!wanted) {
    const known = nearest?.columns.filter(({ field }) => field !== null).map(({ header }) => `«${header}»`) ?? [];
    // A single one may be anything: half of all layouts have a «Ghi chú».
    if (nearest && known.length > 1)
      return new Problem(
        'UNKNOWN_LAYOUT',
        `Không nhận ra mẫu tệp: dòng ${nearest.headerRow + 1} chỉ có ${known.join(', ')}, chưa đủ để biết là tệp gì. ` +
          'Hãy chọn loại tệp, hoặc xuất lại với đủ cột.',
      );
    return new Problem(
      'UNKNOWN_LAYOUT',
      'Không nhận ra mẫu tệp: không thấy dòng tiêu đề nào đã biết (ví dụ «Mã khách hàng», «Mã hàng», «Số chứng từ»).',
    );
  }
  const needed = wanted.fields.filter((field) => field.required).map((field) => `«${field.header}»`);
  return new Problem(
    'UNKNOWN_LAYOUT',
    `Không thấy dòng tiêu đề của «${wanted.title}»: cần các cột ${needed.join(', ')}.`,
    { layout: wanted.name },
  );
}
