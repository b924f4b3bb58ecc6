import type { BrowserContext, Page, Request } from 'playwright-core';

/** The script with which the provider's library talks to its frame; the only thing that is not reachable offline. */
const PROVIDER_SCRIPT = 'https://apis.google.com/js/api.js';

/**
 * Puts a stand-in for that script, and for nothing else, in place: messages between the page and the provider's frame.
 * The frame, the provider's window and everything they say are the identity emulator's own.
 */
export async function standInForProviderScript(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.href.startsWith(PROVIDER_SCRIPT),
    (route) => route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
  );
}

type Message = { standIn: 'ask' | 'answer'; id: number; type: string; body: unknown };
type Handler = (body: unknown) => unknown;

/** Runs in the page and in the frame. Questions that come before their handler wait for it. */
function standIn(): void {
  function talkTo(other: () => Window | null) {
    const handlers = new Map<string, Handler>([['ping', () => 'pong']]);
    const early = new Map<string, Message[]>();
    const waiting = new Map<number, (answers: unknown[]) => void>();
    let count = 0;
    const say = (message: Message) => other()?.postMessage(message, '*');
    const handle = async (message: Message) => {
      const body = await handlers.get(message.type)?.(message.body);
      say({ ...message, standIn: 'answer', body });
    };
    window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
      if (source !== other()) return;
      if (data.standIn === 'answer') answered(data);
      if (data.standIn !== 'ask') return;
      if (handlers.has(data.type)) void handle(data);
      else early.set(data.type, [...(early.get(data.type) ?? []), data]);
    });
    const answered = ({ id, body }: Message) => {
      try {
        waiting.get(id)?.([body]);
      } catch {
        // An error of the caller over an answer is the caller's own affair.
      }
    };
    const send = (type: string, body: unknown, callback: (answers: unknown[]) => void) => {
      count += 1;
      waiting.set(count, callback);
      say({ standIn: 'ask', id: count, type, body });
    };
    return {
      register: (type: string, handler: Handler) => {
        handlers.set(type, handler);
        for (const message of early.get(type) ?? []) void handle(message);
        early.delete(type);
      },
      send,
      ping: (callback: (answers: unknown[]) => void) =>
        new Promise((resolve) =>
          send('ping', null, (answers) => {
            callback(answers);
            resolve(answers);
          }),
        ),
      restyle: async () => undefined,
    };
  }
  type Options = { where: HTMLElement; url: string; attributes: Attributes };
  type Attributes = { style: Record<string, string>; 'aria-hidden': string; tabindex: string };
  const gapi = {
    load: (_name: string, { callback }: { callback: () => void }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: Object,
      getContext: () => ({
        getParentIframe: () => talkTo(() => window.parent),
        open: async (options: Options, opened: (frame: unknown) => unknown) => {
          const frame = document.createElement('iframe');
          const { style, ...attributes } = options.attributes;
          Object.assign(frame.style, style);
          for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
          const channel = talkTo(() => frame.contentWindow);
          const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
          frame.src = options.url;
          options.where.append(frame);
          await loaded;
          return opened(channel);
        },
      }),
    },
  };
  Object.assign(window, { gapi });
  const name = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload') ?? 'gapi_onload';
  // The page that asks for the script gives the name of its own function.
  (Reflect.get(window, name) as () => void)();
}

/** The provider's own page: a new account with this address. */
export async function signUpAtProvider(page: Page, email: string): Promise<void> {
  await page.getByText('Add new account').click();
  await page.locator('#email-input').fill(email);
  await page.locator('#sign-in').click();
}

type Mail = { email: string; requestType: 'EMAIL_SIGNIN' | 'PASSWORD_RESET'; oobLink: string };

/** The link of the last mail that the identity emulator would have sent to this address. */
export async function lastMail(url: string, email: string, requestType: Mail['requestType']): Promise<string> {
  const { identity } = (await (await fetch(`${url}/v1/app-config`)).json()) as {
    identity: { emulatorUrl: string; projectId: string };
  };
  const answer = await fetch(`${identity.emulatorUrl}/emulator/v1/projects/${identity.projectId}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: Mail[] };
  const mail = oobCodes.findLast((one) => one.email === email && one.requestType === requestType);
  if (!mail) throw new Error(`no mail of kind ${requestType} for ${email}`);
  return mail.oobLink;
}

/** True when a request asks the identity provider to renew a token. */
export const renewsToken = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/v1/token');

/**
 * Lets the time of the token that the browser uses now be over: what is sent to the service with it says so. Later
 * tokens go through as they are. The first requests are held until they are `enough`, to be answered at once.
 * @returns the requests that carried the expired token.
 */
export async function letTokensExpire(
  context: BrowserContext,
  url: string,
  enough: (expired: readonly Request[]) => boolean,
): Promise<Request[]> {
  const aged: Request[] = [];
  let first: string | undefined;
  let release: () => void = () => undefined;
  const gathered = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(`${url}/v1/**`, async (route) => {
    const request = route.request();
    const authorization = request.headers().authorization;
    if (!authorization) return route.continue();
    first ??= authorization;
    if (authorization !== first || isPublic.test(request.url())) return route.continue();
    aged.push(request);
    if (enough(aged)) release();
    await gathered;
    await secondAfter(authorization);
    return route.continue({ headers: { ...request.headers(), authorization: withTimeOver(authorization) } });
  });
  return aged;
}

/** Operations that do not look at the bearer token. */
const isPublic = /\/v1\/(app-config|auth\/(validate-token|set-cookie|clear-cookie))$/;

/** The emulator signs nothing, so two tokens of one second are the same text: a renewed one would count as expired. */
async function secondAfter(authorization: string): Promise<void> {
  const over = (claimsOf(authorization).iat! + 1) * 1_000 - Date.now();
  if (over > 0) await new Promise((resolve) => setTimeout(resolve, over));
}

const claimsOf = (authorization: string): Record<string, number> =>
  JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());

function withTimeOver(authorization: string): string {
  const claims = claimsOf(authorization);
  const over = { ...claims, exp: claims.iat! - 60 };
  return `${authorization.split('.')[0]}.${Buffer.from(JSON.stringify(over)).toString('base64url')}.`;
}

/**
 * Ends the session of the browser as time does: the service says of the token that its time is over, and the provider
 * will not renew it.
 * @returns lets everything through again.
 */
export async function endSession(context: BrowserContext, url: string): Promise<() => Promise<void>> {
  await context.route(
    (address) => address.pathname.endsWith('/v1/token'),
    (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' } },
      }),
  );
  await letTokensExpire(context, url, () => true);
  return () => context.unrouteAll();
}
