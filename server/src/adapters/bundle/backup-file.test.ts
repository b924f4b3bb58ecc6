import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBackupFile, writeBackupFile } from './backup-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'khop-backup-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Bytes that no compression makes few, so that two writers take turns. */
function noise(seed: string): string {
  let [all, last] = ['', seed];
  for (let n = 0; n < 20_000; n++) {
    last = createHash('sha256').update(last).digest('hex');
    all += last;
  }
  return all;
}
const partOf = (content: string) => ({ path: 'x', open: () => Readable.from([content]) });
async function contentOf(file: string): Promise<string> {
  const source = await openBackupFile(file);
  try {
    return await text(await source.open('x'));
  } finally {
    source.close();
  }
}

describe('a backup', () => {
  it('is one of the two where two are written to one name at a time', async () => {
    const file = path.join(folder, 'khop.zip');
    const contents = [noise('a'), noise('b')];
    await Promise.all(contents.map((content) => writeBackupFile(file, [partOf(content)])));
    expect(contents).toContain(await contentOf(file));
    expect(await readdir(folder)).toEqual(['khop.zip']);
  });

  it('goes to the file that a symbolic link names', async () => {
    const [real, named] = [path.join(folder, 'ở ổ khác.zip'), path.join(folder, 'khop.zip')];
    await writeFile(real, 'cũ');
    await symlink(real, named);
    await writeBackupFile(named, [partOf('mới')]);
    expect(await readlink(named)).toBe(real);
    expect(await contentOf(real)).toBe('mới');
  });

  it('takes the place of no folder, and of nothing that is no ordinary file', async () => {
    const place = path.join(folder, 'sao lưu');
    await mkdir(place);
    await expect(writeBackupFile(place, [partOf('mới')])).rejects.toThrow(
      `«${place}» không phải là một tệp. Hãy ghi tên của tệp sao lưu.`,
    );
    const socket = path.join(folder, 'ống');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    await expect(writeBackupFile(socket, [partOf('mới')])).rejects.toThrow(`«${socket}» không phải là một tệp`);
    expect((await lstat(socket)).isSocket()).toBe(true);
    server.close();
  });

  it('clears away what one that was killed days ago has left, and leaves the one at work alone', async () => {
    const file = path.join(folder, 'khop.zip');
    const draftOf = (name: string) => `${name}.${crypto.randomUUID()}.unfinished`;
    const [old, older, recent] = [draftOf('khop.zip'), 'khop.zip.unfinished', draftOf('khop.zip')];
    const others = [draftOf('khác.zip'), draftOf('khop.zip.bak'), 'khop.zip.của tôi.unfinished'];
    for (const name of [old, older, recent, ...others]) await writeFile(path.join(folder, name), 'nửa chừng');
    const daysAgo = Date.now() / 1000 - 3 * 86_400;
    for (const name of [old, older, ...others]) await utimes(path.join(folder, name), daysAgo, daysAgo);
    await writeBackupFile(file, [partOf('mới')]);
    expect((await readdir(folder)).sort()).toEqual([...others, 'khop.zip', recent].sort());
  });

  it('that fails leaves the one before as it was', async () => {
    const file = path.join(folder, 'khop.zip');
    await writeFile(file, 'cũ');
    const failing = () =>
      Readable.from(
        (async function* () {
          yield 'a';
          throw new Error('mất kết nối');
        })(),
      );
    await expect(writeBackupFile(file, [{ path: 'x', open: failing }])).rejects.toThrow('mất kết nối');
    expect(await readFile(file, 'utf8')).toBe('cũ');
    expect(await readdir(folder)).toEqual(['khop.zip']);
  });
});
