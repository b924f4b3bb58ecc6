/**
 * Marks the texts of a part of the page that look like none of the known ones, with `data-new-look`, and takes older marks
 * away. A look is whatever the contrast of a text depends on: its own class, colour, size and weight, and the grounds that
 * are painted behind it. Runs in the page.
 * @returns the looks of the marked texts.
 */
export function markNewLooks({ part, known }: { part: string; known: string[] }): string[] {
  const seen = new Set(known);
  const added: string[] = [];
  const grounds = new Map<Element, string>();

  /** The colours behind an element's text, down to the first that hides what lies under it. */
  const groundOf = (element: Element | null): string => {
    if (!element) return '';
    let ground = grounds.get(element);
    if (ground === undefined) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const plain = backgroundImage === 'none' && opacity === '1' && filter === 'none';
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)';
      const isSolid = backgroundColor.startsWith('rgb(');
      if (plain && isClear) ground = groundOf(element.parentElement);
      else if (plain && isSolid) ground = backgroundColor;
      else ground = [backgroundColor, backgroundImage, opacity, filter, groundOf(element.parentElement)].join(' on ');
      grounds.set(element, ground);
    }
    return ground;
  };
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    Array.from(element.childNodes).some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
  const lookOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const own = [element.tagName, element.getAttribute('class'), color, fontSize, fontWeight, textShadow];
    return [...own, groundOf(element)].join('|');
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
