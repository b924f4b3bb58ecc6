// Which statements of the service a run of the database tests has sent: docs/decisions/0039-one-postgresql-whole.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const PLACE = /\/(server\/src\/[^\s()]*\.ts:\d+):\d+\)?$/;
const OF_TESTS = /\.test\.ts:|\/testing\//;

/**
 * A statement as it is compared: without comments, and whatever it was given (texts, numbers, names of databases, the
 * lengths of lists).
 */
export const plain = (text) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/'[^']*'/g, "'…'")
    .replace(/\bkhop_\w+/g, 'khop_…')
    .replace(/\$\d+/g, '?')
    .replace(/\b\d+\b/g, '#')
    .replace(/\?(?:, \?)+/g, '?')
    .replace(/\((?:\?(?:::[\w[\]]+)?(?:, )?)+\)/g, '(?)')
    .replace(/(?:\(\?\)(?:, )?)+/g, '(?)')
    .trim();

/** A statement with the place in the service that has sent it; null for one of a test's own, or of a library's. */
export function noteOf(text, stack) {
  const own = stack
    .split('\n')
    .slice(1)
    .find((line) => line.includes(root) && !line.includes('node_modules') && !line.includes('note-statements'));
  const place = own && !OF_TESTS.test(own) && PLACE.exec(own)?.[1];
  return place ? { place, text: plain(text) } : null;
}

function notesIn(folder) {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/**
 * Places of the service that have sent a statement in the run that noted in `whole` and none in the one that noted in
 * `part`, where nothing else has sent it either. A place that puts its statement together of parts sends hundreds of
 * them; those that put every part together run on both.
 * @returns a line for each place, with a test file that sends from it.
 */
export function neverSent(whole, part) {
  return notSentIn(notesIn(whole), notesIn(part));
}

/** The same of notes. */
export function notSentIn(whole, part) {
  const texts = new Set(part.map(({ text }) => text));
  const places = new Set(part.map(({ place }) => place));
  const missing = new Map();
  for (const { place, text, test } of whole)
    if (!texts.has(text) && !places.has(place)) missing.set(place, `${text.slice(0, 120)} (${test})`);
  return [...missing].sort().map(([place, text]) => `${place}: ${text}`);
}
