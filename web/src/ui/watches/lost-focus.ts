/** Long enough for a dialog that closes to give the focus back, and for a page that opens to take it. */
const GIVEN_BACK_MS = 100;

const isDisabled = (element: Element): boolean => element.matches(':disabled');

/**
 * Gives the focus a place when the element that had it goes away: a button that leaves with its step, or one that is
 * disabled while its work is done. It returns to a button that can be pressed again, else to the dialog that it was in,
 * else to the page. Otherwise the keys of the page would be dead, and a screen reader would say nothing. Another page that
 * opens meanwhile begins at its top or gives the focus a place itself, as a list does that was left.
 * @returns a function that ends the watch.
 */
export function watchLostFocus(): () => void {
  let last: HTMLElement | undefined;
  /** Noted while the element is there: one that is gone no longer knows where it was. */
  let dialog: Element | null = null;
  let path = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLost = () => {
    // For good: the way back to this page is another visit.
    if (location.pathname !== path) last = undefined;
    return last !== undefined && document.activeElement === document.body;
  };
  const giveBack = () => {
    timer = undefined;
    if (!last || !isLost()) return;
    if (last.isConnected && !isDisabled(last)) return last.focus({ preventScroll: true });
    if (last.isConnected) return;
    const home = dialog?.isConnected ? dialog : document.getElementById('content');
    if (home instanceof HTMLElement) home.focus({ preventScroll: true });
  };
  const look = () => {
    if (isLost()) timer ??= setTimeout(giveBack, GIVEN_BACK_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    path = location.pathname;
    dialog = target.closest('[role="dialog"], [role="alertdialog"]');
  };
  // A press beside everything takes the focus away because the person wants it so; on a button, the focus comes after it.
  const onPress = () => {
    last = undefined;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
  };
}
