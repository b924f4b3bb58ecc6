import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is being printed. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture right after the event.
    const onto = () => flushSync(() => setIsPrinting(true));
    const off = () => setIsPrinting(false);
    addEventListener('beforeprint', onto);
    addEventListener('afterprint', off);
    return () => {
      removeEventListener('beforeprint', onto);
      removeEventListener('afterprint', off);
    };
  }, []);
  return isPrinting;
}
