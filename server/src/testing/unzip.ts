import { readBundle } from '../adapters/bundle/read-bundle.ts';

/** The files of a zip by their path. */
export const unzip = readBundle;
