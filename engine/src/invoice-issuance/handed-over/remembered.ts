/**
 * The results of work on lists, for the next plan that has the very same lists: catalogues, connections and stock reports are those of
 * the day before. Nothing is compared but their identity, and what is remembered must not change afterwards. Only results that
 * do not depend on the order of questions belong here.
 */
export class Remembered {
  readonly #known = new Map<string, { readonly from: readonly unknown[]; readonly made: unknown }>();

  /** @param name of the one maker, and of whatever it is made for */
  of<T>(name: string, from: readonly unknown[], make: () => T): T {
    const known = this.#known.get(name);
    const isSame = known?.from.length === from.length && known.from.every((one, at) => one === from[at]);
    // A name has one maker, so what is known by it is of its type.
    if (isSame) return known.made as T;
    const made = make();
    this.#known.set(name, { from, made });
    return made;
  }
}
