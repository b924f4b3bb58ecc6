import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sentenceOf } from '../../sentence.ts';
import { claimInstance } from './instance.ts';
import { startMark } from './process-identity.ts';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'khop-instance-'));
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const noteFile = () => path.join(folder, 'running.json');

it('lets one of many starts at once have the folder', async () => {
  const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimInstance(folder, 8080)));
  const [won, lost] = ['fulfilled', 'rejected'].map((status) => claims.filter((claim) => claim.status === status));
  expect([won!.length, lost!.length]).toEqual([1, 7]);
  for (const claim of lost!) expect(sentenceOf((claim as PromiseRejectedResult).reason)).toContain('Khớp đang chạy');
  expect(await fs.readdir(folder)).toEqual(['running.json']);
});

it('gives the folder back on release', async () => {
  const first = await claimInstance(folder, 8080);
  await first.release();
  await (await claimInstance(folder, 8080)).release();
  expect(await fs.readdir(folder)).toEqual([]);
});

it('takes over from a process that is gone and ends what it left behind', async () => {
  const leftover = spawn('sleep', ['600'], { detached: true });
  const ended = once(leftover, 'exit');
  await fs.writeFile(
    noteFile(),
    JSON.stringify({
      pid: 999_999_9,
      mark: 'x',
      port: 1,
      children: [{ pid: leftover.pid, mark: startMark(leftover.pid!) }],
    }),
  );
  await claimInstance(folder, 8080);
  await ended;
  expect(JSON.parse(await fs.readFile(noteFile(), 'utf8'))).toMatchObject({ pid: process.pid, port: 8080 });
});

it('leaves a process alone that only has the number of the one that is gone', async () => {
  const stranger = spawn('sleep', ['600'], { detached: true });
  const note = {
    pid: stranger.pid,
    mark: 'another start',
    port: 1,
    children: [{ pid: stranger.pid, mark: 'another start' }],
  };
  await fs.writeFile(noteFile(), JSON.stringify(note));
  await claimInstance(folder, 8080);
  expect(stranger.exitCode).toBeNull();
  expect(stranger.signalCode).toBeNull();
  stranger.kill();
});

it('begins anew on a note that cannot be read', async () => {
  await fs.writeFile(noteFile(), '{"pid":');
  await (await claimInstance(folder, 8080)).remember([process.pid]);
  expect(JSON.parse(await fs.readFile(noteFile(), 'utf8'))).toMatchObject({ children: [{ pid: process.pid }] });
});
