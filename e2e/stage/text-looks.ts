/**
 * Marks the texts of a part of the page that look like none of the known ones, with `data-new-look`, and takes older marks
 * away. A look is whatever the contrast of a text depends on: its own colour, size and weight, and the classes and the
 * painted grounds of everything around it. Runs in the page.
 * @returns the looks of the marked texts, as numbers.
 */
export function markNewLooks({ part, known }: { part: string; known: number[] }): number[] {
  const seen = new Set(known);
  const added: number[] = [];
  const grounds = new Map<Element, string>();

  const groundOf = (element: Element | null): string => {
    if (!element) return '';
    let ground = grounds.get(element);
    if (ground === undefined) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const own = [element.getAttribute('class'), element.getAttribute('style'), backgroundColor, backgroundImage];
      ground = String(numberOf([groundOf(element.parentElement), ...own, opacity, filter].join('|')));
      grounds.set(element, ground);
    }
    return ground;
  };
  /** FNV-1a over 52 bits. */
  function numberOf(text: string): number {
    let [low, high] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < text.length; at += 1) {
      low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
      high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
    }
    return (high >>> 12) * 2 ** 32 + (low >>> 0);
  }
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    Array.from(element.childNodes).some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
  const lookOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return numberOf([element.tagName, groundOf(element), color, fontSize, fontWeight, textShadow].join('|'));
  };

  for (const marked of document.querySelectorAll('[data-new-look]')) marked.removeAttribute('data-new-look');
  for (const within of document.querySelectorAll(part))
    for (const element of within.querySelectorAll('*')) {
      if (!hasText(element) || !element.checkVisibility()) continue;
      const look = lookOf(element);
      if (seen.has(look)) continue;
      seen.add(look);
      added.push(look);
      element.toggleAttribute('data-new-look', true);
    }
  return added;
}
