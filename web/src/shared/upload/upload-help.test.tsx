// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Run } from '../../api/runs.ts';
import { show } from '../../ui/testing/show.tsx';
import { UploadHelp } from './upload-help.tsx';

// Of a run that was refused the help reads its code alone.
const refused = (errorCode: string) => ({ id: 'r', status: 'failed', errorCode, result: null }) as unknown as Run;
const help = (errorCode: string) =>
  show(<UploadHelp run={refused(errorCode)} profileId="a" onAgain={() => {}} onMove={() => {}} onSaid={() => {}} />);

test('a file of another entity is not told to be mended; one with faults is', async () => {
  help('WRONG_PROFILE');
  expect((await screen.findByText(/^Dữ liệu cũ còn nguyên/)).textContent).toContain('mở hồ sơ ấy');
  help('FILE_DAMAGED');
  expect(await screen.findByText(/Hãy sửa tệp rồi tải lên lại/)).toBeDefined();
});
