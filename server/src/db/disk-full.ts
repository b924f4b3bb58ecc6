/** PostgreSQL's and the system's codes for a disk (or a quota on it) that takes nothing more. */
const CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** True when an error, or what caused it, says that a disk is full: the database's, here or elsewhere, or this machine's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (CODES.has((error as { code?: unknown }).code)) return true;
  if (error instanceof AggregateError && error.errors.some(isDiskFull)) return true;
  return error.cause !== undefined && isDiskFull(error.cause);
}
