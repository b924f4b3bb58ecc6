/** Bravo's codes of documents by which goods came back. */
const RETURNS: ReadonlySet<string> = new Set(['TL', 'R2']);

/**
 * True for documents that take goods back. Their lines are negative: the sign alone tells a return from a sale, and without
 * it the goods would be invoiced once more.
 */
export const isReturnCode = (docCode: string): boolean => docCode.length === 2 && RETURNS.has(docCode.toUpperCase());
