import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { ClockBar } from '../../page/clock-bar.tsx';
import { Logo } from '../../page/logo.tsx';
import { strings } from '../../strings.ts';
import { EmulatorBanner } from './emulator-banner.tsx';
import { authStrings } from './strings.ts';

/** The two auth pages have no layout: a card on a quiet ground. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col bg-nav">
      <EmulatorBanner />
      <ClockBar />
      <main className="mx-auto flex w-full max-w-[400px] grow flex-col justify-center px-4 py-10">
        <div className="mb-6 flex flex-col items-center gap-2 text-center">
          <Logo size={40} />
          <p className="m-0 text-[22px] leading-7 font-semibold tracking-tight text-accent">{strings.product}</p>
          <p className="m-0 max-w-72 text-grid text-ink-2">{authStrings.tagline}</p>
        </div>
        <div className="rounded-md border border-line bg-raised p-5 sm:p-6">
          <h1 className="m-0 mb-4 text-title font-semibold">{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
