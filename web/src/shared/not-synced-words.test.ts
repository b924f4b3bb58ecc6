import { expect, test } from 'vitest';
import { notSyncedWords } from './not-synced-words.ts';

test('a catalogue that files gave is not said to wait for a sync', () => {
  expect([notSyncedWords({ total: 3 }), notSyncedWords({ total: 0 })]).toEqual([
    'đưa vào bằng tệp',
    'chưa đồng bộ lần nào',
  ]);
});
