/** A hand that holds a mouse still moves it by less. */
const STILL_PX = 4;

type Press = { readonly button: HTMLButtonElement; readonly id: number; readonly x: number; readonly y: number };

const isOver = (button: Element, { clientX, clientY }: PointerEvent): boolean => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
};

/**
 * Completes the click of a button that the page moves away between press and release: an answer that comes in makes a dialog
 * taller, a field that loses the focus says what is wrong with it. A browser clicks only where both fall on one element; the button
 * would take the focus and do nothing. A mouse that is drawn off its button gives the click up, as ever, and a button that is
 * only covered, by the list that it opens, was clicked by its press.
 * @returns a function that ends the watch.
 */
export function watchMovedPress(): () => void {
  let press: Press | undefined;
  const onDown = (event: PointerEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    // A tap of a finger is one event at one place, and falls on what is there then.
    const counts = button && event.pointerType === 'mouse' && event.button === 0 && isOver(button, event);
    press = counts ? { button, id: event.pointerId, x: event.clientX, y: event.clientY } : undefined;
  };
  const onUp = (event: PointerEvent) => {
    const begun = press;
    press = undefined;
    if (!begun || begun.id !== event.pointerId) return;
    const { button, x, y } = begun;
    if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return;
    if (isOver(button, event) || !button.isConnected) return;
    // After the browser's own click, which falls on what both places have in common; a disabled button refuses it.
    setTimeout(() => button.click());
  };
  const onCancel = () => {
    press = undefined;
  };
  document.addEventListener('pointerdown', onDown, true);
  document.addEventListener('pointerup', onUp, true);
  document.addEventListener('pointercancel', onCancel, true);
  return () => {
    document.removeEventListener('pointerdown', onDown, true);
    document.removeEventListener('pointerup', onUp, true);
    document.removeEventListener('pointercancel', onCancel, true);
  };
}
