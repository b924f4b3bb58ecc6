import type { LayoutName } from '../layouts/layout.ts';

/** A report or template that people have at hand and may drop in the wrong place. Titles and headers are folded (see `foldHeader`). */
export type KnownReport = {
  /** For programs: the kind of file. A layout's own name where Khớp reads it. */
  readonly report: string;
  /** Its name in AMIS, meInvoice or Bravo, for messages. */
  readonly title: string;
  /** The layout it is read as; null: Khớp reads nothing from it. */
  readonly layout: LayoutName | null;
  /** Texts that a title above the header begins with. */
  readonly titles: readonly string[];
  /**
   * Titles that are this report's only when they are alone and no layout fits: short words that head other things too.
   */
  readonly exactTitles?: readonly string[];
  /** Sets of headers that tell it without a title: all of a set, any of the alternatives behind a `|`, none behind a `!`. */
  readonly signs?: readonly (readonly string[])[];
  /** The way out for the user. */
  readonly advice?: string;
};

/** The reports to send instead of one that Khớp cannot use. */
export const SALES = 'Hãy xuất «Sổ chi tiết bán hàng» từ AMIS rồi tải lên.';
export const STOCK = 'Hãy xuất «Tổng hợp tồn kho» từ AMIS rồi tải lên.';
export const PURCHASES = 'Hãy xuất «Sổ chi tiết mua hàng» từ AMIS rồi tải lên.';
