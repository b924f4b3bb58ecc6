// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { Drawer } from '../overlays/dialog.tsx';
import { show } from '../testing/show.tsx';
import { SearchField } from './text-field.tsx';

const told: string[] = [];

/** A page that renders again every few moments, as one that shows the progress of a run. */
function Page() {
  const [value, setValue] = useState('');
  const [renderings, setRenderings] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRenderings((count) => count + 1), 20);
    return () => clearInterval(timer);
  }, []);
  const tell = (next: string) => {
    told.push(next);
    setValue(next);
  };
  return (
    <>
      <SearchField value={value} onChange={tell} delayMs={100} />
      <output>{renderings}</output>
      <button type="button" onClick={() => setValue('')}>
        Bỏ lọc
      </button>
    </>
  );
}

test('a search is told once after the last key, however often the page renders meanwhile', async () => {
  const user = show(<Page />);
  await user.type(await screen.findByRole('searchbox'), '4711');
  await waitFor(() => expect(told).toEqual(['4711']));
  await user.click(screen.getByRole('button', { name: 'Bỏ lọc' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  const before = Number(screen.getByRole('status').textContent);
  await waitFor(() => expect(Number(screen.getByRole('status').textContent)).toBeGreaterThan(before + 10));
  expect(told).toEqual(['4711']);
});

test('Escape clears the search of a drawer first, and closes the drawer when nothing is left to clear', async () => {
  const closed: boolean[] = [];
  const user = show(
    <Drawer open title="Chi tiết" onOpenChange={(open) => closed.push(!open)}>
      <SearchField value="" onChange={(value) => told.push(value)} />
    </Drawer>,
  );
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  await user.type(box, 'HD');
  await user.keyboard('{Escape}');
  expect([box.value, closed]).toEqual(['', []]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(closed).toEqual([true]));
});

test('keys of a word that is being composed neither clear the search nor leave it', async () => {
  const user = show(<SearchField value="" onChange={() => undefined} />);
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  await user.type(box, 'công t');
  for (const key of ['ArrowDown', 'Escape']) fireEvent.keyDown(box, { key, isComposing: true });
  expect([box.value, document.activeElement]).toEqual(['công t', box]);
});
