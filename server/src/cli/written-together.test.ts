import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writtenTogether } from './written-together.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-together-'));
});
afterEach(() => rm(folder, { recursive: true }));

const fill = async (paths: readonly string[]) => {
  for (const [index, path] of paths.entries()) await writeFile(path, `new ${index}`);
};

test('both files appear, in place of what was there', async () => {
  const targets = [join(folder, 'a.zip'), join(folder, 'b.json')];
  await writeFile(targets[0]!, 'old');
  await writtenTogether(targets, fill);
  expect(await Promise.all(targets.map((path) => readFile(path, 'utf8')))).toEqual(['new 0', 'new 1']);
  expect(await readdir(folder)).toEqual(['a.zip', 'b.json']);
});

test('neither appears when one has no place, and what was there stays', async () => {
  const out = join(folder, 'a.zip');
  await writeFile(out, 'old');
  await expect(writtenTogether([out, join(folder, 'none', 'b.json')], fill)).rejects.toMatchObject({ code: 'ENOENT' });
  await mkdir(join(folder, 'b.json'));
  await expect(writtenTogether([out, join(folder, 'b.json')], fill)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readFile(out, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['a.zip', 'b.json']);
});

test('neither appears when writing breaks off', async () => {
  const broken = writtenTogether([join(folder, 'a.zip'), join(folder, 'b.json')], async ([out]) => {
    await writeFile(out!, 'half');
    throw new Error('no more room');
  });
  await expect(broken).rejects.toThrow('no more room');
  expect(await readdir(folder)).toEqual([]);
});

test('a symbolic link stays one, and a device is written where it is', async () => {
  await writeFile(join(folder, 'real'), 'old');
  await symlink(join(folder, 'real'), join(folder, 'link'));
  await writtenTogether([join(folder, 'link'), '/dev/null'], fill);
  expect(await readFile(join(folder, 'real'), 'utf8')).toBe('new 0');
  expect((await readdir(folder)).toSorted()).toEqual(['link', 'real']);
  expect(await readFile('/dev/null', 'utf8')).toBe('');
});
