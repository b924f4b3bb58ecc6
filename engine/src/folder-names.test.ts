import { expect, test } from 'vitest';
import { folderKey, isFolderName } from './folder-names.ts';

test('names that Windows cannot keep are no names of folders', () => {
  for (const name of ['CON', 'nul', 'Aux.1', 'com1', 'A.', 'A '])
    expect([name, isFolderName(name)]).toEqual([name, false]);
  for (const name of ['CONG', 'A.B', 'com10', 'NULL', 'An Phú'])
    expect([name, isFolderName(name)]).toEqual([name, true]);
});

test('two names of one folder have one key', () => {
  expect(folderKey('AnPhu')).toBe(folderKey('ANPHU'));
  expect(folderKey('An Phú'.normalize('NFD'))).toBe(folderKey('an phú'));
  expect(folderKey('A1')).not.toBe(folderKey('A2'));
});
