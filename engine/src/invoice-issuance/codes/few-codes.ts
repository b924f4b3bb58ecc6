import { firstNamed } from '../../text/first-named.ts';

/** Codes that a sentence names. */
const MOST_NAMED = 5;

/** The first of some codes, each in its words, and how many others there are. */
export const fewCodes = (named: readonly string[]): string => firstNamed(named, MOST_NAMED, 'mã', '; ');
