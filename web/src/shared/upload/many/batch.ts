import { useSyncExternalStore } from 'react';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { queryClient, refresh } from '../../../api/query.ts';
import { endedIn, type Run, runToEnd, tellInDialog } from '../../../api/runs.ts';
import { forgetWithPerson, getSession } from '../../../api/session.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../constants.ts';
import { isHidden, type PickedFile } from '../../../ui/fields/dropped-files.ts';
import { fileProblem, WORKBOOK_TYPES } from '../../../ui/fields/file-drop.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { importTargetOf } from '../import-targets.ts';
import type { Said } from '../said.ts';
import type { Entry } from './entry.ts';
import { keepEntries, keptEntries, keptPerson } from './kept.ts';
import { type Around, nextOf, obstacleOf, sumsOf } from './queue.ts';

/** Several files on their way in. They belong to the tab and not to a page: leaving the page stops nothing. */
let entries: readonly Entry[] = keptEntries();
/** The files themselves, which no storage holds over a reload of the page. */
const files = new Map<string, File>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useEntries = (): readonly Entry[] => useSyncExternalStore(subscribe, () => entries);

function put(next: readonly Entry[]): void {
  entries = next;
  keepEntries(entries);
  for (const listener of listeners) listener();
}

const entryOf = (id: string): Entry | undefined => entries.find((entry) => entry.id === id);

