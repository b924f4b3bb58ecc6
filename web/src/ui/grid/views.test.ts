import { expect, test } from 'vitest';
import { currentView, type SavedView, viewsFrom, withoutView, withView } from './views.ts';

const view = (name: string, query = '', layout = {}): SavedView => ({ name, query, layout });

test('spoilt or foreign memory is left aside', () => {
  expect(viewsFrom(undefined)).toEqual([]);
  expect(viewsFrom({ name: 1 })).toEqual([]);
  expect(viewsFrom([{ name: 'x' }, null, view('y', '?q=1')])).toEqual([view('y', '?q=1')]);
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
