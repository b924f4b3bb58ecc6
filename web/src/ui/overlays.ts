/**
 * Where everything that floats is drawn: a landmark of its own after the app (index.html), so that screen readers find
 * menus and tooltips inside a region.
 */
export const overlays = (): HTMLElement | undefined => document.getElementById('overlays') ?? undefined;
