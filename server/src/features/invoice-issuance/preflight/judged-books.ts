import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { oncePerRevision } from '../../../db/once-per-revision.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { BOOKS } from '../books-revision.ts';
import { type BooksAddress, readingBooks } from './read-books.ts';

const THREAD = new URL('./books-thread.ts', import.meta.url);

/**
 * The findings of a period, read and judged in a thread once while its books stay as they are: for «Kiểm tra kỳ», and for each page,
 * order and search of the records behind it (`judged-text.ts` reads the text).
 */
export const judgedBooks = ({ pool, config }: Pick<Context, 'pool' | 'config'>, periodId: string): Promise<string> =>
  oncePerRevision(pool, BOOKS, JSON.stringify(['judged', periodId]), () =>
    readingBooks(() => inThread<BooksAddress, string>(THREAD, { databaseUrl: databaseUrlOf(config), periodId })),
  );
