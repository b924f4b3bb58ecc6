import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunkFailed, mayReload, watchBuilds } from './build-watch.ts';
import { connectToasts, type ToastMessage } from './ui/overlays/toast.tsx';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a path reloads at most once in ten seconds; another path has its own guard', () => {
  const kept = storage();
  expect(mayReload('/a', 100_000, kept)).toBe(true);
  expect(mayReload('/a', 109_999, kept)).toBe(false);
  expect(mayReload('/b', 109_999, kept)).toBe(true);
  expect(mayReload('/a', 109_999, kept)).toBe(false);
  expect(mayReload('/a', 110_000, kept)).toBe(true);
});

test('a spoilt memory does not stop the page', () => {
  const kept = { ...storage(), getItem: () => 'not json' };
  expect(mayReload('/a', 0, kept)).toBe(true);
});

test('where nothing can be remembered, a path does not reload on its own account', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(mayReload('/a', 0, full)).toBe(false);
  expect(mayReload('/a', 0, undefined)).toBe(false);
});

describe('a page that stays open', () => {
  const HOUR = 3_600_000;
  const asked: string[] = [];
  const shown: ToastMessage[] = [];
  const reload = vi.fn();
  let served: Record<string, unknown>;
  let leave: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    asked.length = 0;
    shown.length = 0;
    reload.mockReset();
    served = { '/builds/latest.json': { id: 'old' } };
    leave = connectToasts({ show: (message) => shown.push(message), close: () => undefined });
    vi.stubGlobal('__BUILD_ID__', 'old');
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('location', { pathname: '/bravo/items', reload });
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return { ok: address in served, json: async () => served[address] };
    });
  });
  afterEach(() => {
    leave();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  // In this order: a new build, once seen, stays seen while the page is open.
  test('asks every sixty minutes, and says nothing of its own build', async () => {
    watchBuilds();
    await vi.advanceTimersByTimeAsync(HOUR - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['/builds/latest.json']);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(asked).toHaveLength(2);
    expect(shown).toEqual([]);
  });

  test('does not reload for a missing chunk of the build that is served', async () => {
    await expect(chunkFailed(new TypeError('no chunk'))).rejects.toThrow('Không tải được một phần của trang.');
    expect(reload).not.toHaveBeenCalled();
  });

  test('reloads once for a chunk that the browser does not ask for again although the server gives it', async () => {
    const chunk = 'http://khop.test/assets/items-page-4f2a.js';
    const failure = new TypeError(`Failed to fetch dynamically imported module: ${chunk}`);
    await expect(chunkFailed(failure)).rejects.toThrow('Không tải được một phần của trang.');
    expect(asked).toEqual(['/builds/latest.json', chunk]);
    expect(reload).not.toHaveBeenCalled();

    served[chunk] = {};
    // An error that the chunk threw itself would come again.
    await expect(chunkFailed(new TypeError(`${chunk}: x is not a function`))).rejects.toThrow();
    expect(reload).not.toHaveBeenCalled();
    void chunkFailed(failure);
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(1);
    await expect(chunkFailed(failure)).rejects.toThrow('Không tải được một phần của trang.');
    expect(reload).toHaveBeenCalledTimes(1);
    expect(shown).toEqual([]);
  });

  test('waits for the description of a new build', async () => {
    served = { '/builds/latest.json': { id: 'new' } };
    await expect(chunkFailed(new TypeError('no chunk'))).rejects.toThrow();
    expect(asked).toEqual(['/builds/latest.json', '/builds/meta/new.json']);
    expect(reload).not.toHaveBeenCalled();
    expect(shown).toEqual([]);
  });

  test('reloads once for a missing chunk after a new build, says that there is one, and does not loop', async () => {
    served = { '/builds/latest.json': { id: 'new' }, '/builds/meta/new.json': { id: 'new' } };
    void chunkFailed(new TypeError('no chunk'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(shown.map(({ title, timeoutMs }) => [title, timeoutMs])).toEqual([['Có phiên bản mới', 0]]);
    await expect(chunkFailed(new TypeError('no chunk'))).rejects.toThrow();
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    void chunkFailed(new TypeError('no chunk'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
