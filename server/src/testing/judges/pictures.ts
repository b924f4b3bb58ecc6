import { expect } from 'vitest';
import { imageSizeOf } from '../../features/media/image-size.ts';
import { imageTypeOf } from '../../features/media/image-type.ts';
import { isSameSignature, localSignature } from '../../features/media/signature.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** A JPEG with these segments, each of a marker and what it holds. */
const jpeg = (...segments: readonly (readonly [marker: number, content: Buffer])[]): Buffer =>
  Buffer.concat([
    latin('\xff\xd8'),
    ...segments.flatMap(([marker, content]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(content.length + 2);
      return [Buffer.from([0xff, marker]), length, content];
    }),
  ]);

const frame = (width: number, height: number): Buffer => {
  const content = Buffer.alloc(9);
  content.writeUInt16BE(height, 1);
  content.writeUInt16BE(width, 3);
  return content;
};

function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X' | 'VP8?', write: (content: Buffer) => void): Buffer {
  const content = Buffer.alloc(32);
  content.write('RIFF', 0, 'latin1');
  content.write(`WEBP${kind}`, 8, 'latin1');
  write(content);
  return content;
}

/** The marker of the first frame header is one of those that begin a frame, and none of the tables between them. */
function readsJpeg(): void {
  const NO_FRAMES = [0xbf, 0xc4, 0xc8, 0xcc, 0xd0];
  for (let marker = 0xbf; marker <= 0xd0; marker++) {
    const content = jpeg([0xe0, latin('JFIF')], [marker, frame(300, 200)], [0xc2, frame(7, 9)]);
    const size = NO_FRAMES.includes(marker) ? { width: 7, height: 9 } : { width: 300, height: 200 };
    expect([marker, imageSizeOf(content)]).toEqual([marker, size]);
  }
  const filled = Buffer.concat([latin('\xff\xd8\xff\xff'), jpeg([0xc0, frame(3, 4)]).subarray(2)]);
  expect(imageSizeOf(filled)).toEqual({ width: 3, height: 4 });
  expect(imageSizeOf(latin('\xff\xd8\xff\xe0\x00\x00\xff\xc0\x00\x0b\x08\x00\x04\x00\x03'))).toEqual({
    width: 3,
    height: 4,
  });
  expect(imageSizeOf(latin('\xff\xd8\x00\xc0\x00\x0b\x08\x00\x04\x00\x03\x00\x00'))).toBeUndefined();
  expect(imageSizeOf(jpeg([0xe0, latin('JFIF')]))).toBeUndefined();
}

/** The type and the size of a picture are read from its own bytes, whatever kind it is. */
export function readsPictures(png: Buffer): void {
  readsJpeg();
  const lossy = webp('VP8 ', (content) => {
    content.writeUInt16LE(640 | 0x4000, 26);
    content.writeUInt16LE(480 | 0x8000, 28);
  });
  const lossless = webp('VP8L', (content) => content.writeUInt32LE((640 - 1) | ((480 - 1) << 14), 21));
  const extended = webp('VP8X', (content) => {
    content.writeUIntLE(70_000 - 1, 24, 3);
    content.writeUIntLE(480 - 1, 27, 3);
  });
  expect([lossy, lossless].map(imageSizeOf)).toEqual(Array(2).fill({ width: 640, height: 480 }));
  expect(imageSizeOf(extended)).toEqual({ width: 70_000, height: 480 });
  expect(imageSizeOf(webp('VP8?', () => {}))).toBeUndefined();
  expect(imageSizeOf(lossy.subarray(0, 27))).toBeUndefined();
  const types = [png, jpeg([0xc0, frame(1, 1)]), lossy].map((content) => imageTypeOf(content));
  expect(types).toEqual([
    { contentType: 'image/png', ending: 'png' },
    { contentType: 'image/jpeg', ending: 'jpg' },
    { contentType: 'image/webp', ending: 'webp' },
  ]);
  const others = [
    ...[Buffer.concat([png.subarray(0, 12), latin('IDAT')]), latin('\xff\xd8\x00'), latin('RIFF0000WEBPXXXX')],
    ...[latin('RIFX0000WEBPVP8 '), Buffer.alloc(0)],
  ];
  expect(others.map((content) => imageTypeOf(content))).toEqual(others.map(() => undefined));
}

/** A signature is the same only as a whole. */
export function comparesSignatures(): void {
  const own = localSignature(1_700_000_000, 'bí mật');
  expect([own, `${own}0`, own.slice(1), `0${own.slice(1)}x`].map((other) => isSameSignature(own, other))).toEqual([
    ...[true, false, false, false],
  ]);
}
