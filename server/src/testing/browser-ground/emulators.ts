import path from 'node:path';
import { type IdentityEmulator, startIdentityEmulator } from '../../adapters/embedded/identity-emulator.ts';
import { createFirebaseIdentity } from '../../adapters/identity/firebase.ts';
import { childEnvironment, identityOf, loadConfig } from '../../config.ts';
import { createDemoAccounts } from '../../features/auth/demo-accounts.ts';

const PROJECT = 'demo-khop';
const AS_OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };

export type Emulator = Pick<IdentityEmulator, 'url'>;

/** Emulators of accounts, each for one file at a time: an emulator knows one project, so two files cannot have the same. */
export function emulatorsIn(folder: string) {
  const all: Promise<IdentityEmulator>[] = [];
  const free: Emulator[] = [];
  let demo: Promise<string> | undefined;

  function start(): Promise<IdentityEmulator> {
    const place = path.join(folder, String(all.length));
    const started = startIdentityEmulator({
      projectId: PROJECT,
      stateFile: path.join(place, 'accounts.json'),
      logFile: path.join(place, 'identity.log'),
      env: childEnvironment({}),
    });
    all.push(started);
    return started;
  }

  return {
    /** The address of one, for work that changes no account. */
    any: async (): Promise<string> => (await (all[0] ?? start().then(keep))).url,

    /** One that knows the demo accounts alone, the way a first start made them. */
    take: async (): Promise<Emulator> => {
      const emulator = free.pop() ?? (await start());
      demo ??= makeDemoAccounts(emulator.url);
      await onlyThese(emulator.url, await demo);
      return emulator;
    },
    free: (emulator: Emulator): void => void free.push(emulator),
    stop: async (): Promise<void> => {
      for (const started of await Promise.allSettled(all)) {
        if (started.status === 'fulfilled') await started.value.stop();
      }
    },
  };

  function keep(emulator: IdentityEmulator): IdentityEmulator {
    free.push(emulator);
    return emulator;
  }
}

/** Creates the demo accounts as the product does. @returns them as the emulator exports them, passwords included */
async function makeDemoAccounts(url: string): Promise<string> {
  const config = loadConfig(childEnvironment({ KHOP_IDENTITY_EMULATOR_URL: url }));
  await createDemoAccounts(createFirebaseIdentity(identityOf(config)));
  const { users } = JSON.parse(await ask(url, 'GET', `${PROJECTS}:batchGet?maxResults=-1`)) as { users: unknown[] };
  return JSON.stringify({ users });
}

async function onlyThese(url: string, accounts: string): Promise<void> {
  await ask(url, 'DELETE', `/emulator/v1/projects/${PROJECT}/accounts`);
  await ask(url, 'POST', `${PROJECTS}:batchCreate`, accounts);
}

const PROJECTS = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;

async function ask(url: string, method: string, place: string, body?: string): Promise<string> {
  const response = await fetch(`${url}${place}`, { method, headers: AS_OWNER, ...(body && { body }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${place}: ${answer}`);
  return answer;
}
