import { expect, test } from 'vitest';
import { droppedFiles, isHidden, isSeveral } from './dropped-files.ts';

const file = (path: string): FileSystemEntry =>
  ({
    isFile: true,
    isDirectory: false,
    fullPath: path,
    file: (take: (found: File) => void) => take(new File(['x'], path.split('/').at(-1)!)),
  }) as unknown as FileSystemEntry;

/** A folder that gives its entries in portions, as browsers do. */
const folder = (path: string, portions: FileSystemEntry[][]): FileSystemEntry =>
  ({
    isFile: false,
    isDirectory: true,
    fullPath: path,
    createReader: () => {
      const left = [...portions];
      return { readEntries: (take: (found: FileSystemEntry[]) => void) => take(left.shift() ?? []) };
    },
  }) as unknown as FileSystemEntry;

const dropped = (...entries: FileSystemEntry[]): DataTransfer =>
  ({
    files: entries.map(() => new File([], 'x')),
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
  }) as unknown as DataTransfer;

test('all files of a folder are found, in every portion and in the folders within', async () => {
  const within = folder('/T9/VPP', [[file('/T9/VPP/TonKho.xlsx')], [file('/T9/VPP/HangHoa.xlsx')]]);
  const data = dropped(folder('/T9', [[within], [file('/T9/SoBanHang.xlsx')]]), file('/KhachHang.xlsx'));
  expect((await droppedFiles(data)).map(({ path }) => path)).toEqual([
    'T9/VPP/TonKho.xlsx',
    'T9/VPP/HangHoa.xlsx',
    'T9/SoBanHang.xlsx',
    'KhachHang.xlsx',
  ]);
});

test('several are more than one file, or one folder', () => {
  expect(isSeveral(dropped(file('/a.xlsx')))).toBe(false);
  expect(isSeveral(dropped(file('/a.xlsx'), file('/b.xlsx')))).toBe(true);
  expect(isSeveral(dropped(folder('/T9', [])))).toBe(true);
});

test.each([
  ['T9/.DS_Store', true],
  ['T9/~$HangHoa.xlsx', true],
  ['__MACOSX/T9/HangHoa.xlsx', true],
  ['T9/Thumbs.db', true],
  ['T9/HangHoa.xlsx', false],
])('%s is hidden: %s', (path, hidden) => {
  expect(isHidden({ path })).toBe(hidden);
});
