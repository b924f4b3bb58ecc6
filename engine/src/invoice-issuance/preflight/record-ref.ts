import type { Vnd } from '../../money.ts';

/** What a finding of «Kiểm tra kỳ» can be about. The list is closed: screens, API and workbook know each of them. */
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
  /** What is wrong with this one, in a sentence. */
  readonly detail?: string;
  /** Đồng before VAT; absent: what the record itself is worth. */
  readonly amount?: Vnd;
};
