import { foldText } from './fold.ts';

/** A warehouse's name as names are compared: without case, marks and doubled spaces. */
export const warehouseKey = (name: string): string => foldText(name).replace(/\s+/g, ' ').trim();
