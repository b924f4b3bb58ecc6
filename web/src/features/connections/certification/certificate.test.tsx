// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../ui/testing/show.tsx';
import { Promised } from './certificate.tsx';
import type { Certification } from './words.ts';

/** As far as the promise reads it. */
const certificate = (more: Partial<Certification>) =>
  ({
    ...{ state: 'certified', maxError: 0.02, confidence: 0.95, accepted: 62, corrected: 0, correctedValue: 0 },
    ...{ rowsBound: 0.0162, valueBound: 0.0187, rowsLeft: 0.0162, valueLeft: 0.0187, recalledBy: null },
    ...more,
  }) as Certification;
const labels = async () => (await screen.findAllByRole('term')).map(({ textContent }) => textContent);

it('calls a bound that of the moment of connecting only until something was corrected', async () => {
  show(<Promised certification={certificate({})} />);
  expect(await labels()).toContain('Sai nhiều nhất, khi nối');
});

it('says that a bound found by corrections counts them', async () => {
  const corrected = { corrected: 2, correctedValue: 17_969_659, rowsBound: 0.0484, valueBound: 0.0307 };
  show(
    <Promised certification={certificate({ state: 'recalled', recallReason: 'Cận sai nay quá mức', ...corrected })} />,
  );
  expect(await labels()).toEqual(['Sai nhiều nhất, kể cả đã sửa', 'Đã sửa về sau', 'Còn sai nhiều nhất']);
});
