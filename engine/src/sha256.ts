/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 hex digits. Written here because the engine knows no platform: it runs in a
 * browser as well as in the service.
 */
export function sha256(text: string): string {
  const bytes = padded(utf8(text));
  const view = new DataView(bytes.buffer);
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [near, far] = [words[i - 15]!, words[i - 2]!];
      const small = turned(near, 7) ^ turned(near, 18) ^ (near >>> 3);
      const large = turned(far, 17) ^ turned(far, 19) ^ (far >>> 10);
      words[i] = words[i - 16]! + small + words[i - 7]! + large;
    }
    compress(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Half a surrogate pair is written as U+FFFD, as everywhere. */
function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text.toWellFormed()) {
    const code = char.codePointAt(0)!;
    const rest = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes.push(rest === 0 ? code : ((0xff00 >> (rest + 1)) & 0xff) | (code >> (6 * rest)));
    for (let n = rest - 1; n >= 0; n--) bytes.push(0x80 | ((code >> (6 * n)) & 0x3f));
  }
  return Uint8Array.from(bytes);
}

function compress(state: Uint32Array, words: Uint32Array): void {
  const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const s = Uint32Array.from(state);
  for (let i = 0; i < 64; i++) {
    const choice = (s[e]! & s[f]!) ^ (~s[e]! & s[g]!);
    const majority = (s[a]! & s[b]!) ^ (s[a]! & s[c]!) ^ (s[b]! & s[c]!);
    const first = s[h]! + (turned(s[e]!, 6) ^ turned(s[e]!, 11) ^ turned(s[e]!, 25)) + choice + ROUNDS[i]! + words[i]!;
    const second = (turned(s[a]!, 2) ^ turned(s[a]!, 13) ^ turned(s[a]!, 22)) + majority;
    s.copyWithin(1, 0, 7);
    s[e] = s[e]! + first;
    s[a] = first + second;
  }
  for (const i of [a, b, c, d, e, f, g, h]) state[i] = state[i]! + s[i]!;
}

/** The bits of a word, turned right. */
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** A one, zeros, and the length in bits, to a whole number of blocks of 64 bytes. */
function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return whole;
}

/** The first 32 bits of the fraction of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

const PRIMES: readonly number[] = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
});
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