/** Changes what is known of one file. */
export function change(id: string, changes: Partial<Entry>): void {
  put(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
}

/** Takes a file off the list; what waited for it goes on. */
export function remove(id: string): void {
  files.delete(id);
  put(entries.filter((entry) => entry.id !== id));
  void work();
}

/** Loads a file not at all; what waited for it goes on. */
export function leaveOut(id: string): void {
  change(id, { state: 'left-out' });
  void work();
}

/** Forgets all files; runs that go on are left alone. */
export function clear(): void {
  files.clear();
  put([]);
}

forgetWithPerson(clear, keptPerson() ?? getSession().user?.uid);

/** The number of files that are looked at side by side. */
const LOOKS_AT_ONCE = 2;
let looking = 0;

/** Adds files, to be recognised at once. One that was lost with a reload of the page takes up where it was. */
export function add(picked: readonly PickedFile[], profileId?: string): void {
  const added = picked
    .filter((one) => !isHidden(one))
    .toSorted((a, b) => a.path.localeCompare(b.path, 'vi'))
    .map(({ file, path }): Entry => {
      const lost = entries.find((one) => one.state === 'lost' && one.path === path && one.size === file.size);
      if (lost) remove(lost.id);
      const id = crypto.randomUUID();
      files.set(id, file);
      const problem =
        file.size === 0
          ? 'Tệp trống (0 byte). Hãy xuất lại tệp.'
          : fileProblem(file, WORKBOOK_TYPES, UPLOAD_LIMIT_BYTES);
      const { layout, dateOrder, profileId: chosen = profileId } = lost ?? {};
      const same = { id, name: file.name, path, size: file.size, layout, dateOrder, profileId: chosen };
      return problem ? { ...same, state: 'unread', problem } : { ...same, state: 'reading' };
    });
  put([...entries, ...added]);
  while (looking < LOOKS_AT_ONCE && looking < added.length) void look();
}

/** Recognises the files that are still to be, one after another. */
async function look(): Promise<void> {
  looking++;
  try {
    for (;;) {
      const entry = entries.find(({ id, state, share }) => state === 'reading' && share === undefined && files.has(id));
      if (!entry) return;
      change(entry.id, { share: 0 });
      change(entry.id, await recognised(entry));
    }
  } finally {
    looking--;
  }
}

/** The layout of the portal's list of invoices, which «Kho hóa đơn» takes in. */
const TAX_LIST = 'tax-invoice-list';

/** Takes the files of «Kho hóa đơn» off the list, to go on there. */
export function takeElsewhere(): readonly PickedFile[] {
  const picked = entries
    .filter(({ state, id }) => state === 'elsewhere' && files.has(id))
    .map(({ id, path }) => ({ id, path, file: files.get(id)! }));
  for (const { id } of picked) remove(id);
  return picked.map(({ path, file }) => ({ path, file }));
}

async function recognised({ id, path, layout, profileId }: Entry): Promise<Partial<Entry>> {
  try {
    const onProgress = (share: number) => change(id, { share });
    const seen = await upload('recogniseFile', files.get(id)!, { body: { path } }, { onProgress });
    const known = { seen, share: undefined };
    if (seen.problem) return { ...known, state: 'unread', problem: seen.problem.message };
    if (seen.layout === TAX_LIST) return { ...known, state: 'elsewhere' };
    // The profile that the file or its folder names comes before that of the page on which it was dropped.
    const profile = seen.profile && seen.profile.by !== 'only' ? seen.profile.id : (profileId ?? seen.profile?.id);
    return { ...known, state: 'ready', layout: layout ?? seen.layout ?? undefined, profileId: profile };
  } catch (error) {
    return { state: 'unread', problem: errorMessage(error), share: undefined, unasked: isPassing(error) };
  }
}

/** The network was away, the service busy or the session over: another try may go well. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && ([0, 401, 429].includes(error.status) || error.status >= 500);

/** Looks once more at a file that the service could not be asked about. */
export function lookAgain(id: string): void {
  change(id, { state: 'reading', problem: undefined, unasked: undefined });
  if (looking < LOOKS_AT_ONCE) void look();
}

/** Loads all files without an obstacle, in the right order. */
export function start(around: Around): void {
  put(
    entries.map((entry) =>
      entry.state === 'ready' && obstacleOf(entry, entries, around) === undefined
        ? { ...entry, state: 'waiting', periodId: around.periodId }
        : entry,
    ),
  );
  void work();
}

/** Loads one file again: with an answer to what it was asked, or to another place. */
export function again(id: string, changes: Partial<Pick<Entry, keyof Said | 'layout' | 'profileId'>> = {}): void {
  change(id, { ...changes, state: 'waiting', run: undefined, problem: undefined });
  void work();
}

let working = false;

/** Sends the waiting files one after another and follows their runs; what one of them becomes stops no other that can do without it. */
async function work(): Promise<void> {
  if (working || !nextOf(entries)) return;
  working = true;
  try {
    for (let entry = nextOf(entries); entry; entry = nextOf(entries)) await load(entry);
  } finally {
    working = false;
  }
  if (listeners.size === 0 && entries.length > 0) sayDone();
}

/** The person is on another page. */
function sayDone(): void {
  const { files: loaded } = sumsOf(entries);
  const open = entries.filter(({ state }) => state === 'asks' || state === 'failed').length;
  const title = `Đã nạp ${loaded} tệp`;
  if (open === 0) toast.success(title);
  else toast.warning(title, { description: `${open} tệp cần xem lại ở «Nạp nhiều tệp».` });
}

async function load({ id, layout = '', profileId, periodId, ...entry }: Entry): Promise<void> {
  const target = importTargetOf(layout, { profileId, periodId });
  const file = files.get(id);
  if (!target || !file) return change(id, { state: 'lost' });
  const { dateOrder, notations, again: isAgain } = entry;
  const said = { ...(dateOrder && { dateOrder }), ...(notations && { notations }), ...(isAgain && { again: true }) };
  change(id, { state: 'sending', share: 0 });
  try {
    const input = { ...target.input, query: { ...target.input.query, ...said } };
    const onProgress = (share: number) => change(id, { share });
    const { runId } = (await upload(target.operation, file, input as never, { onProgress })) as { runId: string };
    await follow(id, runId);
    await refresh(queryClient, [...target.invalidates, 'listImports', 'listRuns']);
  } catch (error) {
    change(id, { state: 'failed', problem: errorMessage(error), share: undefined });
  }
}

/** Refusals that are a question: a person answers, and the file then goes on. */
const ASKS: ReadonlySet<string> = new Set(['WAREHOUSE_UNKNOWN', 'DATE_ORDER_UNKNOWN', 'DECIMAL_SIGN_UNKNOWN']);

/** Follows a run to its end, also over times without a network. */
async function follow(id: string, runId: string): Promise<void> {
  tellInDialog(runId);
  change(id, { state: 'running', share: undefined, run: { ...(entryOf(id)?.run as Run), id: runId } });
  const run = await runToEnd(runId, (now) => change(id, { run: now }));
  endedIn(runId);
  const isGood = run.status === 'succeeded';
  const state = isGood ? 'done' : ASKS.has(run.errorCode ?? '') ? 'asks' : 'failed';
  change(id, { state, run, problem: isGood ? undefined : (run.message ?? undefined) });
}

// Runs that went on while the page was loaded again are followed to their end.
for (const { id, state, run } of entries)
  if (state === 'running' && run)
    void follow(id, run.id).catch((error) => change(id, { state: 'failed', problem: errorMessage(error) }));
