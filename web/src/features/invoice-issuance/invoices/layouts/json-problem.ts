/** The place at which a text stops being JSON, in words; browsers tell it in English and each in its own way. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const at = positionOf(text, error instanceof Error ? error.message : '');
    return at === undefined ? 'Văn bản chưa phải JSON: còn thiếu phần cuối.' : `Văn bản chưa phải JSON: sai ở ${at}.`;
  }
}

function positionOf(text: string, message: string): string | undefined {
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return `dòng ${named[1]}, cột ${named[2]}`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return undefined;
  const before = text.slice(0, Number(position)).split('\n');
  return `dòng ${before.length}, cột ${before.at(-1)!.length + 1}`;
}
