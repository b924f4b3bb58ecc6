/** Width and height in pixels, as a picture's own header says. */
export type ImageSize = { readonly width: number; readonly height: number };

/**
 * The size of a PNG, JPEG or WebP picture, read without unpacking it; undefined where the header says none. A few kilobytes
 * may unpack to gigabytes in the browser of everybody who sees them.
 */
export function imageSizeOf(content: Buffer): ImageSize | undefined {
  try {
    const size =
      content[0] === 0x89 ? sizeOfPng(content) : content[0] === 0xff ? sizeOfJpeg(content) : sizeOfWebp(content);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // Cut off within its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const sizeOfPng = (content: Buffer): ImageSize => ({
  width: content.readUInt32BE(16),
  height: content.readUInt32BE(20),
});

/** Start-of-frame markers; between them are tables (C4, CC) and an extension (C8). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Goes from segment to segment up to the frame header. */
function sizeOfJpeg(content: Buffer): ImageSize | undefined {
  let at = 2;
  while (content.readUInt8(at) === 0xff) {
    const marker = content.readUInt8(at + 1);
    if (isFrame(marker)) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    // A marker may be preceded by any number of FF.
    at += marker === 0xff ? 1 : 2 + Math.max(2, content.readUInt16BE(at + 2));
  }
  return undefined;
}

function sizeOfWebp(content: Buffer): ImageSize | undefined {
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = content.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
