import type { OutputOf } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { authStrings } from './strings.ts';

type Account = OutputOf<'getAppConfig'>['identity']['demoAccounts'][number];

/** The accounts of a first look, which a service with a simulated sign-in has: choosing one fills the form in. */
export function DemoAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly Account[];
  onChoose: (account: Account) => void;
}) {
  if (accounts.length === 0) return null;
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-1.5 border-0 p-0">
      <legend className="mb-1 p-0 text-grid text-ink-2">{authStrings.demoTitle}</legend>
      {accounts.map((account) => (
        <Button key={account.email} size="sm" className="w-full" onClick={() => onChoose(account)}>
          {account.admin ? authStrings.admin : authStrings.member}: {account.email}
        </Button>
      ))}
    </fieldset>
  );
}
