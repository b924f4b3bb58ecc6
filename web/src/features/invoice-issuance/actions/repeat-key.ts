/**
 * Gives the key of a request: the same one while what is asked for stays the same, so that a lost answer can be had by asking
 * again, and a new one as soon as it differs. A refusal leaves no key behind at the service.
 */
export function repeatKey(newKey: () => string): (asked: unknown) => string {
  let last: { readonly asked: string; readonly key: string } | undefined;
  return (asked) => {
    const text = JSON.stringify(asked);
    if (last?.asked !== text) last = { asked: text, key: newKey() };
    return last.key;
  };
}
