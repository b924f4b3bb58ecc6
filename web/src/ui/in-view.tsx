import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Costly content comes when its place is seen; the fallback, of the same height, is there until it is ready. */
export function InView({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{seen ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}</div>;
}
