import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/errors.ts';
import { ERROR_REDIRECT } from '../constants.ts';
import { strings } from '../strings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { AppLink, useGo } from '../ui/link.tsx';

const CRAWLER =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|skypeuripreview|zalo|embedly|lighthouse/i;

/** Search engines, crawlers and link previewers: they get no error page, only a line in the log. */
export const isCrawler = (agent: string = navigator.userAgent): boolean => CRAWLER.test(agent);

export type Fault = { statusCode: number; statusMessage: string; message: string };

/** What the error page says of anything that was thrown. */
export function faultOf(error: unknown): Fault {
  if (error instanceof ApiError) {
    return { statusCode: error.status || 503, statusMessage: error.code, message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { statusCode: 500, statusMessage: strings.errors.somethingWrong, message };
}

/** The page of a fatal error (specification §2). */
export function FaultPage({ fault, onLeave }: { fault: Fault; onLeave: () => void }) {
  if (isCrawler()) {
    console.error('[fatal]', fault);
    return null;
  }
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 px-4 py-16 text-center">
      <p className="tabular m-0 text-[40px] leading-12 font-semibold text-accent">{fault.statusCode}</p>
      <p className="m-0 text-grid font-medium text-ink-2">{fault.statusMessage}</p>
      <h1 className="m-0 text-[20px] leading-7 font-semibold">{strings.errors.pageTitle}</h1>
      <p className="m-0 max-w-md text-ink-2">{strings.errors.pageDescription}</p>
      {fault.message !== fault.statusMessage ? (
        <p className="m-0 max-w-lg rounded-md bg-sunken px-3 py-2 text-grid break-words text-ink-2">{fault.message}</p>
      ) : null}
      <Button variant="primary" className="mt-2" onClick={onLeave}>
        {strings.errors.backToHome}
      </Button>
    </div>
  );
}

/** The router's error component: clears the error and goes home. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const go = useGo();
  const router = useRouter();
  useEffect(() => {
    console.error('[page]', error);
  }, [error]);
  return (
    <FaultPage
      fault={faultOf(error)}
      onLeave={() => {
        reset();
        go(ERROR_REDIRECT);
        void router.invalidate();
      }}
    />
  );
}

/** An error outside the shell, where nothing else is on the page. */
export function RootErrorPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  );
}

/** Unknown routes. */
export function NotFoundPage() {
  const fullPath = useRouterState({ select: (state) => state.location.href });
  return (
    <main className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 px-4 py-16 text-center">
      <p className="tabular m-0 text-[40px] leading-12 font-semibold text-accent">404</p>
      <h1 className="m-0 text-[20px] leading-7 font-semibold">{strings.errors.pageTitle}</h1>
      <p className="m-0 max-w-lg text-ink-2 break-words">Page not found: {fullPath}</p>
      <AppLink to="/" className={buttonClass('primary', 'md', 'mt-2')}>
        {strings.common.backToHome}
      </AppLink>
    </main>
  );
}
