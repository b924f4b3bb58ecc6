import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function RunsPage() {
  return (
    <Page title="Tác vụ">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
