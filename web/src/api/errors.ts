import { strings } from '../strings.ts';

/** A refusal of the service, with its status and code, and a Vietnamese sentence fit to be shown. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** UPPER_SNAKE code of the contract, `NETWORK` or `UNKNOWN`. */
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The reaction to a failed answer that the specification's error table (§8) asks for. */
export type Reaction = 'revoke' | 'refresh' | 'fail';

export function reactionTo(failure: { status: number; code: string; hasToken: boolean; retried: boolean }): Reaction {
  const { status, code, hasToken, retried } = failure;
  if (code === 'TOKEN_REVOKED' && (status === 403 || status === 401)) return 'revoke';
  if (status === 401 && hasToken && !retried) return 'refresh';
  return 'fail';
}

/** True when the text of an error means that the session was revoked (updating the cookie, §8). */
export function saysRevoked(text: string): boolean {
  const lower = text.toLowerCase();
  return lower.includes('thu hồi') || lower.includes('revoked') || lower.includes('token_revoked');
}

/** Reads the body of a failed answer, whatever came back. */
export function errorFrom(status: number, bodyText: string): ApiError {
  try {
    const body: unknown = JSON.parse(bodyText);
    if (typeof body === 'object' && body !== null) {
      const { error_code: code, message, details } = body as Record<string, unknown>;
      return new ApiError(
        status,
        typeof code === 'string' ? code : 'UNKNOWN',
        typeof message === 'string' && message ? message : strings.errors.request,
        details,
      );
    }
  } catch {
    // Not JSON: a proxy's page or nothing at all.
  }
  return new ApiError(status, 'UNKNOWN', status === 413 ? strings.errors.tooLargeForProxy : strings.errors.request);
}

export const networkError = (): ApiError => new ApiError(0, 'NETWORK', strings.errors.network);
export const revokedError = (): ApiError => new ApiError(403, 'TOKEN_REVOKED', strings.errors.revoked);
export const expiredError = (): ApiError => new ApiError(401, 'TOKEN_EXPIRED', strings.errors.expired);

/** The sentence to show for anything that was thrown. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.message ? error.message : strings.errors.request;
}

/** True when the service has no such record: its id is unknown, or no id at all. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'VALIDATION');
}

/** True when the work was given up on purpose (navigation, a newer search). */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
