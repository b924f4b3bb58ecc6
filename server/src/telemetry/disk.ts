import { statfsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal.ts';

/** `low`: nothing large is begun any more. `full`: the database beside it can hardly write its log. */
export type DiskLevel = 'ok' | 'low' | 'full';

export type DiskState = {
  readonly level: DiskLevel;
  /** Of the folder that is tightest. */
  readonly folder: string;
  readonly freeBytes: number;
  readonly reserveBytes: number;
};

/** A look at the disks that this process and an embedded database write to; it costs microseconds. */
export type Disk = { readonly state: () => DiskState };

export type WatchedFolder = {
  readonly folder: string;
  /** Below so many free bytes it is low. */
  readonly reserveBytes: number;
  /** The database may live here: it can be full. */
  readonly isData: boolean;
};

/** PostgreSQL writes its log in files of 16 MiB; with less than two of them free, it stops at the next one. */
const FULL_BYTES = 32 * 1024 * 1024;
const LEVELS: readonly DiskLevel[] = ['ok', 'low', 'full'];

/** Watches the file systems of folders, whether these are there yet or not. */
export function watchDisk(watched: readonly WatchedFolder[]): Disk {
  const stateOf = ({ folder, reserveBytes, isData }: WatchedFolder): DiskState => {
    const freeBytes = freeBytesAt(folder);
    const level = isData && freeBytes < FULL_BYTES ? 'full' : freeBytes < reserveBytes ? 'low' : 'ok';
    return { level, folder, freeBytes, reserveBytes };
  };
  return {
    state: () =>
      watched
        .map(stateOf)
        .reduce((worst, one) => (LEVELS.indexOf(one.level) > LEVELS.indexOf(worst.level) ? one : worst)),
  };
}

/** The bytes that an ordinary user may still write there; of a folder that is missing, where it would be made. */
function freeBytesAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    const above = path.dirname(folder);
    return above === folder ? Number.POSITIVE_INFINITY : freeBytesAt(above);
  }
}

const megabytes = (bytes: number): string => Math.floor(bytes / 1024 / 1024).toLocaleString('vi-VN');

/** One sentence for a disk that is short of space. */
export const sentenceOfDisk = ({ freeBytes, reserveBytes }: DiskState): string =>
  `Ổ đĩa của máy chủ chỉ còn trống ${megabytes(freeBytes)} MB (cần ít nhất ${megabytes(reserveBytes)} MB).`;

/** Refuses, before anything large is begun, with DISK_FULL. */
export function refuseWhenLow(disk: Disk): void {
  const state = disk.state();
  if (state.level !== 'ok')
    throw new Refusal('DISK_FULL', `${sentenceOfDisk(state)} Hãy báo quản trị viên giải phóng chỗ rồi thử lại.`);
}
