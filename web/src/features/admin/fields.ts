import { records } from '@khop/engine/records/records.ts';
import { type Names, shownValue } from '../../shared/records/changes.ts';
import type { ValueWords } from '../../shared/records/history-list.tsx';
import { PROFILE_LABELS, PROFILE_WORDS } from '../../shared/records/profile-labels.ts';
import { recordLabels } from '../../shared/records/record-words.ts';
import { formatDecimal } from '../../ui/format/number.ts';

/**
 * Names of the fields of audited records that do not say it themselves; a field that is not here keeps its own name.
 */
const FIELDS: Readonly<Record<string, string>> = {
  code: 'Mã',
  name: 'Tên',
  taxCode: 'Mã số thuế',
  address: 'Địa chỉ',
  email: 'Email',
  phone: 'Điện thoại',
  displayName: 'Tên hiển thị',
  admin: 'Quản trị viên',
  note: 'Ghi chú',
  reason: 'Lý do',
  reasonCode: 'Lý do',
  status: 'Trạng thái',
  isActive: 'Đang dùng',
  isDefault: 'Mặc định',
  group: 'Nhóm',
  unit: 'ĐVT',
  kind: 'Loại',
  factor: 'Hệ số quy đổi',
  priority: 'Ưu tiên',
  vatRate: 'Thuế suất',
  invoiceSymbol: 'Ký hiệu',
  vat: 'thuế GTGT',
  fromDate: 'Từ ngày',
  toDate: 'Đến ngày',
  profiles: 'Hồ sơ',
  profileIds: 'Hồ sơ',
  issuers: 'Hồ sơ xuất theo chi nhánh',
  rules: 'Quy tắc',
  plan: 'Kết quả sinh',
  tieOut: 'Cân đối',
  vatTieOut: 'Cân đối thuế',
  ledger: 'sổ Bravo',
  invoiced: 'lập hóa đơn',
  alreadyInvoiced: 'đã xuất ở AMIS',
  unallocated: 'chưa xuất',
  excluded: 'loại khỏi kỳ',
  generatedAt: 'Sinh lúc',
  exportedAt: 'Xuất lúc',
  closedAt: 'Đóng lúc',
  acknowledgement: 'Lời ghi nhận',
  invoices: 'Số hóa đơn',
  invoiceRequirement: 'Yêu cầu hóa đơn',
  partnerCodes: 'Đối tượng',
  amisAsOf: 'Tồn AMIS đến',
  bravoAsOf: 'Tồn Bravo đến',
  rows: 'Số dòng',
  byState: 'Theo trạng thái',
  created: 'Mới',
  changed: 'Thay đổi',
  unchanged: 'Giữ nguyên',
  rejected: 'Bị từ chối',
  connections: 'Số liên kết',
  undone: 'Đã hoàn tác',
  kept: 'Giữ lại',
  enabled: 'Bật',
  version: 'Phiên bản',
  profileId: 'Hồ sơ',
  customerId: 'Khách hàng AMIS',
  customerCode: 'Mã khách hàng',
  source: 'Cách tìm',
  pinned: 'Ghim',
  sourceKeys: 'Dòng sổ',
  decisions: 'Quyết định',
  findings: 'Điều bị bỏ qua',
  change: 'Thay đổi hóa đơn',
  added: 'thêm',
  removed: 'bỏ',
  only: 'Tệp gồm',
  aggregateConsumersPerDay: 'gộp khách không lấy hóa đơn theo ngày',
  cancelledDocStatuses: 'trạng thái chứng từ đã hủy',
  internalPartnerCodes: 'đối tượng nội bộ',
  divisibleUnits: 'đơn vị chia lẻ được',
  consolidatedMonthly: 'hồ sơ gộp hàng tặng theo tháng',
  consolidatedQuarterly: 'hồ sơ gộp hàng tặng theo quý',
  discountsOnNextPurchase: 'ghi chiết khấu riêng vào lần mua sau',
  sheetName: 'Trang tính',
  columns: 'Cột',
  document: 'Mẫu',
  map: 'Cách đọc',
  accepted: 'Chấp nhận',
  above: 'Từ điểm',
  origin: 'Cách nối',
  amisCode: 'Mã AMIS',
  amisName: 'Tên AMIS',
  bravoCode: 'Mã Bravo',
  bravoName: 'Tên Bravo',
};

/** Words for codes, whichever field they are in. */
const WORDS: Readonly<Record<string, string>> = {
  draft: 'Nháp',
  open: 'Đang mở',
  loaded: 'Đã nạp',
  generated: 'Đã sinh',
  exported: 'Đã xuất tệp',
  issued: 'Đã phát hành',
  closed: 'Đã đóng',
  locked: 'Đã khóa',
  required: 'Lấy hóa đơn',
  not_required: 'Không lấy hóa đơn',
  unset: 'Chưa xác định',
  matched: 'Khớp',
  differs: 'Lệch',
  only_amis: 'Chỉ có ở AMIS',
  only_bravo: 'Chỉ có ở Bravo',
  factor_missing: 'Thiếu hệ số',
  cancelled: 'Đã hủy',
  internal: 'Nội bộ',
  not_a_sale: 'Không phải bán hàng',
  manual: 'Nối tay',
  suggestion: 'Gợi ý',
  upload: 'Tệp',
  connection: 'Theo liên kết',
  tax_code: 'Trùng mã số thuế',
  new_customer: 'Khách hàng mới',
  consumer: 'Người tiêu dùng',
  chosen: 'Người dùng chọn',
};

const RECORDS = new Map(records.map((record) => [record.entity, record]));
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profile: PROFILE_LABELS,
  ...Object.fromEntries(records.map((record) => [record.entity, recordLabels(record)])),
};

/** "rules.divisibleUnits" → "Quy tắc › đơn vị chia lẻ được"; the field of a record as its own screens call it. */
export const fieldName = (name: string, entity = ''): string =>
  LABELS[entity]?.[name] ??
  name
    .split('.')
    .map((part) => FIELDS[part] ?? part)
    .join(' › ');

/** A value of a record's field: as the record says it, or else as any value. */
export const valueOfField = (event: AuditEvent, name: string, value: unknown): string =>
  wordsOf(event.entity, name)?.[String(value)] ?? fieldValue(value, event.names);

const wordsOf = (entity: string, name: string): Readonly<Record<string, string>> | undefined =>
  entity === 'profile' ? (PROFILE_WORDS as ValueWords)[name] : RECORDS.get(entity)?.fields[name]?.words;

type AuditEvent = { readonly entity: string; readonly names: Names };

/** A value in words; figures in Vietnamese form, a small object as its parts. */
export function fieldValue(value: unknown, names: Names = {}): string {
  const inWords = (part: unknown) => fieldValue(part, names);
  if (typeof value === 'number') return formatDecimal(value);
  if (typeof value === 'string') return WORDS[value] ?? shownValue(value, names);
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) {
    return value.map(inWords).join(', ') || shownValue(value);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shownValue(value);
  const parts = Object.entries(value);
  return parts.every(([, part]) => typeof part !== 'object')
    ? parts.map(([name, part]) => `${WORDS[name] ?? names[name] ?? fieldName(name)}: ${inWords(part)}`).join(' · ')
    : shownValue(value);
}
