import { getSession, subscribeSession } from './api/session.ts';
import { strings } from './strings.ts';
import { toast } from './ui/overlays/toast.tsx';

/** One field that a person typed into: where it is, what it said before, and what it says now. */
type Typed = { path: string; place: string; label: string; nth: number; before: string; value: string };
type Control = HTMLInputElement | HTMLTextAreaElement;

const KEY = 'khop.typed';
/** Kept text is offered to the fields that appear within this time after the reload. */
const OFFERED_MS = 600_000;
/** A form that opens again by itself has done so within this time. */
const TOLD_AFTER_MS = 1_500;
const TEXT_TYPES = new Set(['text', 'email', 'search', 'tel', 'url', 'number']);

const before = new WeakMap<Control, string>();
const typed = new Map<Control, Typed>();

/** The storage of this tab; undefined where the browser forbids it. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

const person = (): string | null => getSession().user?.uid ?? null;

/** A field whose text may be kept: never a password, whether it is hidden or shown. */
function controlOf(target: EventTarget | null): Control | undefined {
  if (target instanceof HTMLTextAreaElement) return target;
  if (!(target instanceof HTMLInputElement) || !TEXT_TYPES.has(target.type)) return undefined;
  return target.autocomplete.includes('password') ? undefined : target;
}

const words = (element: Element | null | undefined): string => element?.textContent?.trim() ?? '';

const labelOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? (words(control.labels?.[0]) || control.name);

const dialogOf = (control: Control): Element | null => control.closest('[role="dialog"]');

/** The title of the dialog that the field is in, which names its record; empty on the page itself. */
function placeOf(control: Control): string {
  const titled = dialogOf(control)?.getAttribute('aria-labelledby');
  return titled ? words(document.getElementById(titled)) : '';
}

const sameLabel = (control: Control, label: string): Control[] =>
  Array.from((dialogOf(control) ?? document).querySelectorAll<Control>('input, textarea')).filter(
    (other) => controlOf(other) !== undefined && dialogOf(other) === dialogOf(control) && labelOf(other) === label,
  );

function remember({ target }: Event): void {
  const control = controlOf(target);
  if (!control) return;
  const label = labelOf(control);
  typed.set(control, {
    path: location.pathname,
    place: placeOf(control),
    label,
    nth: sameLabel(control, label).indexOf(control),
    before: before.get(control) ?? '',
    value: control.value,
  });
}

/** Follows what is typed from now on, for one person at a time. Once, at the start. */
export function watchTyping(): void {
  let whose = person();
  subscribeSession(() => {
    const now = person();
    if (now === whose) return;
    const { ended } = getSession();
    // The session ended by itself: its person signs in again and types on.
    if (whose !== null && now === null && (ended === 'expired' || ended === 'revoked')) keepTyped(tabStorage(), whose);
    if (whose !== null) typed.clear();
    whose = now;
    if (now !== null) restoreTyped();
  });
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const control = controlOf(target);
      if (control && !before.has(control)) before.set(control, control.value);
    },
    true,
  );
  document.addEventListener('input', remember, true);
}

/** Forgets fields that are gone: the page was left or its dialog closed as the person wished. */
export function forgetLeftFields(): void {
  for (const control of typed.keys()) if (!control.isConnected) typed.delete(control);
}

/** Puts aside what is typed, for the page that comes after a reload. */
export function keepTyped(
  storage: Pick<Storage, 'setItem'> | undefined = tabStorage(),
  whose: string | null = person(),
): void {
  // A field that is gone while its page stays was in a closed dialog; one of the page before was left a moment ago.
  const kept = [...typed]
    .filter(([control, { path }]) => control.isConnected || path !== location.pathname)
    .map(([, one]) => one)
    .filter((one) => one.value !== one.before);
  if (kept.length === 0) return;
  try {
    storage?.setItem(KEY, JSON.stringify({ person: whose, fields: kept }));
  } catch {
    // Full: the page loads again all the same.
  }
}

/** The texts that were put aside, with their owner: the id of a person, or null for texts typed before signing in. */
function takeKept(): { person: string | null; fields: Typed[] } {
  try {
    const { person, fields } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { person?: string; fields?: Typed[] };
    // Put aside when a session ended: it waits on the sign-in page until a user is signed in.
    if (person && getSession().status === 'signed-out') return { person, fields: [] };
    sessionStorage.removeItem(KEY);
    return { person: person ?? null, fields: fields ?? [] };
  } catch {
    return { person: null, fields: [] };
  }
}

const setterOf = (control: Control) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set;

/** Types for the person: fields hear it as if it came from the keyboard, and settle as if they were left. */
function retype(control: Control, one: Typed): void {
  before.set(control, one.before);
  setterOf(control)?.call(control, one.value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  setTimeout(() => control.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
}

const isFieldOf = (control: Control, one: Typed): boolean =>
  one.path === location.pathname &&
  labelOf(control) === one.label &&
  placeOf(control) === one.place &&
  sameLabel(control, one.label).indexOf(control) === one.nth;

/** The field of the same record in the same state, or one that says already what was kept. */
function fieldOf(one: Typed): Control | undefined {
  for (const control of document.querySelectorAll<Control>('input, textarea'))
    if ((control.value === one.before || control.value === one.value) && isFieldOf(control, one)) return control;
  return undefined;
}

/**
 * Gives back what was kept, to its person, to each field once, as soon as it is shown with what it said before. A field
 * that the person types into first is theirs.
 */
export function restoreTyped(): void {
  const kept = takeKept();
  let waiting = kept.fields;
  if (waiting.length === 0) return;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  /** Names the dialogs that still have to be opened; one that opened again by itself needs no word. */
  const tell = () => {
    const dialogs = [...new Set(waiting.map(({ place }) => place).filter(Boolean))];
    if (dialogs.length > 0) toast.info(strings.build.kept, { description: dialogs.join(', ') });
  };
  const stop = () => {
    waiting = [];
    clearTimeout(telling);
    observer.disconnect();
    document.removeEventListener('input', typedAnew, true);
    unsubscribe();
  };
  const offer = () => {
    asked = false;
    // The person of this page is known a moment after it has loaded.
    if (getSession().status === 'starting') return;
    if (person() !== kept.person) return stop();
    waiting = waiting.filter((one) => {
      const control = fieldOf(one);
      if (control && control.value !== one.value) retype(control, one);
      return !control;
    });
    if (waiting.length === 0) stop();
    else telling ??= setTimeout(tell, TOLD_AFTER_MS);
  };
  const typedAnew = (event: Event) => {
    const control = event.isTrusted ? controlOf(event.target) : undefined;
    if (control) waiting = waiting.filter((one) => !isFieldOf(control, one));
  };
  const observer = new MutationObserver(() => {
    if (!asked) requestAnimationFrame(offer);
    asked = true;
  });
  const attributeFilter = ['value', 'aria-labelledby'];
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter });
  document.addEventListener('input', typedAnew, true);
  const unsubscribe = subscribeSession(offer);
  setTimeout(stop, OFFERED_MS);
}
