import { createContext, useContext, useEffect } from 'react';

/**
 * The filters set by the controls of a list's toolbar, in words; the grid that shows them writes them into its
 * workbooks.
 */
export const FilterNotes = createContext<Map<string, string> | undefined>(undefined);

/** Says what a control narrows the list by; nothing when it does not. */
export function useFilterNote(label: string, text: string | undefined): void {
  const notes = useContext(FilterNotes);
  useEffect(() => {
    if (!notes || !text) return;
    notes.set(label, text);
    return () => void notes.delete(label);
  }, [notes, label, text]);
}
