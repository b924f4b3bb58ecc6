import { expect, test } from 'vitest';
import { endedIn, isToldInDialog, tellInDialog } from './runs.ts';

test('the end of a run that a dialog has shown is told nowhere else, also after the dialog was closed', () => {
  const stop = tellInDialog('run-1');
  expect(isToldInDialog('run-1')).toBe(true);
  endedIn('run-1');
  stop();
  expect(isToldInDialog('run-1')).toBe(true);
});

test('the end of a run whose dialog was closed before is told elsewhere', () => {
  const stop = tellInDialog('run-2');
  stop();
  expect(isToldInDialog('run-2')).toBe(false);
  endedIn('run-2');
  expect(isToldInDialog('run-2')).toBe(false);
});
