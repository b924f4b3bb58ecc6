import { expect, it } from 'vitest';
import { imageSizeOf } from './image-size.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const webp = (chunk: string, body: string) =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.from(chunk), hex(`00000000 ${body}`)]);

it.each([
  ['PNG', hex('89504e470d0a1a0a 0000000d 49484452 00000280 000001e0'), 640, 480],
  ['JPEG behind its other segments', hex('ffd8 ffe0 0004 aabb ff ffdb 0003 00 ffc2 0011 08 01e0 0280'), 640, 480],
  ['WebP with losses', webp('VP8 ', '300100 9d012a 8002 e001'), 640, 480],
  ['WebP without losses', webp('VP8L', '2f 7fc27700'), 640, 480],
  ['extended WebP', webp('VP8X', '00000000 7f0200 df0100'), 640, 480],
  ['extended WebP at its largest', webp('VP8X', '00000000 ffffff ffffff'), 16_777_216, 16_777_216],
])('reads the size of a %s', (_what, content, width, height) => {
  expect(imageSizeOf(content)).toEqual({ width, height });
});

it.each([
  ['a PNG cut off in its header', hex('89504e470d0a1a0a 0000000d 49484452 0000')],
  ['a PNG without a pixel', hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000001')],
  ['a JPEG without a frame', hex('ffd8 ffe0 0004 aabb')],
  ['a JPEG that goes over into text', Buffer.from('\xff\xd8\xff/*<script>', 'latin1')],
  ['a JPEG whose segments have no length', hex(`ffd8 ${'ffe0 0000'.repeat(50)}`)],
  ['a WebP of an unknown kind', webp('ALPH', '000000')],
  ['nothing', Buffer.alloc(0)],
])('finds none in %s', (_what, content) => {
  expect(imageSizeOf(content)).toBeUndefined();
});
