/**
 * The bounds of a workbook, checked from declared sizes before anything is unpacked. A ledger of a million rows and
 * twenty columns passes; deflate reaches 1000:1 on a bomb, and 60:1 on the most repetitive honest sheet measured.
 */
export const limits = {
  fileBytes: 150 * 1024 * 1024,
  entries: 5_000,
  entryBytes: 2 * 1024 ** 3,
  totalBytes: 3 * 1024 ** 3,
  /** The shared strings are held in memory whole; the parts of the package's own bookkeeping are small. */
  sharedStringsBytes: 256 * 1024 * 1024,
  partBytes: 32 * 1024 * 1024,
  ratio: 200,
  /** Entries under this size may compress as well as they like. */
  ratioFromBytes: 8 * 1024 * 1024,
  rows: 1_048_576,
  /** Columns beyond these are not looked at; no layout has as many. */
  columns: 512,
  /** A legacy .xls is parsed in memory. */
  xlsBytes: 40 * 1024 * 1024,
  workerHeapMb: 1_024,
} as const;
