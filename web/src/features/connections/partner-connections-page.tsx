import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function PartnerConnectionsPage() {
  return (
    <Page title="Liên kết đối tác">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
