import type { Vnd } from '../../money.ts';

/**
 * The kinds of records that a finding of «Kiểm tra kỳ» can be about. The list is closed: screens, API and workbook know
 * each of them.
 */
export const RECORD_KINDS = [
  'line',
  'document',
  'invoice',
  'partner',
  'item',
  'product',
  'stock',
  'connection',
  'entry',
  'new_customer',
  'profile',
  'rule',
  'period',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The name of a kind of record on screen and in workbooks. */
export const RECORD_NAMES: Readonly<Record<RecordKind, string>> = {
  line: 'Dòng bán hàng Bravo',
  document: 'Chứng từ Bravo',
  invoice: 'Hóa đơn',
  partner: 'Khách Bravo',
  item: 'Vật tư Bravo',
  product: 'Hàng hóa AMIS',
  stock: 'Tồn kho AMIS',
  connection: 'Liên kết hàng hóa',
  entry: 'Dòng sổ bán hàng AMIS',
  new_customer: 'Khách hàng mới',
  profile: 'Hồ sơ',
  rule: 'Quy tắc hóa đơn',
  period: 'Kỳ',
};

/**
 * Names one record: a ledger line or document, an invoice (by key), a Bravo partner or item, an AMIS product, its stock in a
 * warehouse, its connection with a Bravo item, an entry of the AMIS sales ledger, a customer to be created, a profile (by code).
 */
export type RecordRef = {
  readonly kind: RecordKind;
  readonly id: string;
  readonly profile?: string;
  readonly warehouse?: string;
  readonly item?: string;
  /** A line of the one sale that is meant of a document: Bravo may give its number anew. */
  readonly line?: string;
  /** The trouble with this one, in a sentence. */
  readonly detail?: string;
  /** Đồng before VAT; absent: what the record itself is worth; null: what the trouble is worth is not known. */
  readonly amount?: Vnd | null;
};
