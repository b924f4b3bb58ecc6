import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { connectAuth, getSession, isAuthenticated } from '../../../api/session.ts';
import { TOKEN_REFRESH_MS } from '../../../constants.ts';
import type { IdentityToken } from './identity.ts';
import { freshSession, renewing, type Stage, stage, tokenOf, turns } from './testing/machine-stage.ts';
import type { MachineWorld } from './world.ts';

// The error catalogue of the specification §8, row by row: the client and the state machine together, with only the
// network, the provider and the router replaced. Left to the shell: no route match, chunk failure, fatal error.

const SIGN_IN = 'go /sign-in?expired=true&redirect=%2Fbravo%2Fitems%3Fq%3Da';
const NOTICE = 'go /sign-in?revoked=true&redirect=%2Fbravo%2Fitems%3Fq%3Da';
const REVOKED = 'Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.';
const EXPIRED = 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.';
const LEFT = ['clear-cookie after state', 'site DELETE with token', 'sign-out'];
const RENEWED = ['set-cookie after state', 'site POST with token', 'announce'];

type Answer = { status: number; body?: unknown };
const said = (status: number, code: string, message = 'Câu của máy chủ.'): Answer => ({
  status,
  body: { error_code: code, message },
});
const FINE: Answer = { status: 200, body: { ok: true } };

type Row = {
  situation: string;
  world?: Partial<MachineWorld>;
  /** The provider's way to renew a token; it does renew it unless this says otherwise. */
  renew?: () => Promise<IdentityToken>;
  /** The answers of the service, in turn. */
  answers?: Answer[];
  does: (scene: Stage) => Promise<unknown>;
  /** The sentence it fails with; absent: it succeeds. */
  fails?: string;
  gives?: unknown;
  /** The acts of the state machine after the sign-in, in order. */
  log: string[];
  signedIn: boolean;
  lastRevokedEmail?: string;
};

const ask = () => call('getMe');
const broken = () => Promise.reject(new Error('mạng'));
const invalid = (revoked: boolean) => ({ validate: async () => ({ valid: false, revoked }) });
const refusing = (message: string): Partial<MachineWorld> => ({
  setCookie: async () => Promise.reject(new ApiError(403, 'X', message)),
});
/** A person arrives, and the cookie is what goes wrong. */
const arrives = (scene: Stage) => scene.machine.signInBy(async () => scene.arrive(scene.user));

