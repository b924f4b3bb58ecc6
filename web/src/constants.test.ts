import { expect, test } from 'vitest';
import * as constants from './constants.ts';
import { strings } from './strings.ts';

test('the figures of the specification §9', () => {
  expect({ ...constants }).toEqual({
    LOCALE: 'vi',
    TIME_ZONE: 'Asia/Ho_Chi_Minh',
    BUILD_POLL_MS: 3_600_000,
    RELOAD_GUARD_MS: 10_000,
    TOKEN_REFRESH_MS: 3_000_000,
    TOKEN_SYNC_MAX_AGE_S: 300,
    MAX_ROUTE_PRELOADS: 4,
    ICON_FETCH_TIMEOUT_MS: 1_500,
    TOAST_MS: 5_000,
    TOAST_LIMIT: 5,
    TOAST_GAP_PX: 16,
    TOOLTIP_DELAY_MS: 700,
    TOOLTIP_SKIP_DELAY_MS: 300,
    LOADING_BAR_MS: 2_000,
    THEME_COLOR_DARK: '#111827',
    THEME_COLOR_LIGHT: '#ffffff',
    ERROR_REDIRECT: '/',
    REDIRECT_EVENT_TTL_MS: 600_000,
    RETRY_STATUSES: [408, 409, 425, 429, 500, 502, 503, 504],
    UPLOAD_LIMIT_BYTES: 157_286_400,
  });
});

test('the strings of the specification §2 and §9', () => {
  const { common, errors } = strings;
  expect([common.continue, common.close, common.search, common.backToHome, common.send]).toEqual([
    'Tiếp tục',
    'Đóng',
    'Tìm kiếm...',
    'Quay lại trang chủ',
    'Gửi',
  ]);
  expect([errors.pageTitle, errors.pageDescription, errors.backToHome]).toEqual([
    'Không tìm thấy trang',
    'Chúng tôi xin lỗi nhưng không thể tìm thấy trang này.',
    'Back to home',
  ]);
});

const pages = Object.values(
  import.meta.glob<string>('./**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).join('\n');
const [boot = ''] = Object.values(
  import.meta.glob<string>('../public/theme-boot.js', { query: '?raw', import: 'default', eager: true }),
);
const [html = ''] = Object.values(
  import.meta.glob<string>('../index.html', { query: '?raw', import: 'default', eager: true }),
);

test.each([
  'common.continue',
  'common.close',
  'common.search',
  'common.backToHome',
  'common.send',
  'errors.pageTitle',
  'errors.pageDescription',
  'errors.backToHome',
])('the sentences of the specification are on screens: %s', (name) => {
  expect(pages).toContain(`strings.${name}`);
});

test('files that are read before the program say the same', () => {
  for (const colour of [constants.THEME_COLOR_DARK, constants.THEME_COLOR_LIGHT]) expect(boot).toContain(`'${colour}'`);
  expect(html).toContain(`<html lang="${constants.LOCALE}">`);
  expect(html).toContain(`<meta name="theme-color" content="${constants.THEME_COLOR_LIGHT}" />`);
});
