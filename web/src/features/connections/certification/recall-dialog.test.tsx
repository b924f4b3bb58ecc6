// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { RecallDialog } from './recall-dialog.tsx';
import type { Certification } from './words.ts';

it('is sent by Enter in its reason, and not without one', async () => {
  const sent = service({ 'POST /certifications/c1/recall': () => ({}) });
  const closed = vi.fn();
  const certification = { id: 'c1', version: 3, accepted: 54 } as Certification;
  const user = show(<RecallDialog certification={certification} onDone={() => undefined} onClose={closed} />);
  const reason = await screen.findByLabelText(/^Lý do/);
  await user.type(reason, ' {Enter}');
  expect(sent).toEqual([]);
  await user.type(reason, 'Nhầm kho{Enter}');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ body: { version: 3, reason: 'Nhầm kho' } }]);
});
