import { foldText } from '../../text/fold.ts';
import type { Decimal } from './decimal.ts';

/** Spellings of the đồng, folded: the format asks for `VND`. */
const DONG: ReadonlySet<string> = new Set(['vnd', 'd', 'dong', 'dong viet nam', 'viet nam dong']);

/** The currency in capital letters, `VND` for every spelling of the đồng and for none. */
export const currencyOf = (text: string | null): string =>
  text === null || DONG.has(foldText(text)) ? 'VND' : text.toUpperCase();

/**
 * The đồng for one of that currency. Null where there is no rate, and for 1, which software writes where nothing was filled in: no
 * other currency is worth one đồng, and a hundred dollars would be a hundred đồng.
 */
export function exchangeRateOf(currency: string, said: Decimal | null): Decimal | null {
  if (currency === 'VND') return '1';
  return said === null || said.startsWith('-') || said === '0' || said === '1' ? null : said;
}
