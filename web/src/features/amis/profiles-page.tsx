import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function ProfilesPage() {
  return (
    <Page title="Hồ sơ AMIS">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
