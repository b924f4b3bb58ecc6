/** Says of a Bravo master that no sync has read where its records came from. */
export const notSyncedWords = ({ total }: { readonly total: number }): string =>
  total > 0 ? 'đưa vào bằng tệp' : 'chưa đồng bộ lần nào';
