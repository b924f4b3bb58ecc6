import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@khop/server/adapters/workbook/testing/corpus.ts';
import { expect, it, vi } from 'vitest';
import { compareFolder } from '../corpus.ts';
import { firstDifference, plainRows } from './compare.ts';

vi.setConfig({ testTimeout: 120_000 });

it('names the first cell that two readers see differently, and takes forms of one value for it', () => {
  const sheet = (rows: unknown[][]) => ({ sheets: { S: plainRows(rows) } });
  const ours = sheet([['a', { day: '2026-09-01' }, true, ''], [], ['']]);
  expect(firstDifference(ours, sheet([['a', new Date('2026-09-01T00:00:00Z'), 1]]))).toBeUndefined();
  expect(firstDifference(ours, sheet([['a', { day: '2026-09-02' }, 1]]))).toContain('«S» dòng 1, cột 2');
  expect(firstDifference(ours, { sheets: { T: [] } })).toContain('«T»');
});

it('tells equal files, refused ones with their sentence, and reads each in a process of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'khop-corpus-test-'));
  try {
    await writeCorpus(join(folder, 'tot.xlsx'));
    await writeFile(join(folder, 'hong.xlsx'), 'PK\u0003\u0004 rest');
    await writeFile(join(folder, 'ghi-chu.txt'), 'no workbook');
    expect(await compareFolder(folder)).toEqual([
      { file: 'hong.xlsx', outcome: 'refused', told: expect.stringContaining('FILE_DAMAGED') },
      { file: 'tot.xlsx', outcome: 'equal', told: '' },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
