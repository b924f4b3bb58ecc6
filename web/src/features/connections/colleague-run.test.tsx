// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { service } from '../../testing/service.ts';
import { said, show } from '../../ui/testing/show.tsx';
import { PRODUCT } from './kinds.ts';
import { GenerateButton, GenerationStatus, useGeneration } from './review/generate.tsx';

const running = {
  ...{ id: 'r2', kind: 'product-suggestions', scope: 'a', status: 'running', stage: 'So khớp', done: 3, total: 9 },
  ...{ percent: 33, etaSeconds: null, counters: {}, errorCode: null, message: null, createdBy: 'dong-nghiep@khop.vn' },
  ...{ startedAt: '2026-09-30T08:00:00Z', finishedAt: null, createdAt: '2026-09-30T08:00:00Z', result: null },
};
const busy = { refused: 422, code: 'RUN_IN_PROGRESS', message: 'Một lượt cùng loại đang chạy.' };

function Panel({ onFinished }: { onFinished: () => void }) {
  const generation = useGeneration(PRODUCT, 'a', onFinished);
  return (
    <>
      <GenerateButton generation={generation} />
      <GenerationStatus generation={generation} />
    </>
  );
}

test('a press that comes after that of a colleague follows the run of the colleague to its end', async () => {
  let isStarted = false;
  let hasEnded = false;
  const run = () => (hasEnded ? { ...running, status: 'succeeded', finishedAt: '2026-09-30T08:01:00Z' } : running);
  service({
    'GET /product-connections/suggestions/status': () => (isStarted ? run() : { status: 'idle' }),
    'POST /product-connections/suggestions/generate': () => {
      isStarted = true;
      return busy;
    },
    'GET /runs/r2': run,
  });
  const onFinished = vi.fn();
  const hands = show(<Panel onFinished={onFinished} />);
  await hands.click(await screen.findByRole('button', { name: 'Sinh gợi ý' }));
  await said(busy.message);
  await screen.findByText('So khớp');
  // Only the person who started it, or an administrator, may end it.
  expect(screen.queryByRole('button', { name: 'Dừng' })).toBeNull();
  hasEnded = true;
  await vi.waitFor(() => expect(onFinished).toHaveBeenCalledOnce(), { timeout: 5_000 });
});
