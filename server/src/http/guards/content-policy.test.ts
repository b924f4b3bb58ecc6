import { expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { contentPolicy } from './content-policy.ts';

const FIREBASE = {
  KHOP_IDENTITY_PROJECT_ID: 'cong-ty',
  KHOP_IDENTITY_API_KEY: 'k',
  KHOP_PUBLIC_URL: 'https://khop.cong-ty.vn',
};
const CLOUDINARY = {
  KHOP_MEDIA_MODE: 'cloudinary',
  KHOP_MEDIA_CLOUD_NAME: 'c',
  KHOP_MEDIA_API_KEY: 'k',
  KHOP_MEDIA_API_SECRET: 's',
};

const policyOf = (env: Readonly<Record<string, string>>) => contentPolicy(loadConfig(env)).directives;
const outside = (env: Readonly<Record<string, string>>): string[] =>
  [...new Set(Object.values(policyOf(env)).flatMap((sources) => sources ?? []))]
    .filter((one) => /^http/.test(one))
    .sort();

it('lets the page run and style itself with files of its own only', () => {
  for (const env of [FIREBASE, { ...FIREBASE, ...CLOUDINARY, KHOP_IDENTITY_PROVIDERS: 'google.com' }]) {
    expect(JSON.stringify(policyOf(env))).not.toContain('unsafe');
    expect(policyOf(env)['style-src']).toEqual(["'self'"]);
  }
  expect(policyOf(FIREBASE)['script-src']).toEqual(["'self'"]);
});

it('has everything asked for over TLS when the service is, and nothing when it is not', () => {
  expect(policyOf(FIREBASE)['upgrade-insecure-requests']).toEqual([]);
  expect(policyOf({})['upgrade-insecure-requests']).toBeNull();
});

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['none without a way to sign in', {}, []],
  [
    'the calls of the provider for passwords',
    FIREBASE,
    ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  ],
  [
    'its page and script for another company’s account',
    { ...FIREBASE, KHOP_IDENTITY_PROVIDERS: 'password,microsoft.com' },
    [
      'https://apis.google.com',
      'https://cong-ty.firebaseapp.com',
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ],
  ],
  [
    'pictures of Google for its accounts, by the emulator alone',
    { KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099', KHOP_IDENTITY_PROVIDERS: 'google.com' },
    ['http://127.0.0.1:9099', 'https://*.googleusercontent.com', 'https://apis.google.com'],
  ],
  ['the media service in use', CLOUDINARY, ['https://api.cloudinary.com', 'https://res.cloudinary.com']],
  ['the site that shares the session', { KHOP_SITE_TOKEN_SYNC_URL: 'https://site.vn/token' }, ['https://site.vn']],
])('names of the outside %s', (_what, env, sources) => {
  expect(outside(env)).toEqual(sources);
});
