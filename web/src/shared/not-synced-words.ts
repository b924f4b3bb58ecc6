/** The state of a Bravo master that was never read from Bravo: where there is none to read, only files are waited for. */
export const notSyncedWords = ({
  total,
  isFilesOnly,
}: {
  readonly total: number;
  readonly isFilesOnly: boolean;
}): string => {
  if (total > 0) return 'đưa vào bằng tệp';
  return isFilesOnly ? 'chưa đưa tệp nào' : 'chưa đồng bộ lần nào';
};
