import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'khop-folder-'));
});
afterAll(() => rm(base, { recursive: true }));

describe('makeFolder', () => {
  it('makes what is missing, from several places at once, and takes what is there', async () => {
    const folder = path.join(base, 'Công ty Á', 'số liệu', 'tháng 9');
    await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(path.join(folder, 'x'))]);
    await makeFolder(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it('refuses what is a file, or below one', async () => {
    const file = path.join(base, 'tệp');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST', path: file });
    await expect(makeFolder(path.join(file, 'x', 'y'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(existsSync('/proc/self'))('refuses a place of the system where nothing can be made', async () => {
    await expect(makeFolder('/proc/khop/x')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/khop' });
  });
});
