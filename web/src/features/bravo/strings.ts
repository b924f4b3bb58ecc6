import type { InvoiceRequirement } from '@khop/contract/bravo.ts';
import type { Tone } from '../../ui/chip.tsx';

/** Whether a partner's sales need an invoice with the partner's own details. */
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
