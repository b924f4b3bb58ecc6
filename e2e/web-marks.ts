/** The times that a page has measured of itself since it was opened, in milliseconds. */
export type Marks = {
  /** Largest contentful paint so far. */
  lcp: number;
  /** The slowest interaction so far, from the key or click to the next paint. */
  inp: number;
  /** Every task of 50 ms and more. */
  longTasks: number[];
  /** Painted frames. */
  frames: number;
};

declare global {
  interface Window {
    marks: Marks;
  }
}

/** Runs in the page before its own scripts: keeps `window.marks`. */
export function watchMarks(): void {
  const marks: Marks = { lcp: 0, inp: 0, longTasks: [], frames: 0 };
  window.marks = marks;
  const watch = (type: string, heard: (entry: PerformanceEntry) => void, more: object = {}) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) heard(entry);
    }).observe({ type, buffered: true, ...more });
  };
  watch('largest-contentful-paint', (entry) => {
    marks.lcp = entry.startTime;
  });
  watch(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming).interactionId) marks.inp = Math.max(marks.inp, entry.duration);
    },
    { durationThreshold: 16 },
  );
  watch('longtask', (entry) => marks.longTasks.push(entry.duration));
  const frame = () => {
    marks.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
