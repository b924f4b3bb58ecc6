import { randomUUIDv7 } from 'node:crypto';

/** A new UUIDv7: unique, and in order of creation. */
export const newId = (): string => randomUUIDv7();
