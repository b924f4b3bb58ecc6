import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { SheetHabit } from '../amis-world/sheet-habits.ts';
import type { StockLayout } from '../amis-world/stock-layouts.ts';

/** One file of the sample folder, before it is bytes. Rows may be pulled once; a second call of `sampleFiles` gives them again. */
export type SampleFile =
  | { readonly path: string; readonly kind: 'json'; readonly value: unknown }
  | {
      readonly path: string;
      readonly kind: 'csv';
      readonly header: readonly string[];
      readonly rows: Iterable<readonly string[]>;
    }
  | {
      readonly path: string;
      readonly kind: 'sheet';
      readonly layout: LayoutName;
      readonly rows: Iterable<Row>;
      /** The form of a stock report, or the sales ledger of 25 columns; absent: as the layout writes it. */
      readonly form?: StockLayout | 'wide-ledger';
      /** The profile's own change to it; absent: none. */
      readonly habit?: SheetHabit;
      /** Days that the workbook's second row names, where its layout has a period. */
      readonly period: { readonly fromDate: string; readonly toDate: string };
      /** Instant in UTC at which AMIS made it: kept in the file's core properties. */
      readonly createdAt: string;
    };
