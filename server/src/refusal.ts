import { ERRORS, type ErrorCode } from '@khop/contract/errors.ts';
import { Problem } from '@khop/engine/problem.ts';
import { isDiskFull } from './db/disk-full.ts';

/**
 * A refusal of the service: one code of the contract's closed list, a Vietnamese message (the code's own sentence when
 * nothing more precise is known) and details that a screen may use.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message?: string, details?: unknown) {
    super(message ?? ERRORS[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

const isErrorCode = (code: string): code is ErrorCode => code in ERRORS;

/** A refusal for any error that has a code of the contract (also the engine's problems); undefined for the unexpected. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDiskFull(error)) return new Refusal('DISK_FULL');
  if (error instanceof Problem || (error instanceof Error && 'code' in error)) {
    const code = (error as { code: unknown }).code;
    if (typeof code === 'string' && isErrorCode(code))
      return new Refusal(code, error.message, (error as { details?: unknown }).details);
    if (error instanceof Problem)
      return new Refusal('VALIDATION', error.message, { code: error.code, ...error.details });
  }
  return undefined;
}

/** Refuses with the record as it is now when the caller saw an older one; who saw none is not asked. */
export function refuseStale(record: { readonly version: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== record.version) throw new Refusal('STALE_VERSION', undefined, record);
}

/** The row, or the refusal NOT_FOUND with what was looked for. */
export function found<T>(row: T | undefined, message?: string): T {
  if (row === undefined) throw new Refusal('NOT_FOUND', message);
  return row;
}
