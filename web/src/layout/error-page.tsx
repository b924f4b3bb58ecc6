import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/errors.ts';
import { ERROR_REDIRECT } from '../constants.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { useGo } from '../ui/link.tsx';

/** Names of programs. A phone of the make Cubot belongs to a person. */
const CRAWLER =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|zalo|embedly|lighthouse/i;

/** Search engines, crawlers and link previewers: they get no error page, only a line in the log. */
const isCrawler = (agent: string = navigator.userAgent): boolean => CRAWLER.test(agent);

export type Fault = { statusCode: number; statusMessage: string; message: string };

/** The words of the error page for anything that was thrown. */
export function faultOf(error: unknown): Fault {
  if (error instanceof ApiError) {
    // The code is for programs and the log; people read the sentence.
    return { statusCode: error.status || 503, statusMessage: strings.errors.somethingWrong, message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { statusCode: 500, statusMessage: strings.errors.somethingWrong, message };
}

/** The page of a fatal error (specification §2), in place of everything else. Programs get only a line in the log. */
export function FaultPage({ fault, onLeave, agent }: { fault: Fault; onLeave: () => void; agent?: string }) {
  const crawler = isCrawler(agent);
  const { statusCode, statusMessage, message } = fault;
  useEffect(() => {
    console[statusCode === 404 && !crawler ? 'warn' : 'error']('[fatal]', statusCode, statusMessage, message);
    if (!crawler) document.title = `${strings.errors.pageTitle} · ${strings.product}`;
  }, [crawler, statusCode, statusMessage, message]);
  if (crawler) return null;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-4 py-16 text-center">
      <p className="tabular m-0 text-[40px] leading-12 font-semibold text-accent">{statusCode}</p>
      <p className="m-0 max-w-lg text-grid font-medium break-words text-ink-2">{statusMessage}</p>
      <h1 className="m-0 text-[20px] leading-7 font-semibold">{strings.errors.pageTitle}</h1>
      <p className="m-0 max-w-md text-ink-2">{strings.errors.pageDescription}</p>
      {message !== statusMessage ? (
        <p className="m-0 max-w-lg rounded-md bg-sunken px-3 py-2 text-grid break-words text-ink-2">{message}</p>
      ) : null}
      <Button variant="primary" className="mt-2" onClick={onLeave}>
        {strings.errors.backToHome}
      </Button>
    </main>
  );
}

/** The root's error component: clears the error and goes home. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const go = useGo();
  const router = useRouter();
  return (
    <FaultPage
      fault={faultOf(error)}
      onLeave={() => {
        go(ERROR_REDIRECT);
        reset();
        void router.invalidate();
      }}
    />
  );
}

/** Unknown routes. */
export function NotFoundPage() {
  const go = useGo();
  const fullPath = useRouterState({ select: (state) => state.location.href });
  const sentence = `Page not found: ${fullPath}`;
  return (
    <FaultPage
      fault={{ statusCode: 404, statusMessage: sentence, message: sentence }}
      onLeave={() => go(ERROR_REDIRECT)}
    />
  );
}
