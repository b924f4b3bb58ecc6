import { expect, it } from 'vitest';
import { router } from '../../routes.tsx';
import { CHAPTERS } from './chapters.ts';

it('every chapter says something, marks names in pairs and leads to pages that there are', () => {
  expect(new Set(CHAPTERS.map(({ id }) => id)).size).toBe(CHAPTERS.length);
  const known = Object.keys(router.routesByPath);
  for (const { points, intro, links } of CHAPTERS) {
    expect(points.length).toBeGreaterThan(3);
    for (const text of [intro, ...points]) expect([text, text.split('**').length % 2]).toEqual([text, 1]);
    for (const { to } of links) expect(known).toContain(to.split('?')[0]);
  }
});
