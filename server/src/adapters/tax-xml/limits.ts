const MB = 1024 * 1024;

/** The bounds of what is dropped. A real invoice of a thousand lines has 600 kB and 15,000 elements. */
export const limits = {
  uploadBytes: 200 * MB,
  entries: 20_000,
  fileBytes: 10 * MB,
  /** All that inflates from one upload, counted while it does, inner zips as well. */
  totalBytes: 1024 * MB,
  ratio: 200,
  /** A small file may compress as well as it likes. */
  ratioFromBytes: MB,
  /** Zips in zips. */
  nesting: 2,
  depth: 32,
  elements: 300_000,
  attributes: 16,
  textLength: 64 * 1024,
  /** Bounds of what goes by way of the slow checker of signatures, and how long it may take. */
  slowBytes: 2 * MB,
  slowMs: 20_000,
} as const;
