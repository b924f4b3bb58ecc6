import { cn } from '../cn.ts';

/**
 * The element that contains everything that floats: a landmark of its own after the app (index.html), so that screen
 * readers find menus and tooltips inside a region.
 */
export const overlays = (): HTMLElement | undefined => document.getElementById('overlays') ?? undefined;

/** The look of an item in any list that pops up. */
export const itemClass = cn(
  'flex min-h-7 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 text-base outline-none select-none',
  'data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
);

/** The look of a surface that pops up. */
export const popupClass =
  'popup-motion z-50 rounded-md border border-line bg-raised p-1 text-ink shadow-overlay outline-none';
