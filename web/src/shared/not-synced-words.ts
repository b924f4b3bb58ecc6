type Master = { readonly total: number; readonly isFilesOnly: boolean };

/** The state of Bravo masters that were never read from Bravo: where there is none to read, only files are waited for. */
export const notSyncedWords = (...masters: readonly Master[]): string => {
  if (masters.some(({ total }) => total > 0)) return 'đưa vào bằng tệp';
  return masters.some(({ isFilesOnly }) => isFilesOnly) ? 'chưa đưa tệp nào' : 'chưa đồng bộ lần nào';
};
