// @vitest-environment happy-dom
import type { ImportReport } from '@khop/contract/runs.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { ImportDifferencesView } from './import-differences.tsx';

const report = (layout: string): ImportReport => ({
  ...{ importId: 'i1', runId: 'r1', fileName: 'ban-hang.xlsx', sha256: '', layout, sheet: '', dryRun: false },
  ...{ sameFile: false, read: 1, created: 0, changed: 0, unchanged: 1, rejected: 0, rejectedRows: [] },
  ...{ controlTotals: [], warnings: [], fromDate: null, toDate: null },
  differences: { changed: 0, removed: 0, missing: 1, columns: [] },
});

async function open(layout: string) {
  const onLeave = vi.fn();
  service({
    'GET /runs/r1/differences': () => ({
      items: [{ kind: 'missing', code: 'T2', title: 'VT1 – Bia', cells: [] }],
      total: 1,
    }),
  });
  const user = show(<ImportDifferencesView report={report(layout)} onLeave={onLeave} />);
  await screen.findAllByText('T2');
  return { user, onLeave };
}

test('sales that a list leaves out are one link away from where they are taken away, and the report closes behind it', async () => {
  const { user, onLeave } = await open('bravo-sales');
  const link = screen.getByRole('link', { name: 'Xem và bỏ các dòng ấy ở «Dòng bán hàng»' });
  expect(link.getAttribute('href')).toBe('/bravo/sales?notInFileOf=r1');
  await user.click(link);
  expect(onLeave).toHaveBeenCalledOnce();
});

test('records of a catalogue that a file leaves out have no such link', async () => {
  await open('amis-products');
  expect(screen.queryByRole('link')).toBeNull();
});
