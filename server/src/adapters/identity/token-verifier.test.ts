import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityConfig } from '../../config.ts';
import { createTokenVerifier } from './token-verifier.ts';

const firebase: IdentityConfig = {
  mode: 'firebase',
  projectId: 'cong-ty',
  apiKey: 'k',
  authDomain: 'cong-ty.firebaseapp.com',
  serviceAccount: null,
  providers: ['password'],
};
const emulator: IdentityConfig = {
  mode: 'emulator',
  projectId: 'demo-khop',
  apiKey: 'k',
  authDomain: 'localhost',
  emulatorUrl: 'http://127.0.0.1:1',
  providers: ['password'],
};

const issuer = 'https://securetoken.google.com/cong-ty';
const now = () => Math.floor(Date.now() / 1000);

let keyServer: Server;
let keysUrl: string;
let answer: { status: number; body: string };
let signingKey: CryptoKey;
let strangersKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  signingKey = pair.privateKey;
  strangersKey = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'khoa-1', alg: 'RS256', use: 'sig' };
  answer = { status: 200, body: JSON.stringify({ keys: [jwk] }) };
  keyServer = createServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
  keysUrl = `http://127.0.0.1:${(keyServer.address() as { port: number }).port}/`;
});
afterAll(() => new Promise((resolve) => keyServer.close(resolve)));

type Changes = { claims?: Record<string, unknown>; key?: CryptoKey; kid?: string | null; alg?: string };

function token({ claims = {}, key = signingKey, kid = 'khoa-1', alg = 'RS256' }: Changes = {}): Promise<string> {
  const payload = {
    iss: issuer,
    aud: 'cong-ty',
    sub: 'nguoi-1',
    iat: now() - 60,
    exp: now() + 3540,
    auth_time: now() - 60,
    email: 'a@cong-ty.vn',
    firebase: { sign_in_provider: 'google.com' },
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader(kid === null ? { alg } : { alg, kid }).sign(key);
}

describe('tokens of a real project', () => {
  it('gives the claims of a valid token', async () => {
    const verify = createTokenVerifier(firebase, keysUrl);
    const result = await verify(await token({ claims: { admin: true, name: 'Nguyễn Văn An' } }));
    expect(result).toMatchObject({
      kind: 'valid',
      claims: { uid: 'nguoi-1', email: 'a@cong-ty.vn', name: 'Nguyễn Văn An', admin: true, provider: 'google.com' },
    });
  });

  it.each(['true', 1, {}, null])('takes no user for an admin whose claim is %o', async (admin) => {
    const verify = createTokenVerifier(firebase, keysUrl);
    expect(await verify(await token({ claims: { admin } }))).toMatchObject({ kind: 'valid', claims: { admin: false } });
  });

  it('says that a token has expired', async () => {
    const verify = createTokenVerifier(firebase, keysUrl);
    expect(await verify(await token({ claims: { exp: now() - 10 } }))).toMatchObject({
      kind: 'expired',
      claims: { uid: expect.any(String) },
    });
  });

  it('says how far ahead of this clock a genuine token is, and nothing of one that is not', async () => {
    const verify = createTokenVerifier(firebase, keysUrl);
    for (const claims of [{ iat: now() + 600 }, { auth_time: now() + 600 }]) {
      const told = (await verify(await token({ claims }))) as { aheadSeconds?: number };
      expect(told.aheadSeconds).toBeGreaterThan(595);
      expect(told.aheadSeconds).toBeLessThanOrEqual(600);
      const forged = await verify(await token({ claims, key: strangersKey }));
      expect(forged).not.toHaveProperty('aheadSeconds');
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['another project', () => token({ claims: { aud: 'khac' } })],
    ['another issuer', () => token({ claims: { iss: 'https://securetoken.google.com/khac' } })],
    ['no person', () => token({ claims: { sub: '' } })],
    ['a list of persons', () => token({ claims: { sub: ['nguoi-1'] } })],
    ['a person longer than any', () => token({ claims: { sub: 'x'.repeat(129) } })],
    ['no time of sign-in', () => token({ claims: { auth_time: undefined } })],
    ['a sign-in in the future', () => token({ claims: { auth_time: now() + 600 } })],
    ['an issue in the future', () => token({ claims: { iat: now() + 600 } })],
    ["a stranger's signature", () => token({ key: strangersKey })],
    ['an unknown key', () => token({ kid: 'khoa-2' })],
    ['no key', () => token({ kid: null })],
    ['no signature', async () => new UnsecuredJWT({ iss: issuer, aud: 'cong-ty', sub: 'x' }).encode()],
    ['no token', async () => 'abc'],
    ['an empty one', async () => ''],
    ['three dots of rubbish', async () => 'a.b.c'],
  ])('refuses %s', async (_, make) => {
    const verify = createTokenVerifier(firebase, keysUrl);
    expect(await verify(await make())).toMatchObject({ kind: 'invalid' });
  });

  it('refuses a token signed with the public key as a shared secret', async () => {
    const secret = new TextEncoder().encode(answer.body);
    const forged = await new SignJWT({ iss: issuer, aud: 'cong-ty', sub: 'x', auth_time: now() })
      .setProtectedHeader({ alg: 'HS256', kid: 'khoa-1' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(secret);
    expect(await createTokenVerifier(firebase, keysUrl)(forged)).toMatchObject({ kind: 'invalid' });
  });

  it('calls an outage of the key server an outage, not a bad token', async () => {
    const good = await token();
    const unreachable = createTokenVerifier(firebase, 'http://127.0.0.1:1/');
    expect(await unreachable(good)).toMatchObject({ kind: 'unavailable' });

    const before = answer;
    for (const broken of [
      { status: 503, body: '' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{}' },
    ]) {
      answer = broken;
      expect(await createTokenVerifier(firebase, keysUrl)(good)).toMatchObject({ kind: 'unavailable' });
    }
    answer = before;
  });

  it('goes on with the keys it has through an outage', async () => {
    const verify = createTokenVerifier(firebase, keysUrl);
    expect((await verify(await token())).kind).toBe('valid');
    const before = answer;
    answer = { status: 503, body: '' };
    expect((await verify(await token())).kind).toBe('valid');
    answer = before;
  });
});

describe('tokens of the emulator', () => {
  const claims = {
    iss: 'https://securetoken.google.com/demo-khop',
    aud: 'demo-khop',
    sub: 'demo-ketoan',
    auth_time: now(),
    iat: now(),
    exp: now() + 3600,
  };

  it('takes unsigned ones of its own project', async () => {
    const verify = createTokenVerifier(emulator);
    expect(await verify(new UnsecuredJWT(claims).encode())).toMatchObject({ kind: 'valid' });
    expect(await verify(new UnsecuredJWT({ ...claims, aud: 'cong-ty' }).encode())).toMatchObject({ kind: 'invalid' });
    expect(await verify(new UnsecuredJWT({ ...claims, exp: now() - 60 }).encode())).toMatchObject({
      kind: 'expired',
      claims: { uid: expect.any(String) },
    });
  });

  it('takes no signed one, which it could not check', async () => {
    expect(await createTokenVerifier(emulator)(await token({ claims }))).toMatchObject({ kind: 'invalid' });
  });
});
