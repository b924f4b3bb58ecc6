import { useSyncExternalStore } from 'react';
import { THEME_COLOR_DARK, THEME_COLOR_LIGHT } from './constants.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'khop.theme';
const listeners = new Set<() => void>();
const systemDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

function read(): ThemeChoice {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system';
  }
}

let choice: ThemeChoice = read();

function apply(): void {
  const dark = choice === 'dark' || (choice === 'system' && systemDark?.matches === true);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? THEME_COLOR_DARK : THEME_COLOR_LIGHT);
}

/** Follows the system's change of theme while the choice is "system". Call once at start. */
export function watchTheme(): void {
  systemDark?.addEventListener('change', apply);
  apply();
}

/** Remembers the choice on this device and applies it at once. */
export function setTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Not remembered in a window without storage; the choice still holds until it is closed.
  }
  apply();
  for (const listener of listeners) listener();
}

/** The chosen theme, not the resolved one. */
export function useTheme(): ThemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
}
