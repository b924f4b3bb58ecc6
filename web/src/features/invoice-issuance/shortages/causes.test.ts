import { expect, test } from 'vitest';
import { foundIn, type Lack } from './causes.ts';

const lack = (product: string, over: Partial<Lack> = {}): Lack => ({
  ...{ kind: 'missing', profileId: 'p1', profileCode: 'AP', product, name: `Hàng ${product}`, unit: 'lon' },
  ...{ quantity: '40', day: '2026-09-05', warehouse: null, causes: [] },
  ...over,
});
const cause = (code: Lack['causes'][number]['code']) => ({
  ...{ code, name: '', text: '', quantity: null, day: null, documents: [] },
});

const lacks = [
  lack('BIA-330', { name: 'Bia Sài Gòn', causes: [cause('NOT_BOOKED'), cause('OTHER_PROFILE')] }),
  lack('MI-1', { kind: 'negative', profileId: 'p2', causes: [cause('NOTHING_FOUND')] }),
];
const all = { q: '', kind: '', cause: '', profileId: '' };
const codes = (narrowing: Partial<typeof all>) =>
  foundIn(lacks, { ...all, ...narrowing }).map(({ product }) => product);

test('without a filter everything is shown', () => expect(codes({})).toEqual(['BIA-330', 'MI-1']));

test.each([
  ['words without marks', { q: 'sai gon' }, ['BIA-330']],
  ['words of which one is not there', { q: 'sai gon xanh' }, []],
  ['its kind', { kind: 'negative' }, ['MI-1']],
  ['any of its causes', { cause: 'OTHER_PROFILE' }, ['BIA-330']],
  ['its profile', { profileId: 'p2' }, ['MI-1']],
  ['all filters together', { kind: 'negative', profileId: 'p1' }, []],
])('a lack is found by %s', (_, narrowing, found) => expect(codes(narrowing)).toEqual(found));
