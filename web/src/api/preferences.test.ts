import { expect, test } from 'vitest';
import { createPreferences } from './preferences.ts';

/** A service, a device and a clock that the test moves. */
function world(service: Record<string, unknown> = {}, device = new Map<string, string>()) {
  const sent: [string, unknown][] = [];
  const due: (() => void)[] = [];
  const state = { service, sent, online: true };
  const preferences = createPreferences({
    storage: { getItem: (key) => device.get(key) ?? null, setItem: (key, value) => void device.set(key, value) },
    load: async () => {
      if (!state.online) throw new Error('offline');
      return state.service;
    },
    save: async (name, value) => {
      if (!state.online || value === 'refused') throw new Error('no');
      sent.push([name, value]);
    },
    later: (work) => void due.push(work),
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const pass = async () => {
    for (const work of due.splice(0)) work();
    await settle();
  };
  return { ...state, state, preferences, device, settle, pass };
}

test('what the service keeps replaces what the device kept', async () => {
  const device = new Map([['khop.person.lan', JSON.stringify({ values: { 'grid.a': 'old' }, unsent: [] })]]);
  const { preferences, settle } = world({ 'grid.a': 'new' }, device);
  preferences.belongTo('lan');
  expect(preferences.read('grid.a')).toBe('old');
  preferences.subscribe(() => undefined);
  await settle();
  expect(preferences.read('grid.a')).toBe('new');
});

test('nothing is asked for before a list is drawn, and an equal value stays the same object', async () => {
  const device = new Map([
    ['khop.person.lan', JSON.stringify({ values: { 'grid.a': { hidden: ['x'] } }, unsent: [] })],
  ]);
  const { preferences, settle } = world({ 'grid.a': { hidden: ['x'] }, 'grid.b': 1 }, device);
  preferences.belongTo('lan');
  await settle();
  expect(preferences.read('grid.b')).toBeUndefined();
  const before = preferences.read('grid.a');
  preferences.subscribe(() => undefined);
  await settle();
  expect(preferences.read('grid.b')).toBe(1);
  expect(preferences.read('grid.a')).toBe(before);
});

test('several changes of one name are sent once, as they are after the pause', async () => {
  const { preferences, sent, pass } = world();
  preferences.belongTo('lan');
  for (const width of [100, 120, 140]) preferences.write('grid.a', { width });
  await pass();
  expect(sent).toEqual([['grid.a', { width: 140 }]]);
});

test('what could not be sent is kept on the device and sent on the next visit', async () => {
  const first = world();
  first.preferences.belongTo('lan');
  first.state.online = false;
  first.preferences.write('views.a', ['mine']);
  await first.pass();
  expect(first.sent).toEqual([]);

  const next = world({ 'views.a': ['older'] }, first.device);
  next.preferences.belongTo('lan');
  next.preferences.subscribe(() => undefined);
  await next.settle();
  expect(next.preferences.read('views.a')).toEqual(['mine']);
  await next.pass();
  expect(next.sent).toEqual([['views.a', ['mine']]]);
});

test('a value that the service refuses holds no other one up', async () => {
  const { preferences, sent, pass } = world();
  preferences.belongTo('lan');
  preferences.write('views.a', 'refused');
  preferences.write('grid.a', 1);
  await pass();
  expect(sent).toEqual([['grid.a', 1]]);
});

test('two people at one machine do not share anything, and nothing of the one is sent for the other', async () => {
  const { preferences, sent, pass } = world();
  preferences.belongTo('lan');
  preferences.write('grid.a', 'of Lan');
  preferences.belongTo(undefined);
  expect(preferences.read('grid.a')).toBeUndefined();
  preferences.belongTo('minh');
  await pass();
  expect(preferences.read('grid.a')).toBeUndefined();
  expect(sent).toEqual([]);
  preferences.belongTo('lan');
  expect(preferences.read('grid.a')).toBe('of Lan');
});

test('what is refused after another person has signed in lets nothing more of the first be sent', async () => {
  const { preferences, sent, pass } = world();
  preferences.belongTo('lan');
  preferences.write('views.a', 'refused');
  preferences.write('grid.a', 'of Lan');
  const passed = pass();
  preferences.belongTo('minh');
  await passed;
  expect(sent).toEqual([]);
});

test('a spoilt memory of the device is left aside', () => {
  const { preferences } = world({}, new Map([['khop.person.lan', '{"values":']]));
  preferences.belongTo('lan');
  expect(preferences.read('grid.a')).toBeUndefined();
});
