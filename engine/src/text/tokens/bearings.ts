import { atoms, isGlued, isNumber, length, textOf } from './atoms.ts';

const SPACE = 32;
const HYPHEN = 0x2d;
const SLASH = 0x2f;

/** Makers' letters for the two sides of a bearing, behind its number: shields of steel (ZZ), seals of rubber (2RS). */
const SEALS: ReadonlyMap<string, string> = new Map([
  ...['zz', '2z', 'zzcm', 'zze'].map((letters) => [letters, 'zz'] as const),
  ...['2rs', '2rs1', '2rsh', '2rsr', 'ddu', 'dducm', 'llu'].map((letters) => [letters, '2rs'] as const),
]);

/** Numbers of ball bearings: 608, 6204, 62205. */
const isBearing = (atom: number): boolean => isNumber(atom) && /^6\d{2,4}$/.test(textOf(atom));

export type Seals = { readonly text: string; readonly first: number; readonly next: number };

/** The seals behind the number of a bearing, as all makers' are read: "6204-2RSH", "6204DDU", "6204 ZZ"; undefined without. */
export function readSeals(atom: number): Seals | undefined {
  const first = atom + 1;
  if (!isBearing(atom) || first >= atoms.count) return undefined;
  const separator = atoms.before[first]!;
  if (separator !== 0 && separator !== SPACE && separator !== HYPHEN && separator !== SLASH) return undefined;
  let text = '';
  let next = first;
  do text += textOf(next++);
  while (isGlued(next) && text.length + length(next) <= 5);
  const seals = isGlued(next) ? undefined : SEALS.get(text);
  return seals === undefined ? undefined : { text: seals, first, next };
}
