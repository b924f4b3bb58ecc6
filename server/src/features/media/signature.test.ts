import { expect, it } from 'vitest';
import { imageTypeOf } from './image-type.ts';
import { isSameSignature, signatureOf } from './signature.ts';

it('signs as the documentation of Cloudinary does', () => {
  // The example of cloudinary.com/documentation/authentication_signatures.
  const parameters = {
    timestamp: 1315060510,
    public_id: 'sample_image',
    eager: 'w_400,h_300,c_pad|w_260,h_200,c_crop',
  };
  expect(signatureOf(parameters, 'abcd')).toBe('bfd09f95f331f558cbd1320e67aa8d488770583e');
});

it('accepts only the whole signature', () => {
  expect(isSameSignature('abc', 'abc')).toBe(true);
  expect(isSameSignature('abd', 'abc')).toBe(false);
  expect(isSameSignature('ab', 'abc')).toBe(false);
});

it('knows a picture by its bytes', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  expect(imageTypeOf(bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))?.contentType).toBe('image/png');
  expect(imageTypeOf(bytes('\xff\xd8\xff\xe0'))?.contentType).toBe('image/jpeg');
  expect(imageTypeOf(bytes('RIFF\0\0\0\0WEBPVP8L'))?.contentType).toBe('image/webp');
  for (const other of ['<svg xmlns="http://www.w3.org/2000/svg">', 'GIF89a', '', 'RIFF\0\0\0\0WAVE', '\x89PNG'])
    expect(imageTypeOf(bytes(other)), other).toBeUndefined();
});
