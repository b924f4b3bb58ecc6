/** PostgreSQL's code for a database that takes no writing now: a standby, or one that its host has locked, often for want of room. */
const READ_ONLY = '25006';

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
  READ_ONLY,
]);

/** Of the driver's errors, and of those that say the same without a statement having failed. */
export class ReadOnlyDatabase extends Error {
  readonly code = READ_ONLY;
}

export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === READ_ONLY;

/** True when an error says that the database cannot be reached or written to now, as against a wrong query. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && UNREACHABLE.has(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout/i.test(error.message);
}
