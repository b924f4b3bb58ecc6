export type ImageType = { readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'; readonly ending: string };

/**
 * The real type of a picture, by its first bytes; undefined for anything but PNG, JPEG and WebP. The type that the
 * sender names does not count: an SVG or a page that is served as a picture could run scripts in the name of this
 * installation.
 */
export function imageTypeOf(content: Buffer): ImageType | undefined {
  const starts = (bytes: string, at = 0) =>
    content.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n') && starts('IHDR', 12)) return { contentType: 'image/png', ending: 'png' };
  if (starts('\xff\xd8\xff')) return { contentType: 'image/jpeg', ending: 'jpg' };
  if (starts('RIFF') && starts('WEBPVP8', 8)) return { contentType: 'image/webp', ending: 'webp' };
  return undefined;
}
