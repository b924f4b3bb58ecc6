import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rotateLogs } from './rotate-logs.ts';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'khop-logs-'));
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const LIMITS = { largestBytes: 1000, kept: 2 };
const inFolder = (name: string) => path.join(folder, name);

it('puts large logs aside under numbers, keeps so many of them, and leaves small ones and other files alone', async () => {
  await fs.writeFile(inFolder('small.log'), 'ngắn');
  await fs.writeFile(inFolder('other.txt'), 'x'.repeat(2000));
  for (const round of ['một', 'hai', 'ba']) {
    await fs.writeFile(inFolder('serve.log'), round.padEnd(2000, '.'), { mode: 0o600 });
    await rotateLogs(folder, LIMITS);
  }
  expect((await fs.readdir(folder)).sort()).toEqual([
    'other.txt',
    'serve.log',
    'serve.log.1',
    'serve.log.2',
    'small.log',
  ]);
  const begins = async (name: string) => (await fs.readFile(inFolder(name), 'utf8')).slice(0, 3);
  expect(await Promise.all(['serve.log', 'serve.log.1', 'serve.log.2', 'small.log'].map(begins))).toEqual([
    '',
    'ba.',
    'hai',
    'ngắ',
  ]);
  // As private as the log itself.
  expect((await fs.stat(inFolder('serve.log.1'))).mode & 0o777).toBe(0o600);
});

it('lets a process that has the log open write on, from the beginning of the emptied file', async () => {
  const log = openSync(inFolder('worker.log'), 'a');
  const child = spawn('sh', ['-c', 'head -c 2000 /dev/zero | tr "\\0" a; read line; echo sau'], {
    stdio: ['pipe', log, 'inherit'],
  });
  const ended = once(child, 'exit');
  await expect.poll(async () => (await fs.stat(inFolder('worker.log'))).size).toBe(2000);
  await rotateLogs(folder, LIMITS);
  child.stdin!.end('tiếp\n');
  await ended;
  expect(await fs.readFile(inFolder('worker.log'), 'utf8')).toBe('sau\n');
  expect((await fs.stat(inFolder('worker.log.1'))).size).toBe(2000);
});
