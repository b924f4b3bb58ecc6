import { Problem } from '../problem.ts';

/** Letters that became question marks because a program saved them in a code that lacks them: «Th??ng m?i». A question has its mark at the end. */
const MARKS_FOR_LETTERS = /^(?=.*\p{L})[\p{L}\p{M}?\ufffd]*(?:\?(?=\p{L})|\ufffd)[\p{L}\p{M}?\ufffd]*$/u;

/** UTF-8 in the eyes of a program that takes each byte for a letter: «ThÆ°Æ¡ng máº¡i». */
const BYTES_FOR_LETTERS =
  /á[º»][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|Ã[\u00a1-\u00bf]|Ä[\u0090\u0091\u0192\u2018\u2019\u201a]|Æ[°¡¯]/u;

/** Letters that few languages but Vietnamese have. */
const VIETNAMESE = /[\u0102\u0103\u0110\u0111\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u;

const BETWEEN_WORDS = /[\s,;|"“”()]+/u;
const AROUND_WORD = /^[.:'«‘]+|[.:'!»’]+$/gu;

/** No word is longer; of something else every further character would cost more than the one before. */
const LONGEST_WORD = 60;

const isLost = (word: string): boolean =>
  word.length <= LONGEST_WORD && (MARKS_FOR_LETTERS.test(word) || BYTES_FOR_LETTERS.test(word));

/** The first word of a text that lacks letters; undefined for nearly all, which are told by a look: «XÃ» in capitals is in many. */
export function lostWordIn(text: string): string | undefined {
  if (!/\?\p{L}|\ufffd/u.test(text) && !BYTES_FOR_LETTERS.test(text)) return undefined;
  return text
    .split(BETWEEN_WORDS)
    .map((word) => word.replace(AROUND_WORD, ''))
    .find(isLost);
}

/** Different words without their letters from which a file may be one of those. */
const LEAST_WORDS = 5;

/**
 * Refuses a file whose texts have lost their letters: its names would take the place of right ones. Where more words are right than
 * lost, the cells are told one by one instead. Throws FILE_DAMAGED.
 */
export function refuseLostLetters(texts: Iterable<string>): void {
  const [lost, right] = [new Set<string>(), new Set<string>()];
  for (const text of texts)
    for (const part of text.split(BETWEEN_WORDS)) {
      const word = part.replace(AROUND_WORD, '');
      if (isLost(word)) lost.add(word);
      else if (VIETNAMESE.test(word)) right.add(word);
    }
  if (lost.size < LEAST_WORDS || lost.size <= right.size) return;
  const shown = [...lost].slice(0, 3).map((word) => `«${word.slice(0, 40)}»`);
  throw new Problem(
    'FILE_DAMAGED',
    `Chữ tiếng Việt trong tệp đã hỏng (ví dụ ${shown.join(', ')}): tệp được lưu bằng bảng mã không có các chữ ấy nên không đọc chắc chắn được. Hãy xuất lại từ phần mềm gốc dạng .xlsx, hoặc lưu «CSV UTF-8» (đừng lưu «CSV (Comma delimited)»).`,
  );
}
