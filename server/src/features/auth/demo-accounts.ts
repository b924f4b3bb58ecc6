import type { IdentityProvider, NewIdentityUser } from '../../adapters/identity/identity-provider.ts';

/** The accounts of a first look, in emulator mode only. Their ids are fixed so that what they did stays theirs. */
export const demoAccounts = [
  { uid: 'demo-ketoan', email: 'ketoan@khop.local', name: 'Nguyễn Thị Kế Toán', password: 'khop-demo-2026' },
  { uid: 'demo-admin', email: 'admin@khop.local', name: 'Trần Văn Quản Trị', password: 'khop-demo-2026', admin: true },
] as const satisfies readonly NewIdentityUser[];

/** Creates the demo accounts that are missing; existing ones keep the password that they were given. */
export async function createDemoAccounts(identity: IdentityProvider): Promise<void> {
  for (const account of demoAccounts) {
    if ((await identity.findUserByEmail(account.email)) === null) await identity.createUser(account);
  }
}

/**
 * The demo accounts as the sign-in page offers them: their passwords are public, and nothing else may be behind them.
 */
export const offeredAccounts = () =>
  demoAccounts.map((account) => ({
    name: account.name,
    email: account.email,
    password: account.password,
    admin: 'admin' in account,
  }));
