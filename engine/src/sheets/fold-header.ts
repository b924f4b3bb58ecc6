/** A header for comparing: no byte-order mark, line break, "(*)", case or diacritics; đ is d. */
export function foldHeader(text: string): string {
  return text
    .replace(/[\uFEFF\u200B*]|\(\s*\*\s*\)/g, ' ')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐÐ]/g, 'd')
    .toLowerCase()
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:]+|(?<![\s:])[\s:]+$/g, '');
}
