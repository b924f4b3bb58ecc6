// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { ConnectionStats } from './connection-stats.tsx';
import { PRODUCT } from './kinds.ts';

const stats = {
  ...{ connections: 260, amisTotal: 285, amisConnected: 249, bravoTotal: 300, bravoConnected: 280 },
  ...{ pendingSuggestions: 0, factorMissing: 0, manual: 0, suggested: 0, upload: 0 },
};

test('what is left to connect is in use, and so is the list to which it leads', async () => {
  service({ 'GET /product-connections/stats': () => stats });
  show(<ConnectionStats kind={PRODUCT} profileId="a" />);
  const links = [await screen.findByRole('link', { name: 'còn 36' }), screen.getByRole('link', { name: 'còn 20' })];
  for (const link of links) {
    const query = new URL(link.getAttribute('href')!, 'http://khop.invalid').searchParams;
    // The router of a test writes each value as JSON.
    const value = (name: string): unknown => JSON.parse(query.get(name)!);
    expect([value('connected'), value('isActive')]).toEqual(['false', 'true']);
  }
});
