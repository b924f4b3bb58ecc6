import { z } from 'zod';
import { get, put } from './endpoint.ts';

/** Longest value of one preference, as JSON text. */
const MAX_PREFERENCE_CHARS = 100_000;
/** Preferences that one person may keep. */
export const MAX_PREFERENCES = 200;

const preferenceId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,99}$/)
  .describe('Tên thiết lập, ví dụ grid.bravo-items');

/**
 * A person's settings of the screens: columns, saved views. They belong to the person alone and follow them to another
 * machine. They have no version: the last write wins, because only the look of a list depends on them.
 */
export const preferenceEndpoints = {
  getPreferences: get('/auth/me/preferences', {
    summary: 'Thiết lập màn hình của người đang đăng nhập',
    response: z.object({ values: z.record(z.string(), z.unknown()) }),
  }),
  savePreference: put('/auth/me/preferences/{id}', {
    summary: 'Lưu một thiết lập màn hình; null là bỏ',
    params: z.object({ id: preferenceId }),
    body: z.object({
      value: z
        .unknown()
        .refine(
          (value) => value !== undefined && JSON.stringify(value).length <= MAX_PREFERENCE_CHARS,
          `Cần một giá trị, dài tối đa ${MAX_PREFERENCE_CHARS} ký tự`,
        ),
    }),
  }),
} as const;
