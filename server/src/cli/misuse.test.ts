import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../config.ts';

let folder: string;
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'khop-misuse-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The folder where Node keeps what it has compiled: no setting of the product's. */
const { NODE_COMPILE_CACHE } = process.env;

/**
 * The command as a process of its own, in an environment of nothing but these settings; with `limit`, under a limit of the
 * shell (`ulimit`).
 */
function khop(args: readonly string[], settings: Readonly<Record<string, string>> = {}, limit?: string) {
  const command = [process.execPath, join(repositoryRoot, 'server/src/main.ts'), ...args];
  const [program, ...given] = limit ? ['/bin/sh', '-c', `ulimit ${limit} && exec "$0" "$@"`, ...command] : command;
  const { status, stdout, stderr } = spawnSync(program!, given, {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE },
      ...{ KHOP_DATA_DIR: join(folder, 'data'), KHOP_LOG_LEVEL: 'silent', ...settings },
    },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const VIETNAMESE = /[àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ]/i;

/** Nothing may listen on port 1 of this machine. */
const nowhere = 'postgres://khop:geheim@127.0.0.1:1/khop';
const emulator = { KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1' };
const text = (content: string) => () => file(`f${Math.random()}.csv`, content);

type Case = {
  readonly what: string;
  readonly args: () => readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly says: string;
};
const good = text('id,name\n1,Nồi\n');
const match = (left: string, right: string, out = join(folder, 'pairs.csv')) => [
  ...['match', '--kind', 'product', '--left', left],
  ...['--right', right, '--out', out],
];

/** Folders can be named below /proc, but never made. */
const unmakable: readonly Case[] = [
  {
    what: 'a folder of the system for the sample',
    args: () => ['sample', '--lines', '5', '--out', '/proc/khop/x'],
    status: 1,
    says: 'Không tạo được thư mục «/proc/khop»',
  },
  {
    what: 'a folder of the system for the data',
    args: () => ['up'],
    settings: { KHOP_DATA_DIR: '/proc/khop' },
    status: 1,
    says: 'Không tạo được thư mục «/proc/khop»',
  },
];

const cases: readonly Case[] = [
  { what: 'an unknown command', args: () => ['nope'], status: 2, says: 'Cách dùng' },
  { what: 'a name of every object', args: () => ['constructor'], status: 2, says: 'Cách dùng' },
  {
    what: 'an option with two answers',
    args: () => ['issue', '--dir', folder, '--dir', '/tmp', '--out', 'k.zip', '--report', 'b.json'],
    status: 2,
    says: '«--dir» được ghi hai lần',
  },
  {
    what: 'an option that is taken back',
    args: () => ['serve', '--worker', '--no-worker'],
    status: 2,
    says: '«--worker» được ghi hai lần',
  },
  { what: 'a question for the options of a command', args: () => ['issue', '--help'], status: 0, says: 'Cách dùng' },
  {
    what: 'a question for a command without options',
    args: () => ['backup', '-h'],
    status: 0,
    says: 'khop backup TỆP',
  },
  { what: 'an unknown option', args: () => ['serve', '--nope'], status: 2, says: '«--nope»' },
  { what: 'an argument too many', args: () => ['migrate', 'all'], status: 2, says: '«all»' },
  { what: 'no database', args: () => ['migrate'], status: 1, says: 'DATABASE_URL: cần' },
  {
    what: 'a bad address',
    args: () => ['migrate'],
    settings: { DATABASE_URL: 'mysql://a' },
    status: 1,
    says: 'DATABASE_URL: cần',
  },
  {
    what: 'a database that is away',
    args: () => ['migrate'],
    settings: { DATABASE_URL: nowhere },
    status: 1,
    says: 'DATABASE_URL: không kết nối được',
  },
  {
    what: 'a server without its database',
    args: () => ['serve'],
    settings: { DATABASE_URL: nowhere, ...emulator },
    status: 1,
    says: 'DATABASE_URL: không kết nối được',
  },
  {
    what: 'a worker without its database',
    args: () => ['worker'],
    settings: { DATABASE_URL: nowhere, ...emulator },
    status: 1,
    says: 'DATABASE_URL: không kết nối được',
  },
  {
    what: 'no identity',
    args: () => ['serve'],
    settings: { DATABASE_URL: nowhere },
    status: 1,
    says: 'KHOP_IDENTITY_PROJECT_ID',
  },
  { what: 'a bad port', args: () => ['up'], settings: { PORT: '99999' }, status: 1, says: 'PORT: cần' },
  {
    what: 'a bad level',
    args: () => ['serve'],
    settings: { KHOP_LOG_LEVEL: 'loud' },
    status: 1,
    says: 'KHOP_LOG_LEVEL: cần',
  },
  { what: 'no folder for the sample', args: () => ['sample'], status: 2, says: 'Thiếu --out' },
  {
    what: 'a file for a folder',
    args: () => ['sample', '--lines', '5', '--out', good()],
    status: 1,
    says: 'đã có một tệp trùng tên',
  },
  { what: 'no file to read', args: () => ['read'], status: 2, says: 'Cách dùng' },
  {
    what: 'a missing file',
    args: () => ['read', join(folder, 'nope.xlsx'), '--json'],
    status: 1,
    says: 'Không mở được tệp',
  },
  { what: 'a folder to read', args: () => ['read', folder, '--json'], status: 1, says: 'không phải một tệp' },
  { what: 'an unknown layout', args: () => ['read', good(), '--layout', 'nope', '--json'], status: 1, says: '«nope»' },
  { what: 'no catalogues', args: () => ['match', '--kind', 'product'], status: 2, says: 'Cách dùng' },
  { what: 'an unknown kind', args: () => ['match', '--kind', 'x'], status: 2, says: 'product | partner' },
  { what: 'an unknown option of match', args: () => ['match', '--nope'], status: 2, says: '«--nope»' },
  {
    what: 'a missing catalogue',
    args: () => match(join(folder, 'nope.csv'), good()),
    status: 2,
    says: 'Không đọc được',
  },
  { what: 'an empty catalogue', args: () => match(text('')(), good()), status: 2, says: 'thiếu cột bắt buộc «id»' },
  {
    what: 'a catalogue without names',
    args: () => match(text('id\n1\n')(), good()),
    status: 2,
    says: 'thiếu cột bắt buộc «name»',
  },
  {
    what: 'a catalogue in another code',
    args: () => match(file('l.csv', Buffer.from([0x69, 0x64, 0xff, 0xfe, 0x0a])), good()),
    status: 2,
    says: 'UTF-8',
  },
  {
    what: 'nowhere to write pairs',
    args: () => match(good(), good(), join(folder, 'nope', 'p.csv')),
    status: 1,
    says: 'không có tệp hoặc thư mục này',
  },
  { what: 'no instance', args: () => ['allocate'], status: 2, says: 'Cách dùng' },
  {
    what: 'a missing instance',
    args: () => ['allocate', '--instance', join(folder, 'n.json'), '--out', join(folder, 'p.json')],
    status: 1,
    says: 'không có tệp hoặc thư mục này',
  },
  {
    what: 'an instance that is a list',
    args: () => ['allocate', '--instance', text('[]')(), '--out', join(folder, 'p.json')],
    status: 1,
    says: 'đối tượng',
  },
  { what: 'no folder to issue', args: () => ['issue'], status: 2, says: 'Cách dùng' },
  {
    what: 'an empty folder to issue',
    args: () => ['issue', '--dir', folder, '--out', join(folder, 'o.zip'), '--report', join(folder, 'r.json')],
    status: 1,
    says: 'period.json',
  },
  ...(existsSync('/proc/self') ? unmakable : []),
];

it.each(cases)('says in Vietnamese what is wrong: $what', ({ args, settings, status, says }) => {
  const answer = khop(args(), settings);
  expect(answer.stderr).toContain(says);
  expect(answer.stderr).toMatch(VIETNAMESE);
  // No stack, no password.
  expect(answer.stderr).not.toMatch(/\n {4}at |geheim/);
  expect(answer.status).toBe(status);
});

it('names a port that is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const answer = khop(['up'], { PORT: String(port) });
  server.close();
  expect(answer.stderr).toContain(`Cổng ${port} đang bận`);
  expect(answer.status).toBe(1);
});

it('leaves what was there when an answer cannot be written to the end', () => {
  const names = Array.from({ length: 40 }, (_, n) => `${n},Nồi inox Lumi ${n * 7 + 11} cm\n`).join('');
  const [left, right] = [text(`id,name\n${names}`)(), text(`id,name\n${names}`)()];
  const out = file('kept.csv', 'old');
  // One block of 512 bytes: the header and the first pairs, then no more.
  expect(khop(match(left, right, out), {}, '-f 1').status).not.toBe(0);
  expect(readFileSync(out, 'utf8')).toBe('old');
  expect(khop(match(left, right, out)).status).toBe(0);
  expect(readFileSync(out, 'utf8').split('\n').length).toBeGreaterThan(40);

  const line = { document: 'D', date: '2026-09-01', priority: 1, item: 'I', quantity: '1', amount: 1000 };
  const lines = Array.from({ length: 20 }, (_, n) => ({ id: `L${n}`, ...line }));
  const instance = text(`{"lots":[],"links":[],"lines":${JSON.stringify(lines)}}`)();
  const plan = file('plan.json', 'old');
  const allocate = ['allocate', '--instance', instance, '--out', plan];
  expect(khop(allocate, {}, '-f 1').status).not.toBe(0);
  expect(readFileSync(plan, 'utf8')).toBe('old');
  expect(khop(allocate).status).toBe(0);
  expect(JSON.parse(readFileSync(plan, 'utf8')).shortages).toHaveLength(20);
});

it.runIf(existsSync('/dev/full'))('says that the disk is full where what it prints goes there', () => {
  const output = openSync('/dev/full', 'w');
  const program = join(repositoryRoot, 'server/src/main.ts');
  const rows = 'Mã khách hàng,Tên khách hàng\nKH1,Hoa Mai\n';
  const { status, stderr } = spawnSync(process.execPath, [program, 'read', text(rows)(), '--json'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE },
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(output);
  expect(stderr).toBe('Ổ đĩa đã đầy; hãy giải phóng chỗ rồi chạy lại.\n');
  expect(status).toBe(1);
});
