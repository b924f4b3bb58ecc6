import { expect, test } from 'vitest';
import { UPLOAD_LIMIT_BYTES } from '../../constants.ts';
import { fileProblem, WORKBOOK_TYPES } from './file-drop.tsx';

const problem = (name: string, size: number) => fileProblem({ name, size }, WORKBOOK_TYPES, UPLOAD_LIMIT_BYTES);

test('a file is refused by its ending and above 150 MB, with the limit and its own size', () => {
  expect(problem('TonKho.XLSX', UPLOAD_LIMIT_BYTES)).toBeUndefined();
  expect(problem('TonKho.xlsx', UPLOAD_LIMIT_BYTES + 1)).toMatch(/^Tệp vượt quá giới hạn 150 MB: «TonKho\.xlsx»/);
  expect(problem('ghi-chu.txt', 1)).toContain('Loại tệp không được nhận');
});
