/** The place of a person in a list: the scrolled distance and the chosen cell. */
export type GridPlace = {
  /** Which rows it was about; a list that is filtered or sorted otherwise starts at its top. */
  list: string;
  top: number;
  left: number;
  cell: { row: number; col: number } | undefined;
};

const KEY = 'khop.places';
/** Entries of the browser's history whose places are kept; the oldest are forgotten. */
const KEPT = 40;

let places: Map<string, GridPlace> | undefined;

/** The entry of the browser's history that is shown; a place belongs to it, so that Back finds it and a link does not. */
const entry = (): string => String((history.state as { __TSR_key?: string } | null)?.__TSR_key ?? location.pathname);

function all(): Map<string, GridPlace> {
  if (places) return places;
  places = read();
  // A refresh and a closed laptop lose what is only in memory.
  window.addEventListener('pagehide', () => write(places ?? new Map()));
  return places;
}

function read(): Map<string, GridPlace> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, GridPlace][]);
  } catch {
    return new Map();
  }
}

function write(kept: Map<string, GridPlace>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...kept]));
  } catch {
    // A browser that forbids it starts lists at the top after a refresh.
  }
}

/**
 * The place at which this grid was left on the page that is shown; undefined when it is seen for the first time or
 * lists other rows.
 */
export function placeOf(grid: string, list: string): GridPlace | undefined {
  const place = all().get(`${entry()} ${grid}`);
  return place?.list === list ? place : undefined;
}

export function keepPlace(grid: string, place: GridPlace): void {
  const kept = all();
  const key = `${entry()} ${grid}`;
  kept.delete(key);
  kept.set(key, place);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
}
