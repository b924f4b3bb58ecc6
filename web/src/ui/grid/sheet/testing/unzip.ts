/** The files of a zip by its central directory: name → text. */
export async function unzip(blob: Blob): Promise<Map<string, string>> {
  const bytes = await blob.arrayBuffer();
  const view = new DataView(bytes);
  const files = new Map<string, string>();
  const end = view.byteLength - 22;
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < view.getUint16(end + 10, true); index += 1) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.slice(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true);
    const packed = new Blob([bytes.slice(start, start + view.getUint32(at + 20, true))]).stream();
    files.set(name, await new Response(packed.pipeThrough(new DecompressionStream('deflate-raw'))).text());
    at += 46 + nameLength;
  }
  return files;
}
