import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BLOCKS } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { CASES } from '@khop/engine/invoice-issuance/preflight/finding-fixture.ts';
import { REASON_NAMES } from '@khop/engine/invoice-issuance/shortages/reason-names.ts';
import { expect, it } from 'vitest';

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

/** Without blocks of code, in which brackets are no references. */
const textOf = (page: string): string => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** A heading as GitHub names it in an address. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!.trim()));

/** References of a page to files of the repository that lead to nothing. */
function leadingNowhere(page: string): string[] {
  const references = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);
  return references.filter((to) => {
    if (/^[a-z]+:/.test(to)) return false;
    const [file, anchor] = to.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file!);
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(decodeURIComponent(anchor));
  });
}

it('every reference of a page leads to a file, and to a heading where it names one', () => {
  expect(pages.length).toBeGreaterThan(90);
  expect(pages.flatMap((page) => leadingNowhere(page).map((to) => `${page}: ${to}`))).toEqual([]);
});

/** The codes that have a row of their own, by the heading of the table. */
function rowsOf(text: string): Set<string> {
  const first = [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([A-Z_]+)`/g)]);
  return new Set(first.map(([, code]) => code!));
}

it('docs/findings.md has a row for every reason of a shortage, and for every finding', () => {
  const [reasons, findings] = readFileSync('docs/findings.md', 'utf8').split('\n## Kiểm tra kỳ chặn');
  expect(Object.keys(REASON_NAMES).filter((code) => !rowsOf(reasons!).has(code))).toEqual([]);
  const codes = Object.keys(CASES).filter((code) => !code.startsWith('SHORTAGE_'));
  expect(codes.filter((code) => !rowsOf(findings!).has(code))).toEqual([]);
});

it('docs/findings.md says of every code that may block, and of no other, the action that it stops and the right of an administrator to go on', () => {
  const [, table] = readFileSync('docs/findings.md', 'utf8').split('| Chặn | Quản trị viên cho qua |');
  const rows = [...table!.split('\n\n')[0]!.matchAll(/^\| (Sinh|Xuất)([^|]*)\| (Không|Được) \| (.*) \|$/gm)];
  const said = rows.flatMap(([, action, of, pass, codes]) =>
    [...codes!.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => ({
      code,
      stops: action === 'Sinh' ? 'generation' : 'export',
      canOverride: pass === 'Được',
      ...(of!.includes('mọi hồ sơ') && { ofAll: true }),
    })),
  );
  const inOrder = (all: readonly { code?: string }[]) => all.toSorted((a, b) => (a.code! < b.code! ? -1 : 1));
  expect(inOrder(said)).toEqual(inOrder(Object.entries(BLOCKS).map(([code, block]) => ({ code, ...block }))));
});

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');

/** The folders of a folder that hold anything of the repository, without those of tests and of tools. */
function foldersOf(folder: string): string[] {
  const inside = tracked.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length).split('/'));
  const names = new Set(inside.flatMap(([name, ...rest]) => (rest.length > 0 ? [name!] : [])));
  return [...names].filter((name) => !name.startsWith('.') && name !== 'testing');
}

/** Folders beside a README that it does not name, and first cells of its table that are neither a folder nor a file. */
function unlikeItsFolder(page: string): string[] {
  const folder = page.slice(0, -'README.md'.length);
  const text = textOf(page);
  const named = new Set(
    [...text.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!.replace(/\/$/, '').replace(/^src\//, '')),
  );
  const folders = foldersOf(folder).filter((name) => name !== 'src');
  const missing = [...folders, ...foldersOf(`${folder}src/`)].filter((name) => !named.has(name));
  const rows = [...text.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([\w./-]+)`/g)]);
  const gone = rows.filter(([, name]) => !['', 'src/'].some((under) => existsSync(`${folder}${under}${name}`)));
  return [...missing, ...gone.map(([, name]) => `${name}, which is not there`)].map((name) => `${page}: ${name}`);
}

it('every README names each room beside it, and only what is there', () => {
  const readmes = pages.filter((page) => page.endsWith('README.md'));
  expect(readmes.length).toBeGreaterThan(12);
  expect(readmes.flatMap(unlikeItsFolder)).toEqual([]);
});
