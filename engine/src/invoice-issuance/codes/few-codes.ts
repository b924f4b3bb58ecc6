import { formatVnd } from '../../money.ts';

/** Codes that a sentence names. */
const MOST_NAMED = 5;

/** The first of some codes, each in its words, and how many others there are. */
export function fewCodes(named: readonly string[]): string {
  const more = named.length - MOST_NAMED;
  return named.slice(0, MOST_NAMED).join('; ') + (more > 0 ? `; và ${formatVnd(more)} mã khác` : '');
}
