import { damagedXls } from './damaged.ts';

/** The streams of a compound file (OLE2) that lie in its root; those of embedded objects lie in storages of their own. */
export type CompoundFile = {
  /** The bytes of a stream of the root, by its name in capitals or not; undefined when there is none. */
  stream(name: string): Buffer | undefined;
  /** True when the root has a stream or a storage of this name. */
  has(name: string): boolean;
};

const [FREE, STORAGE, STREAM] = [0xffffffff, 1, 2];
/** Numbers of sectors from here on are marks: end of a chain, free, part of the tables. */
const FIRST_MARK = 0xfffffffa;
const ENTRY_BYTES = 128;
const [HEADER_BYTES, HEADER_DIFAT] = [512, 109];

type Entry = {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
};

/**
 * Opens a compound file held in memory. Chains are followed only as far as the file has sectors. Throws FILE_DAMAGED.
 * Source: MS-CFB.
 */
export function openCompoundFile(bytes: Buffer): CompoundFile {
  if (bytes.length < HEADER_BYTES) throw damagedXls();
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damagedXls();
  const sectors = sectorReader(bytes, 2 ** shift);
  const fat = fatOf(bytes, sectors);
  const bigStream = (start: number): Buffer => sectors.join(chain(fat, start));
  const entries = entriesOf(bigStream(bytes.readUInt32LE(48)));
  const root = entries[0];
  if (!root) throw damagedXls();
  const cutoff = bytes.readUInt32LE(56);
  let small: ((start: number) => Buffer) | undefined;
  const smallStream = (start: number): Buffer => {
    small ??= miniStreams(bigStream(root.start), numbersOf(bigStream(bytes.readUInt32LE(60))), bytes.readUInt16LE(32));
    return small(start);
  };
  const byName = new Map(childrenOf(entries, root).map((entry) => [entry.name.toLowerCase(), entry]));
  return {
    has: (name) => byName.has(name.toLowerCase()),
    stream(name) {
      const entry = byName.get(name.toLowerCase());
      if (entry?.type !== STREAM) return undefined;
      if (entry.size === 0) return Buffer.alloc(0);
      const whole = entry.size < cutoff ? smallStream(entry.start) : bigStream(entry.start);
      if (whole.length < entry.size) throw damagedXls();
      return whole.subarray(0, entry.size);
    },
  };
}

type Sectors = { readonly count: number; join(numbers: readonly number[]): Buffer };

/** Some programs cut the last sector short: what is missing of it reads as zeros. */
function sectorReader(bytes: Buffer, size: number): Sectors {
  const sector = (number: number): Buffer => {
    const from = (number + 1) * size;
    if (from >= bytes.length) throw damagedXls();
    const piece = bytes.subarray(from, from + size);
    return piece.length === size ? piece : Buffer.concat([piece], size);
  };
  return {
    count: Math.ceil(bytes.length / size) - 1,
    join: (numbers) => Buffer.concat(numbers.map(sector)),
  };
}

/** The table that names the sector behind each sector. Where its own sectors are is in the header, and goes on in a chain. */
function fatOf(bytes: Buffer, sectors: Sectors): readonly number[] {
  const places = numbersOf(bytes.subarray(76, 76 + HEADER_DIFAT * 4));
  let next = bytes.readUInt32LE(68);
  for (let left = sectors.count; next < FIRST_MARK && left > 0; left--) {
    const numbers = numbersOf(sectors.join([next]));
    next = numbers.pop() ?? FREE;
    places.push(...numbers);
  }
  const used = places.filter((place) => place < FIRST_MARK);
  if (new Set(used).size !== used.length) throw damagedXls();
  return numbersOf(sectors.join(used));
}

const numbersOf = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));

/** The numbers of a chain of sectors; one that comes back to itself is refused. */
function chain(table: readonly number[], start: number): number[] {
  const numbers: number[] = [];
  for (let at = start; at < FIRST_MARK; at = table[at] ?? FREE) {
    if (at >= table.length || numbers.length > table.length) throw damagedXls();
    numbers.push(at);
  }
  return numbers;
}

/** Small streams lie in pieces of `2 ** shift` bytes in a stream that they share. */
function miniStreams(shared: Buffer, table: readonly number[], shift: number): (start: number) => Buffer {
  if (shift !== 6) throw damagedXls();
  return (start) => Buffer.concat(chain(table, start).map((at) => shared.subarray(at << shift, (at + 1) << shift)));
}

function entriesOf(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) => {
    const entry = directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const nameBytes = Math.min(64, entry.readUInt16LE(64));
    return {
      name: entry.subarray(0, Math.max(0, nameBytes - 2)).toString('utf16le'),
      type: entry.readUInt8(66),
      left: entry.readUInt32LE(68),
      right: entry.readUInt32LE(72),
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}

/** The entries that lie directly in a storage: a tree of neighbours below its `child`. */
function childrenOf(entries: readonly Entry[], storage: Entry): Entry[] {
  const seen = new Set<Entry>();
  const waiting = [storage.child];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at];
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    waiting.push(entry.left, entry.right);
  }
  return [...seen].filter(({ type }) => type === STREAM || type === STORAGE);
}
