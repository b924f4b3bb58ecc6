import type { Field } from './record.ts';

/** The state of a record: in use or not any more, in the words of every list. */
export const inUse = {
  kind: 'boolean',
  label: 'Trạng thái',
  ticked: 'Đang dùng',
  words: { true: 'Đang dùng', false: 'Ngừng dùng' },
  empty: true,
  filter: 'one',
  edited: true,
} as const satisfies Field;
