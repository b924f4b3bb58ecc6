import { formatQuantity } from '../../quantity.ts';
import type { Allocation, AllocationPlan, RefusedPin, Shortage, ShortageDetail } from '../types.ts';
import type { InJson, JsonPlan } from './form.ts';

/** A plan in its JSON form; the order of the fields is the plan's own. */
export function planInJson({ allocations, shortages, stats, refusedPins }: AllocationPlan): JsonPlan {
  return {
    allocations: allocations.map(allocationInJson),
    shortages: shortages.map(shortageInJson),
    stats,
    ...(refusedPins && { refusedPins: refusedPins.map(refusedPinInJson) }),
  };
}

export function allocationInJson({ line, lot, quantity, lineQuantity, amount }: Allocation): InJson<Allocation> {
  return { line, lot, quantity: formatQuantity(quantity), lineQuantity: formatQuantity(lineQuantity), amount };
}

export function shortageInJson(shortage: Shortage): InJson<Shortage> {
  return {
    ...shortage,
    lineQuantity: formatQuantity(shortage.lineQuantity),
    detail: detailInJson(shortage.detail),
  };
}

export function refusedPinInJson(pin: RefusedPin): InJson<RefusedPin> {
  return { ...pin, lineQuantity: formatQuantity(pin.lineQuantity) };
}

function detailInJson({ nextArrival, missingAhead, cut, ...detail }: ShortageDetail): InJson<ShortageDetail> {
  return {
    ...detail,
    needed: formatQuantity(detail.needed),
    given: formatQuantity(detail.given),
    missing: formatQuantity(detail.missing),
    stockEver: formatQuantity(detail.stockEver),
    stockByDate: formatQuantity(detail.stockByDate),
    takenByOthers: formatQuantity(detail.takenByOthers),
    freeByDate: formatQuantity(detail.freeByDate),
    freeInOtherProfiles: formatQuantity(detail.freeInOtherProfiles),
    freeLater: formatQuantity(detail.freeLater),
    competitors: detail.competitors.map((one) => ({ ...one, lineQuantity: formatQuantity(one.lineQuantity) })),
    ...(nextArrival && { nextArrival: { ...nextArrival, quantity: formatQuantity(nextArrival.quantity) } }),
    ...(missingAhead !== undefined && { missingAhead: formatQuantity(missingAhead) }),
    ...(cut && { cut: { ...cut, stock: formatQuantity(cut.stock) } }),
  };
}
