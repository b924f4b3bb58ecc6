import { formatVnd } from '../money.ts';

/** The first of some names, and how many others of that noun there are: "A, B và 2 mã khác". */
export function firstNamed(names: readonly string[], most: number, noun: string, between: ', ' | '; ' = ', '): string {
  const more = names.length - most;
  const rest = `${between === '; ' ? ';' : ''} và ${formatVnd(more)} ${noun} khác`;
  return names.slice(0, most).join(between) + (more > 0 ? rest : '');
}
