import { Fragment } from 'react';
import { Page } from '../../page/page.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { CHAPTERS, type Chapter } from './chapters.ts';

/** The guide: how a month is done, from the first profile to the numbers that AMIS gave. */
export function GuidePage() {
  return (
    <Page title="Hướng dẫn" kind="wide">
      <div className="grid items-start gap-3 lg:grid-cols-[14rem_minmax(0,48rem)]">
        <nav aria-label="Các phần của hướng dẫn" className="lg:sticky lg:top-0">
          <ol className="m-0 flex list-none flex-col gap-1 p-0">
            {CHAPTERS.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`} className="text-accent no-underline hover:underline pointer-coarse:py-2">
                  {index + 1}. {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex min-w-0 flex-col gap-3">
          {CHAPTERS.map((chapter) => (
            <ChapterCard key={chapter.id} chapter={chapter} />
          ))}
        </div>
      </div>
    </Page>
  );
}

function ChapterCard({ chapter }: { chapter: Chapter }) {
  const [head, ...rows] = chapter.table ?? [];
  return (
    <section id={chapter.id} className="scroll-mt-3">
      <Card title={chapter.title}>
        <p className="m-0 mb-2">{chapter.intro}</p>
        {head ? (
          // A table of long words scrolls by itself on a phone.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
          <section className="mb-2 overflow-x-auto" tabIndex={0} aria-label={`Bảng: ${chapter.title}`}>
            <table className="w-full min-w-lg border-collapse text-grid">
              <thead>
                <tr>
                  {head.map((cell) => (
                    <th key={cell} scope="col" className="border-b border-line py-1 pr-3 text-left font-semibold">
                      {cell}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([first, ...rest]) => (
                  <tr key={first}>
                    <th scope="row" className="border-b border-line py-1 pr-3 text-left font-medium">
                      {first}
                    </th>
                    {rest.map((cell) => (
                      <td key={cell} className="border-b border-line py-1 pr-3">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ) : null}
        <ul className="m-0 flex list-disc flex-col gap-1.5 pl-5 marker:text-ink-3">
          {chapter.points.map((point) => (
            <li key={point}>{emphasized(point)}</li>
          ))}
        </ul>
        <p className="m-0 mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {chapter.links.map(({ label, to }) => (
            <TextLink key={to} to={to}>
              {label} →
            </TextLink>
          ))}
        </p>
      </Card>
    </section>
  );
}

const emphasized = (text: string) =>
  text
    .split('**')
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed sentence
    .map((part, index) => <Fragment key={index}>{index % 2 ? <strong>{part}</strong> : part}</Fragment>);
