import { expect, test } from 'vitest';
import { notSyncedWords } from './not-synced-words.ts';

test('a catalogue that files gave, or alone can give, is not said to wait for a sync', () => {
  expect([
    notSyncedWords({ total: 3, isFilesOnly: false }),
    notSyncedWords({ total: 0, isFilesOnly: false }),
    notSyncedWords({ total: 0, isFilesOnly: true }),
  ]).toEqual(['đưa vào bằng tệp', 'chưa đồng bộ lần nào', 'chưa đưa tệp nào']);
});

test('two masters of which one came by file are not said to have come by none', () => {
  expect(notSyncedWords({ total: 0, isFilesOnly: true }, { total: 2, isFilesOnly: true })).toBe('đưa vào bằng tệp');
});
