import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MarkedReading } from '@khop/engine/sheets/error-sheet.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { markedWorkbook } from './marked-workbook.ts';

/** `target` is where the marked copy of `path` goes. */
export type MarkRequest = { readonly path: string; readonly target: string; readonly result: MarkedReading };

threadMain<MarkRequest, void>(async ({ path, target, result }) =>
  pipeline(await markedWorkbook(path, result), createWriteStream(target)),
);
