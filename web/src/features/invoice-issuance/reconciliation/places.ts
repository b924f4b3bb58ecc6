import type { ItemOf } from '../../../api/operations.ts';
import type { Tone } from '../../../ui/chip.tsx';

export type Part = ItemOf<'listReconciliationParts'>;
export type Place = Part['place'];

/** The places of a part of a ledger line, in the words of DoiChieu.xlsx. */
export const PLACE: Readonly<Record<Place, { readonly label: string; readonly tone: Tone }>> = {
  invoiced: { label: 'Lập hóa đơn', tone: 'green' },
  alreadyInvoiced: { label: 'Đã xuất ở AMIS', tone: 'grey' },
  unallocated: { label: 'Chưa xuất', tone: 'amber' },
  excluded: { label: 'Loại khỏi kỳ', tone: 'grey' },
  netted: { label: 'Bù trừ trả hàng', tone: 'grey' },
};

export const PLACES = Object.keys(PLACE) as Place[];

export type Entry = ItemOf<'listAmisEntries'>;
export type EntryState = Entry['state'];

/** The meanings of an entry of the AMIS ledger. */
export const ENTRY_STATE: Readonly<Record<EntryState, { readonly label: string; readonly tone: Tone }>> = {
  ours: { label: 'Hóa đơn của Khớp', tone: 'green' },
  matched: { label: 'Bán hàng Bravo', tone: 'green' },
  review: { label: 'Chờ quyết định', tone: 'amber' },
  not_ours: { label: 'Không của kỳ', tone: 'grey' },
  correction: { label: 'Điều chỉnh, thay thế', tone: 'grey' },
  void: { label: 'Đã hủy, bị thay thế', tone: 'grey' },
  unmatched: { label: 'Không khớp dòng nào', tone: 'amber' },
};
