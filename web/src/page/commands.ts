import { useEffect, useSyncExternalStore } from 'react';

export type Command = {
  id: string;
  label: string;
  /** Words that also find it. */
  keywords?: string;
  group: string;
  keys?: string;
  /** Shown only to those who search for it. */
  isDeep?: boolean;
  run: () => void;
};

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useCommandList = (): readonly Command[] => useSyncExternalStore(subscribe, () => commands);

/** Offers a page's actions in the command palette while the page is shown. Keep the array stable (useMemo). */
export function useCommands(own: readonly Command[]): void {
  useEffect(() => {
    commands = [...commands, ...own];
    tell();
    return () => {
      commands = commands.filter((command) => !own.includes(command));
      tell();
    };
  }, [own]);
}

/** Letters without marks and case, so that "doi tac" finds "Đối tác". */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();

/** The same commands with those of one group together, the groups in the order in which they first come. */
export const byGroup = (all: readonly Command[]): Command[] =>
  [...Map.groupBy(all, ({ group }) => group).values()].flat();

/** The commands that contain every typed word, those that start with it first. */
export function matching(all: readonly Command[], text: string): Command[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return all
    .map((command) => ({ command, hay: fold(`${command.label} ${command.group} ${command.keywords ?? ''}`) }))
    .filter(({ hay }) => words.every((word) => hay.includes(word)))
    .sort((a, b) => Number(b.hay.startsWith(words[0] ?? '')) - Number(a.hay.startsWith(words[0] ?? '')))
    .map(({ command }) => command);
}
