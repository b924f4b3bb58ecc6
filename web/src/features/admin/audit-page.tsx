import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function AuditPage() {
  return (
    <Page title="Nhật ký">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
