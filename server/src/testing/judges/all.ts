import { catalogueJudges } from './catalogues.ts';
import { checkJudges } from './checks.ts';
import { connectionJudges } from './connections.ts';
import { invoiceJudges } from './invoices.ts';
import type { Judges } from './judge.ts';
import { bravoSalesJudges, inventoryJudges, layoutJudges, mediaJudges, peopleJudges, ruleJudges } from './others.ts';

/** The judge of every operation. */
export const judges: Judges = {
  ...peopleJudges,
  ...catalogueJudges,
  ...bravoSalesJudges,
  ...connectionJudges,
  ...inventoryJudges,
  ...invoiceJudges,
  ...checkJudges,
  ...layoutJudges,
  ...ruleJudges,
  ...mediaJudges,
};
