/** Room at the end of a header for the button of its menu. */
const MENU_ROOM = 22;

/** The width in pixels that a column needs for everything that it shows now: its name and the cells that are drawn. */
export function fittingWidth(grid: HTMLElement | null, col: number): number {
  let widest = 0;
  for (const cell of grid?.querySelectorAll<HTMLElement>(`[data-c="${col}"], [data-h="${col}"]`) ?? []) {
    // A copy that may be as wide as it likes says what the cell itself cannot.
    const copy = cell.cloneNode(true) as HTMLElement;
    copy.removeAttribute('id');
    Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', width: 'max-content', left: '0' });
    cell.parentElement?.append(copy);
    widest = Math.max(widest, copy.getBoundingClientRect().width + (cell.dataset.h === undefined ? 0 : MENU_ROOM));
    copy.remove();
  }
  return Math.ceil(widest) + 1;
}
