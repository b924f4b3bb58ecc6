import { Page } from '../../layout/page.tsx';
import { strings } from '../../strings.ts';
import { EmptyState } from '../../ui/states.tsx';

export function HomePage() {
  return (
    <Page title="Tổng quan">
      <EmptyState title={strings.common.building} />
    </Page>
  );
}
