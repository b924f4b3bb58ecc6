/** The day that a text like "05/09/2026" names, in words: "5 tháng 9 năm 2026" with the day first. The text itself when it is none. */
export function dayMeant(text: string, order: 'dmy' | 'mdy'): string {
  const [, first, second, year] = /^\s*(\d{1,2})\D(\d{1,2})\D(\d{2,4})/.exec(text) ?? [];
  if (!first || !second || !year) return text;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return `${Number(day)} tháng ${Number(month)} năm ${year.length === 2 ? `20${year}` : year}`;
}
