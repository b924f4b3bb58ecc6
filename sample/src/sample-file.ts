import type { LayoutName, Row } from '@khop/engine/sheets/layout.ts';

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
      /** Days that the workbook's second row names, where its layout has a period. */
      readonly period: { readonly fromDate: string; readonly toDate: string };
    };
