const encoder = new TextEncoder();

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(parts: readonly Uint8Array[]): number {
  let crc = 0xffffffff;
  for (const part of parts) for (const byte of part) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** A date that is the same every time, so that the same content gives the same bytes: 1 January 1980. */
const DOS_DATE = 0x0021;

/** The texts, or the bytes, of a file in a zip, one after another. */
export type ZippedFile = { name: string; parts: readonly (string | Uint8Array<ArrayBuffer>)[] };

/** A zip, deflated by the browser itself. Small enough to need no library; no file beyond 4 GB. */
export async function zipFiles(files: readonly ZippedFile[]): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const raw = file.parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
    const size = raw.reduce((sum, part) => sum + part.length, 0);
    const packed = new Blob(raw).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const data = await new Response(packed).blob();
    const common = new Uint8Array(26);
    const view = new DataView(common.buffer);
    view.setUint16(0, 20, true);
    view.setUint16(2, 0x0800, true);
    view.setUint16(4, 8, true);
    view.setUint16(8, DOS_DATE, true);
    view.setUint32(10, crcOf(raw), true);
    view.setUint32(14, data.size, true);
    view.setUint32(18, size, true);
    view.setUint16(22, name.length, true);
    pieces.push(Uint8Array.of(0x50, 0x4b, 3, 4), common, name, data);
    const entry = new Uint8Array(46 + name.length);
    entry.set([0x50, 0x4b, 1, 2, 20, 0]);
    entry.set(common, 6);
    new DataView(entry.buffer).setUint32(42, offset, true);
    entry.set(name, 46);
    directory.push(entry);
    offset += 30 + name.length + data.size;
  }
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, files.length, true);
  view.setUint16(10, files.length, true);
  view.setUint32(12, length, true);
  view.setUint32(16, offset, true);
  return new Blob([...pieces, ...directory, end]);
}
