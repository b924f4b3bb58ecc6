import { expect, it } from 'vitest';
import type { TokenClaims, Verification } from './identity-provider.ts';
import { rememberingVerifier } from './remembered-verifier.ts';

const claims: TokenClaims = {
  ...{ uid: 'nguoi-1', email: 'a@khop.local', admin: false, provider: 'password' },
  ...{ authTime: 1000, issuedAt: 1000, expiresAt: 4600 },
};

function verifierOf(answers: Readonly<Record<string, Verification>>) {
  const asked: string[] = [];
  let seconds = 2000;
  const verify = rememberingVerifier(
    async (token) => {
      asked.push(token);
      return answers[token] ?? { kind: 'invalid', reason: 'unknown' };
    },
    () => seconds * 1000,
  );
  const goTo = (moment: number): void => {
    seconds = moment;
  };
  return { verify, asked, goTo };
}

it('checks the signature of a valid token once', async () => {
  const { verify, asked } = verifierOf({ a: { kind: 'valid', claims } });
  for (let times = 0; times < 3; times++) expect(await verify('a')).toEqual({ kind: 'valid', claims });
  expect(asked).toEqual(['a']);
});

it('asks again from the second on in which the token expires', async () => {
  const answers: Record<string, Verification> = { a: { kind: 'valid', claims } };
  const { verify, asked, goTo } = verifierOf(answers);
  await verify('a');
  goTo(4599);
  await verify('a');
  expect(asked).toEqual(['a']);
  answers.a = { kind: 'expired', claims };
  goTo(4600);
  expect(await verify('a')).toEqual({ kind: 'expired', claims });
  expect(asked).toEqual(['a', 'a']);
});

it('remembers nothing that is not valid: keys that were away come back', async () => {
  const answers: Record<string, Verification> = { a: { kind: 'unavailable', reason: 'keys' } };
  const { verify } = verifierOf(answers);
  expect((await verify('a')).kind).toBe('unavailable');
  answers.a = { kind: 'valid', claims };
  expect((await verify('a')).kind).toBe('valid');
  expect((await verify('b')).kind).toBe('invalid');
});

it('takes no token for another one', async () => {
  const { verify } = verifierOf({
    a: { kind: 'valid', claims },
    b: { kind: 'valid', claims: { ...claims, uid: 'b' } },
  });
  await verify('a');
  expect(await verify('b')).toMatchObject({ claims: { uid: 'b' } });
  expect(await verify('a')).toMatchObject({ claims: { uid: 'nguoi-1' } });
});

it('takes a token that shares all but one of its three parts with a valid one for unknown', async () => {
  const [head, body, signature] = ['h'.repeat(200), 'b'.repeat(600), 's'.repeat(342)];
  const { verify } = verifierOf({ [`${head}.${body}.${signature}`]: { kind: 'valid', claims } });
  expect((await verify(`${head}.${body}.${signature}`)).kind).toBe('valid');
  for (const forged of [
    `x${head}.${body}.${signature}`,
    `${head}.x${body}.${signature}`,
    `${head}.${body}.${signature}x`,
  ])
    expect((await verify(forged)).kind).toBe('invalid');
});

it('forgets the token asked about longest ago once ten thousand others came', async () => {
  const tokens = Array.from({ length: 10_001 }, (_, at) => `t${at}`);
  const { verify, asked } = verifierOf(Object.fromEntries(tokens.map((token) => [token, { kind: 'valid', claims }])));
  for (const token of tokens.slice(0, 10_000)) await verify(token);
  await verify('t0');
  expect(asked).toHaveLength(10_000);
  await verify('t10000');
  await verify('t0');
  expect(asked).toHaveLength(10_001);
  await verify('t1');
  expect(asked).toHaveLength(10_002);
});
