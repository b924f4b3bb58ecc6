import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function UsersPage() {
  return (
    <Page title="Người dùng">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
