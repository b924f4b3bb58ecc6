import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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

/** Letters of a local signature that tell it from every other one; as many again prove it. */
const NAME_LETTERS = 32;

/** A signature of the local store, another one each time: a random name and what proves that we gave it at that moment. */
export function localSignature(
  timestamp: number,
  secret: string,
  name = randomBytes(NAME_LETTERS / 2).toString('hex'),
): string {
  const proof = createHmac('sha256', secret).update(`${timestamp} ${name}`).digest('hex');
  return name + proof.slice(0, NAME_LETTERS);
}

export const isLocalSignature = (given: string, timestamp: number, secret: string): boolean =>
  isSameSignature(given, localSignature(timestamp, secret, given.slice(0, NAME_LETTERS)));

/** Compares in a time that does not tell how much of it is right. */
export function isSameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
