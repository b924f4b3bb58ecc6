/** The figures of the specification §9, each with one home. A test holds them. */

export const LOCALE = 'vi';
export const TIME_ZONE = 'Asia/Ho_Chi_Minh';

/** The time after which an open page asks again for a newer build. */
export const BUILD_POLL_MS = 3_600_000;
/** A page that reloaded because of a missing chunk does not reload again within this time. */
export const RELOAD_GUARD_MS = 10_000;
/** The ID token is renewed by force at this interval while signed in. */
export const TOKEN_REFRESH_MS = 3_000_000;
/** ID tokens issued longer ago than this are not sent to the other site that shares the session. */
export const TOKEN_SYNC_MAX_AGE_S = 300;
export const MAX_ROUTE_PRELOADS = 4;
export const ICON_FETCH_TIMEOUT_MS = 1_500;

export const TOAST_MS = 5_000;
export const TOAST_LIMIT = 5;
export const TOAST_GAP_PX = 16;
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
export const LOADING_BAR_MS = 2_000;

export const THEME_COLOR_DARK = '#111827';
export const THEME_COLOR_LIGHT = '#ffffff';

export const ERROR_REDIRECT = '/';
/** The time for which a started redirect sign-in counts as pending. */
export const REDIRECT_EVENT_TTL_MS = 600_000;
/** Statuses that the client tries again, safe methods only. */
export const RETRY_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];
/** One limit for every upload, also enforced by the server. */
export const UPLOAD_LIMIT_BYTES = 150 * 1024 * 1024;
