import { expect, test } from 'vitest';
import { notSyncedWords } from './not-synced-words.ts';

test('a catalogue that files gave, or alone can give, is not said to wait for a sync', () => {
  expect([
    notSyncedWords({ total: 3, isFilesOnly: false }),
    notSyncedWords({ total: 0, isFilesOnly: false }),
    notSyncedWords({ total: 0, isFilesOnly: true }),
  ]).toEqual(['đưa vào bằng tệp', 'chưa đồng bộ lần nào', 'chưa đưa tệp nào']);
});
