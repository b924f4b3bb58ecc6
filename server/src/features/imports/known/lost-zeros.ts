import { fewCodes } from '@khop/engine/invoice-issuance/codes/few-codes.ts';
import { zerosText } from '@khop/engine/invoice-issuance/codes/lost-zeros.ts';
import type { ZerosRead } from '@khop/engine/invoice-issuance/codes/zeros-read.ts';
import { formatVnd } from '@khop/engine/money.ts';
import type pg from 'pg';
import type { ImportTarget, ImportWarning } from '../target.ts';
import { type CodeSource, isMadeOfCodes, KNOWN, writtenCodes } from './known-codes.ts';

const WORDS: Readonly<Partial<Record<CodeSource, ZerosRead['what']>>> = {
  product: 'mã hàng',
  customer: 'mã khách',
  supplier: 'mã nhà cung cấp',
  item: 'mã hàng Bravo',
  partner: 'mã khách Bravo',
  branch: 'mã chi nhánh',
};

/** The name under which a staged row keeps a code as its file writes it, once it has been given the zeros that it lacks. */
export const asWritten = (column: string): string => `${column} as written`;

/**
 * SQL of the codes of `written` with the only known one that differs from each in the zeros before its digits alone: `written`, `code`.
 * A file that has both, or writes one in several ways, says nothing of either.
 */
export function zerosOf(source: CodeSource): string {
  const [pattern, digits] = isMadeOfCodes(source)
    ? [
        '(^|[/"])[0-9]+($|[/"#])',
        (code: string) => `regexp_replace(lower(${code}), '(^|[/"])0+(?=[1-9][0-9]*($|[/"#]))', '\\1', 'g')`,
      ]
    : ['^0*[1-9][0-9]*$', (code: string) => `ltrim(${code}, '0')`];
  return `select min(w.code) as written, min(k.code) as code
    from written w join known k on k.code ~ '${pattern}' and ${digits('k.code')} = ${digits('w.code')}
    where w.code ~ '${pattern}'
    group by ${digits('w.code')}
    having count(distinct w.code) = 1 and count(distinct k.code) = 1
      and not bool_or(exists (select from written t where lower(t.code) = lower(k.code)))`;
}

/** SQL of what a staged row takes over with the code `a.code` that had lost its zeros. */
export const keepingWritten = (column: string): string =>
  `case when a.lost then jsonb_build_object('${asWritten(column)}', a.written) else '{}' end`;

/** The remark on codes of a run's rows that were read as known ones. */
export async function zerosAdopted(
  client: pg.Pool | pg.ClientBase,
  runId: string,
  codes: NonNullable<ImportTarget['codes']>,
): Promise<ImportWarning[]> {
  const told: ZerosRead[] = [];
  for (const [column, source] of Object.entries(codes)) {
    const what = WORDS[source];
    if (what === undefined) continue;
    const { rows } = await client.query<{ written: string; code: string }>(
      `select distinct data ->> $2 as written, data ->> $3 as code from staged_rows
       where run_id = $1 and data ? $2 order by 1`,
      [runId, asWritten(column), column],
    );
    told.push(...rows.map((row) => ({ what, ...row })));
  }
  const message = zerosText(told);
  return message === undefined ? [] : [{ code: 'CODE_ZEROS_DIFFER', message }];
}

/**
 * The remark on new records of a catalogue whose codes differ from known ones in zeros alone. Two records of one catalogue are never one, so
 * that a person decides whether the file has lost them.
 */
export async function zerosOfCatalogue(
  client: pg.Pool | pg.ClientBase,
  runId: string,
  profileId: string | null,
  codes: NonNullable<ImportTarget['codes']>,
): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = [];
  for (const [column, source] of Object.entries(codes)) {
    const { rows } = await client.query<{ written: string; code: string }>(
      `with written as (${writtenCodes(column)}), known as (${KNOWN[source]}), lost as (${zerosOf(source)})
       select written, code from lost order by 1`,
      [runId, profileId],
    );
    if (rows.length > 0) warnings.push({ code: 'CODE_ZEROS_DIFFER', message: besideText(WORDS[source] ?? 'mã', rows) });
  }
  return warnings;
}

function besideText(what: string, rows: readonly { readonly written: string; readonly code: string }[]): string {
  const named = rows.map(({ written, code }) => `«${written}» bên «${code}»`);
  return `${formatVnd(rows.length)} ${what} của tệp chỉ khác mã đã có ở số 0 đầu mã: ${fewCodes(named)}. Khớp coi là bản ghi mới. Nếu tệp đã được mở bằng Excel rồi lưu lại, hãy hoàn tác lần tải này rồi tải tệp gốc.`;
}
