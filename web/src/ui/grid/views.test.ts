import { expect, test } from 'vitest';
import { currentView, loadViews, type SavedView, saveViews, withoutView, withView } from './views.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
const view = (name: string, query = '', layout = {}): SavedView => ({ name, query, layout });

test('views are kept per grid', () => {
  const kept = storage();
  saveViews('a', [view('Chưa nối', '?status=none')], kept);
  expect(loadViews('a', kept)).toEqual([view('Chưa nối', '?status=none')]);
  expect(loadViews('b', kept)).toEqual([]);
});

test('spoilt or foreign memory is left aside', () => {
  expect(loadViews('a', { getItem: () => 'not json' })).toEqual([]);
  expect(loadViews('a', { getItem: () => '{"name":1}' })).toEqual([]);
  expect(loadViews('a', { getItem: () => '[{"name":"x"},{"name":"y","query":"","layout":{}}]' })).toEqual([view('y')]);
});

test('a view of the same name is replaced in its place, others are added and removed', () => {
  const views = [view('a'), view('b')];
  expect(withView(views, view('a', '?q=1'))).toEqual([view('a', '?q=1'), view('b')]);
  expect(withView(views, view('c')).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(withoutView(views, 'a')).toEqual([view('b')]);
});

test('the view on screen is the one with the same query, best with the same columns', () => {
  const views = [view('rộng', '?q=1', { widths: { a: 1 } }), view('hẹp', '?q=1', { widths: { a: 2 } })];
  expect(currentView(views, '?q=1', { widths: { a: 2 } })?.name).toBe('hẹp');
  expect(currentView(views, '?q=1', {})?.name).toBe('rộng');
  expect(currentView(views, '?q=2', {})).toBeUndefined();
});
