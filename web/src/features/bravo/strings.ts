import type { BRAVO_SOURCES, InvoiceRequirement } from '@khop/contract/bravo.ts';
import type { Tone } from '../../ui/chip.tsx';

/** Words for the invoice requirement: if a partner's sales need an invoice with the partner's own details. */
export const REQUIREMENTS: Readonly<Record<InvoiceRequirement, string>> = {
  required: 'Lấy hóa đơn',
  not_required: 'Không lấy hóa đơn',
  unset: 'Chưa xác định',
};

export const REQUIREMENT_TONES: Readonly<Record<InvoiceRequirement, Tone>> = {
  required: 'green',
  not_required: 'grey',
  unset: 'amber',
};

export const PARTNER_LABELS: Readonly<Record<string, string>> = { invoiceRequirement: 'Yêu cầu hóa đơn' };

/** The origin of a record: Bravo itself, or a file that a person gave (decision 0029). */
export const ORIGINS: Readonly<Record<(typeof BRAVO_SOURCES)[number], string>> = { bravo: 'Bravo', given: 'Từ tệp' };

/** The same in a drawer, with who gave the file. */
export const originName = ({ source, givenBy }: { source: keyof typeof ORIGINS; givenBy: string }): string =>
  source === 'given' ? `${ORIGINS.given} · ${givenBy}` : ORIGINS.bravo;

const TYPES: Readonly<Record<string, string>> = {
  goods: 'Hàng hóa',
  service: 'Dịch vụ',
  discount: 'Chiết khấu',
  free: 'Hàng tặng',
  customer: 'Khách hàng',
  supplier: 'Nhà cung cấp',
  both: 'KH và NCC',
};

/** A type of Bravo in Vietnamese; one that is not known stays as Bravo writes it. */
export const typeName = (type: string): string => TYPES[type] ?? type;
