const PREFIX = 'given/';

/** The stored key of a given line: no row of Bravo's has one that begins like it (the table checks). */
export const givenKey = (key: string): string => (key.startsWith(PREFIX) ? key : `${PREFIX}${key}`);