const rows: Row[] = [
  {
    situation: '403 with error_code TOKEN_REVOKED',
    answers: [said(403, 'TOKEN_REVOKED')],
    does: ask,
    fails: REVOKED,
    log: [...LEFT, NOTICE],
    signedIn: false,
    lastRevokedEmail: 'ketoan@khop.vn',
  },
  {
    situation: '401 with token present and TOKEN_EXPIRED: refresh and retry',
    answers: [said(401, 'TOKEN_EXPIRED'), FINE],
    does: ask,
    gives: { ok: true },
    log: RENEWED,
    signedIn: true,
  },
  {
    situation: '401 TOKEN_EXPIRED, and the refresh fails',
    renew: broken,
    answers: [said(401, 'TOKEN_EXPIRED')],
    does: ask,
    fails: EXPIRED,
    log: [...LEFT, SIGN_IN],
    signedIn: false,
  },
  {
    situation: '401 TOKEN_EXPIRED, and there is no current user to refresh',
    answers: [said(401, 'TOKEN_EXPIRED')],
    does: async (scene) => {
      await (await identityOf(scene)).signOut();
      scene.log.length = 0;
      return ask();
    },
    fails: EXPIRED,
    log: [],
    signedIn: true,
  },
  {
    situation: '401 with another error_code: same refresh and retry',
    answers: [said(401, 'TOKEN_INVALID'), FINE],
    does: ask,
    gives: { ok: true },
    log: RENEWED,
    signedIn: true,
  },
  {
    situation: '401 with another error_code, and the refresh fails',
    renew: broken,
    answers: [said(401, 'TOKEN_INVALID')],
    does: ask,
    fails: EXPIRED,
    log: [...LEFT, SIGN_IN],
    signedIn: false,
  },
  {
    situation: '401 with TOKEN_REVOKED: looked at before any refresh',
    answers: [said(401, 'TOKEN_REVOKED')],
    does: ask,
    fails: REVOKED,
    log: [...LEFT, NOTICE],
    signedIn: false,
    lastRevokedEmail: 'ketoan@khop.vn',
  },
  {
    situation: '401 again after the refresh: the message of the server',
    answers: [said(401, 'TOKEN_INVALID'), said(401, 'TOKEN_INVALID', 'Mã không hợp lệ.')],
    does: ask,
    fails: 'Mã không hợp lệ.',
    log: RENEWED,
    signedIn: true,
  },
  {
    situation: 'any other error, with a message',
    answers: [said(422, 'PERIOD_STATE', 'Kỳ đã đóng.')],
    does: ask,
    fails: 'Kỳ đã đóng.',
    log: [],
    signedIn: true,
  },
  {
    situation: 'any other error, without a message',
    answers: [{ status: 400, body: {} }],
    does: ask,
    fails: 'Có lỗi xảy ra khi gửi yêu cầu.',
    log: [],
    signedIn: true,
  },
  ...['Phiên đã bị thu hồi.', 'Session was REVOKED', 'token_revoked'].map(
    (text): Row => ({
      situation: `error text «${text}» when the cookie is updated counts as revocation`,
      world: refusing(text),
      does: arrives,
      fails: text,
      log: ['warn set-cookie', ...LEFT],
      signedIn: false,
      lastRevokedEmail: 'ketoan@khop.vn',
    }),
  ),
  {
    situation: 'another error text when the cookie is updated does not',
    world: refusing('Dịch vụ bận.'),
    does: arrives,
    fails: 'Dịch vụ bận.',
    log: ['warn set-cookie', ...LEFT],
    signedIn: false,
  },
  {
    situation: 'token invalid and revoked at navigation',
    world: invalid(true),
    does: (scene) => scene.machine.validateNavigation('/profile'),
    gives: '/sign-in?revoked=true&redirect=%2Fprofile',
    log: LEFT,
    signedIn: false,
    lastRevokedEmail: 'ketoan@khop.vn',
  },
  {
    situation: 'token invalid, not revoked: refreshed, and navigation goes on',
    world: invalid(false),
    does: (scene) => scene.machine.validateNavigation('/profile'),
    gives: undefined,
    log: RENEWED,
    signedIn: true,
  },
  {
    situation: 'token invalid, not revoked, and the refresh fails',
    world: invalid(false),
    renew: broken,
    does: (scene) => scene.machine.validateNavigation('/profile'),
    gives: '/sign-in?expired=true&redirect=%2Fprofile',
    log: LEFT,
    signedIn: false,
  },
  {
    situation: 'the validation call itself fails: a warning, and navigation goes on',
    world: { validate: async () => Promise.reject(new Error('503')) },
    does: (scene) => scene.machine.validateNavigation('/profile'),
    gives: undefined,
    log: ['warn validate-token'],
    signedIn: true,
  },
  {
    situation: 'failure to clear the cookie: logged only',
    world: { clearCookie: async () => Promise.reject(new Error('x')) },
    does: (scene) => scene.machine.signOut(),
    log: ['warn clear-cookie', 'site DELETE with token', 'sign-out', 'go /sign-in'],
    signedIn: false,
  },
  {
    situation: 'failure to sign out: logged only',
    does: async (scene) => {
      (await identityOf(scene)).signOut = async () => Promise.reject(new Error('x'));
      await scene.machine.signOut();
    },
    log: ['clear-cookie after state', 'site DELETE with token', 'warn sign-out', 'go /sign-in'],
    signedIn: false,
  },
  {
    situation: 'periodic token refresh failure: logged, and signed out',
    renew: broken,
    does: async () => {
      await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS);
      await turns();
    },
    log: [...LEFT, SIGN_IN, 'warn periodic refresh'],
    signedIn: false,
  },
];

/** The provider of a stage, for rows in which it misbehaves. */
async function identityOf(scene: Stage) {
  let found: Parameters<Parameters<Stage['machine']['identityCall']>[0]>[0] | undefined;
  await scene.machine.identityCall(async (identity) => {
    found = identity;
  });
  return found!;
}

let answers: Answer[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift();
    if (!answer) throw new Error('asked more often than the row says');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  freshSession();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(rows)('$situation', async (row) => {
  answers = [...(row.answers ?? [])];
  const scene = stage(row.world, renewing(row.renew ?? (async () => tokenOf())));
  connectAuth(scene.machine);
  if (row.does !== arrives) await scene.arrive(scene.user);
  scene.log.length = 0;
  const outcome = row.does(scene);
  if (row.fails === undefined) expect(await outcome).toEqual(row.gives);
  else await expect(outcome).rejects.toMatchObject({ message: row.fails });
  expect(scene.log).toEqual(row.log);
  expect(isAuthenticated()).toBe(row.signedIn);
  expect(getSession().lastRevokedEmail).toBe(row.lastRevokedEmail ?? null);
  expect(answers).toEqual([]);
});
