import { expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';

const none = {
  ...{ profiles: 0, firstProfile: undefined, products: 0, customers: 0, items: 0, partners: 0 },
  ...{ productConnections: 0, partnerConnections: 0 },
};
const next = (counts: Parameters<typeof firstSteps>[0]) => firstSteps(counts).find(({ isDone }) => !isDone);

it('leads from one thing to the next by what there is', () => {
  expect(next(none)).toMatchObject({ id: 'profile', to: '/amis/profiles?edit=new' });
  const profile = { ...none, profiles: 1, firstProfile: 'p1' };
  expect(next(profile)).toMatchObject({ id: 'catalogues', to: '/bravo/items' });
  const bravo = { ...profile, items: 10, partners: 5 };
  expect(next(bravo)).toMatchObject({
    id: 'catalogues',
    action: 'Tải hàng hóa AMIS',
    to: '/amis/profiles/p1/products',
  });
  const catalogues = { ...bravo, products: 3, customers: 2 };
  expect(next(catalogues)).toMatchObject({
    id: 'connections',
    to: '/amis/profiles/p1/product-connections/suggestions',
  });
  const connected = { ...catalogues, productConnections: 1 };
  expect(next(connected)).toMatchObject({ id: 'period' });
  // Goods come first; customers are offered as soon as there are some.
  const offered = (counts: Parameters<typeof firstSteps>[0]) => firstSteps(counts)[2]!.action;
  expect([catalogues, connected, { ...connected, partnerConnections: 1 }].map(offered)).toEqual([
    'Nối hàng hóa',
    'Nối khách hàng',
    'Nối hàng hóa',
  ]);
  expect(firstSteps(bravo)[1]!.parts.map(({ count }) => count)).toEqual([10, 5, 0, 0]);
});
