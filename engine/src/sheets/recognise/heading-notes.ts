import { Problem } from '../../problem.ts';
import { type Cell, isBlank, textsIn } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import type { Layout } from '../layouts/layout.ts';
import { OTHER_CURRENCY } from './header-remark.ts';

/** Thousands and more, as a heading names them; a bare abbreviation means nothing else than money. */
const MANY = String.raw`x? ?1[., ]?000(?:[., ]?000)*|nghin|ngan|trieu|tr\.?|ty`;
const MANY_DONG = String.raw`(?:(?:${MANY}) ?(?:dong|d|vnd)|ng\.? ?d|k ?vnd)\b`;

/**
 * «Đơn vị tính: 1.000 đồng», «ĐVT: trđ», «(Đvt: USD)», «Số tiền tính bằng nghìn đồng», a line of nothing but «(nghìn đồng)»; a company («Đơn vị:
 * Ngân Hà») is another thing.
 */
const OTHER_MONEY = new RegExp(
  [
    String.raw`\b(?:don vi(?: tinh| tien)?|dvt) ?[:=]? ?(?:la )?(?:${MANY_DONG}|(?:${OTHER_CURRENCY})\b)`,
    String.raw`\b(?:don vi (?:tinh|tien)|dvt) ?[:=]? ?(?:la )?(?:${MANY}) ?(?:$|\))`,
    String.raw`\b(?:tinh|ghi|trinh bay|the hien) (?:bang|theo|la) (?:${MANY_DONG}|(?:${OTHER_CURRENCY})\b)`,
    String.raw`^\(?(?:${MANY_DONG}|(?:${OTHER_CURRENCY}))\)?$`,
  ].join('|'),
);
const IS_MONEY: ReadonlySet<string> = new Set(['vnd', 'price']);

/** Refuses amounts that the heading says are not in single đồng: each would be read a thousand times too small. Throws AMOUNTS_NOT_DONG. */
export function refuseOtherMoney(above: readonly (readonly Cell[])[], layout: Layout): void {
  if (!layout.fields.some(({ type }) => IS_MONEY.has(type))) return;
  for (const row of above) {
    const line = textsIn([row]).join(' ').trim();
    if (!OTHER_MONEY.test(foldHeader(line))) continue;
    throw new Problem(
      'AMOUNTS_NOT_DONG',
      `Phần đầu tệp ghi «${line.slice(0, 80)}»: tiền trong tệp không phải là đồng. Hãy xuất lại báo cáo với đơn vị tính là đồng rồi tải lên.`,
      { heading: line.slice(0, 80) },
    );
  }
}

/** Captions by which AMIS filters a report, folded. */
const FILTERED_BY = new RegExp(
  [
    '^(?:(?:ma |ten )?(?:kho|chi nhanh|khach hang|nha cung cap|ncc|mat hang|hang hoa|hang|vthh|vat tu|nhan vien(?: ban hang)?|doi tuong)',
    '(?:ma |ten )?nhom (?:vthh|hang(?: hoa)?|khach hang|kh|nha cung cap|ncc)|loai chung tu|tinh chat|don hang|hop dong|cong trinh|ma thong ke)$',
  ].join('|'),
);
const UNFILTERED = /^(?:<<.*>>|\[.*\]|tat ca\b.*|toan bo\b.*|tong hop|khong(?: chon)?|\*|-|…|\.*)$/;
/** AMIS names the whole company as the branch at the top. */
const WHOLE_COMPANY = /^(?:tong cong ty|cong ty|cty|tap doan|doanh nghiep|dntn|hop tac xa|htx|ho kinh doanh|hkd)\b/;

/** The filters that a heading names, as it writes them: "Khách hàng: KH01". One for all is none, and so is a caption that `told` has. */
function filtersIn(above: readonly (readonly Cell[])[], told: ReadonlySet<string>): readonly string[] {
  return above.flatMap((row) => {
    const parts = textsIn([row]).flatMap((text) => text.split(/[,;\n]/));
    return parts.flatMap((part, at) => {
      const [caption, inside] = [part.split(':')[0]!, part.split(':').slice(1).join(':')];
      if (!part.includes(':') || !FILTERED_BY.test(foldHeader(caption)) || told.has(foldHeader(caption))) return [];
      // The value may have a cell of its own.
      const value = (isBlank(inside) ? (parts[at + 1] ?? '') : inside).trim();
      const folded = foldHeader(value);
      return folded === '' || value.includes(':') || UNFILTERED.test(folded) || WHOLE_COMPANY.test(folded)
        ? []
        : [`${caption.trim()}: ${value.slice(0, 60)}`];
    });
  });
}

/** The reports that must be whole, and what is wrong where one is not. */
const WHOLE_REPORTS: Readonly<Record<string, string>> = {
  'amis-sales-ledger': 'hóa đơn AMIS ngoài bộ lọc không có trong tệp và có thể bị lập lần hai',
  'amis-inventory': 'hàng ngoài bộ lọc không có trong tệp và coi như không có tồn',
  'amis-purchase-ledger': 'dòng mua ngoài bộ lọc không có trong tệp',
  'bravo-sales': 'dòng bán ngoài bộ lọc không có trong tệp, nên không vào sổ của kỳ',
};
/** A stock report may be of one warehouse: its rows are then read as that one's. */
const PLACES: ReadonlySet<string> = new Set(['kho', 'ma kho', 'ten kho']);

/** A sentence about a report that must be whole and that its heading says is filtered; undefined for others. */
export function filterRemark(above: readonly (readonly Cell[])[], layout: Layout): string | undefined {
  const harm = WHOLE_REPORTS[layout.name];
  if (harm === undefined) return undefined;
  const filters = filtersIn(above, layout.placedBy ? PLACES : new Set());
  if (filters.length === 0) return undefined;
  const named = filters.map((filter) => `«${filter}»`).join(', ');
  // Sales are taken in file by file, and one of each branch is as good as one of all.
  const remedy = layout.name.startsWith('bravo-')
    ? `Hãy xuất lại «${layout.title}» từ Bravo, chọn tất cả, hoặc nạp thêm tệp của phần còn lại`
    : `Hãy xuất lại «${layout.title}» từ AMIS, chọn tất cả`;
  return `Phần đầu tệp ghi bộ lọc ${named}: ${harm}. ${remedy}.`;
}
