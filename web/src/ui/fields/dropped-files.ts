/** A file that a person chose, and where it lies in the folder that was chosen with it; its name when it was chosen alone. */
export type PickedFile = { readonly file: File; readonly path: string };

/** The files of a file input, one by one or of a whole folder. */
export const pickedFiles = (files: Iterable<File>): PickedFile[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }));

/** True when more than one file is dropped, or a folder. */
export const isSeveral = ({ items, files }: DataTransfer): boolean =>
  files.length > 1 || Array.from(items).some((item) => item.webkitGetAsEntry()?.isDirectory);

/** All files that are dropped, those of folders and of the folders in them included. */
export async function droppedFiles(data: DataTransfer): Promise<PickedFile[]> {
  // The list of what is dropped is gone after the first wait.
  const entries = Array.from(data.items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return pickedFiles(data.files);
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, '') }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // A browser gives the entries of a folder in portions; an empty one is the end.
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) break;
    found.push(...portion);
  }
  return (await Promise.all(found.map(filesOf))).flat();
}

/** Files that systems leave in folders, and copies that Excel keeps of an open workbook. */
export const isHidden = ({ path }: Pick<PickedFile, 'path'>): boolean =>
  path.split('/').some((part) => /^(\.|~\$|__MACOSX$|thumbs\.db$|desktop\.ini$)/i.test(part));
