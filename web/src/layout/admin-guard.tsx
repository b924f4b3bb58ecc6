import { Outlet } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useSession } from '../api/session.ts';
import { Page } from '../page/page.tsx';
import { strings } from '../strings.ts';
import { buttonClass } from '../ui/button.tsx';
import { AppLink } from '../ui/link.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Pages for admins only; the service checks again on every call. */
export function AdminGuard() {
  const { admin } = useSession();
  if (admin) return <Outlet />;
  return (
    <Page title={strings.errors.forbiddenTitle}>
      <EmptyState
        icon={<ShieldAlert aria-hidden />}
        title={strings.errors.forbidden}
        hint={strings.errors.forbiddenHint}
        action={
          <AppLink to="/" className={buttonClass('secondary')}>
            {strings.common.backToHome}
          </AppLink>
        }
      />
    </Page>
  );
}
