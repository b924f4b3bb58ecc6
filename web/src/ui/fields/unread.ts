import { type FormEvent, useLayoutEffect, useRef } from 'react';

/**
 * A typed text that the field cannot read is no value: the form still holds the one before, and would save that as if it
 * were what the person sees. While `problem` says what is wrong, the form of the field is not sent; `tell` shows it there.
 */
export function useUnread(problem: string | undefined, tell: (problem: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => ref.current?.setCustomValidity(problem ?? ''), [problem]);
  return {
    ref,
    onInvalid: (event: FormEvent<HTMLInputElement>) => {
      // The words of the product beside the field instead of the browser's bubble over it.
      event.preventDefault();
      if (problem !== undefined) tell(problem);
      const { currentTarget: field } = event;
      if (inputsAround(field).find(({ validity }) => !validity.valid) === field) field.focus();
    },
  };
}

const inputsAround = (element: Element): HTMLInputElement[] =>
  Array.from(element.closest('form, [role="dialog"]')?.querySelectorAll('input') ?? []);

/**
 * True when every field around the element is read; else the first that is not takes the focus and says why. For buttons
 * that keep what was typed without sending a form.
 */
export const allRead = (element: Element): boolean =>
  inputsAround(element)
    .map((input) => input.checkValidity())
    .every(Boolean);
