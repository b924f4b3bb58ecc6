/** A storage of a compound file, or the bytes of a stream. */
export type Storage = { readonly [name: string]: Buffer | Storage };

const SECTOR = 512;
const NONE = 0xffffffff;

/** A compound file: streams in whole sectors, one behind the other. Small ones are filled up, since they are kept elsewhere. */
export function compoundFile(root: Storage): Buffer {
  const entries: { name: string; type: number; right: number; child: number; start: number; size: number }[] = [];
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const chainOf = (bytes: Buffer): number => {
    const first = sectors.length;
    const count = Math.ceil(bytes.length / SECTOR);
    for (let at = 0; at < count; at++) {
      sectors.push(Buffer.concat([bytes.subarray(at * SECTOR, (at + 1) * SECTOR)], SECTOR));
      fat.push(at + 1 < count ? first + at + 1 : 0xfffffffe);
    }
    return first;
  };
  const put = (name: string, content: Buffer | Storage, type = 1): number => {
    const at = entries.length;
    if (Buffer.isBuffer(content)) {
      const bytes = content.length < 4096 ? Buffer.concat([content], 4096) : content;
      entries.push({ name, type: 2, right: NONE, child: NONE, start: chainOf(bytes), size: bytes.length });
      return at;
    }
    const entry = { name, type, right: NONE, child: NONE, start: 0xfffffffe, size: 0 };
    entries.push(entry);
    let before: number | undefined;
    for (const [inner, value] of Object.entries(content)) {
      const place = put(inner, value);
      if (before === undefined) entry.child = place;
      else entries[before]!.right = place;
      before = place;
    }
    return at;
  };
  put('Root Entry', root, 5);
  const directory = Buffer.alloc(Math.ceil((entries.length * 128) / SECTOR) * SECTOR);
  entries.forEach(({ name, type, right, child, start, size }, at) => {
    const entry = directory.subarray(at * 128, (at + 1) * 128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry.writeUInt8(type, 66);
    entry.writeUInt8(1, 67);
    for (const [index, place] of [NONE, right, child].entries()) entry.writeUInt32LE(place, 68 + index * 4);
    entry.writeUInt32LE(start, 116);
    entry.writeUInt32LE(size, 120);
  });
  const firstDirectory = chainOf(directory);
  const fatSectors = Math.ceil((sectors.length + 8) / 127);
  const firstFat = sectors.length;
  for (let at = 0; at < fatSectors; at++) fat.push(0xfffffffd);
  const table = Buffer.alloc(fatSectors * SECTOR, 0xff);
  for (const [at, next] of fat.entries()) table.writeUInt32LE(next, at * 4);
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 24);
  const words = [0x3e, 3, 0xfffe, 9, 6, 0, 0, 0];
  for (const [at, number] of words.entries()) header.writeUInt16LE(number, 24 + at * 2);
  const places = [0, fatSectors, firstDirectory, 0, 4096, 0xfffffffe, 0, 0xfffffffe, 0];
  for (const [at, number] of places.entries()) header.writeUInt32LE(number, 40 + at * 4);
  for (let at = 0; at < fatSectors; at++) header.writeUInt32LE(firstFat + at, 76 + at * 4);
  return Buffer.concat([header, ...sectors, table]);
}
