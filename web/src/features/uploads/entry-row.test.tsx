// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Entry } from '../../shared/upload/many/entry.ts';
import { show } from '../../ui/testing/show.tsx';
import { EntryRow } from './entry-row.tsx';

const unread = (code: string): Entry => {
  const file = { name: `${code}.xlsx`, size: 1 };
  return {
    ...{ id: code, path: file.name, ...file, state: 'unread', problem: 'Không nhận ra mẫu tệp.' },
    seen: {
      ...{ fileName: file.name, size: 1, sha256: '', layout: null, title: null, profile: null, mappedBy: null },
      ...{ fromDate: null, toDate: null, hasRows: false, problem: { code, message: '' } },
    },
  };
};
const around = { profiles: [], periodId: undefined };

test('a file that is not recognised names the way out where its columns can be mapped by hand', async () => {
  const entries = [unread('UNKNOWN_LAYOUT'), unread('FILE_ENCRYPTED')];
  show(
    <ul>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} entries={entries} around={around} periodName={undefined} />
      ))}
    </ul>,
  );
  const row = await screen.findByRole('listitem', { name: 'UNKNOWN_LAYOUT.xlsx' });
  expect(row.textContent).toContain('chọn cột bằng tay');
  expect(screen.getByRole('listitem', { name: 'FILE_ENCRYPTED.xlsx' }).textContent).not.toContain('bằng tay');
});

test('a file that the service could not be asked about has the button that its words name', async () => {
  const { seen: _, ...entry } = unread('NETWORK');
  const entries = [{ ...entry, unasked: true }, unread('FILE_ENCRYPTED')];
  show(
    <ul>
      {entries.map((one) => (
        <EntryRow key={one.id} entry={one} entries={entries} around={around} periodName={undefined} />
      ))}
    </ul>,
  );
  await screen.findByRole('listitem', { name: 'NETWORK.xlsx' });
  expect(screen.getAllByRole('button', { name: 'Thử lại' })).toHaveLength(1);
});
