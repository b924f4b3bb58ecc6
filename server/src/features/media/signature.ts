import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * A signature as Cloudinary computes it (cloudinary.com/documentation/signatures): SHA-1 over the parameters sorted by name
 * and joined like a query string, followed by the secret. `file`, `cloud_name`, `resource_type` and `api_key` are not signed.
 */
export function signatureOf(parameters: Readonly<Record<string, string | number>>, secret: string): string {
  const text = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  return createHash('sha1')
    .update(text + secret)
    .digest('hex');
}

/** Compares in a time that does not tell how much of it is right. */
export function isSameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
