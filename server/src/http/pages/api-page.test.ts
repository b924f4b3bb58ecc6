import { contract } from '@khop/contract/index.ts';
import { expect, it } from 'vitest';
import { apiPage } from './api-page.ts';

const page = apiPage();

it('shows every call of the contract with its path, fields and refusals', () => {
  for (const [operationId, { method, path, summary }] of Object.entries(contract)) {
    const part = new RegExp(`<details id="${operationId}">.*?</details>`, 's').exec(page)?.[0] ?? '';
    expect(part).toContain(`>${method}</b> <code>/v1${path}</code>`);
    expect(part).toContain(
      summary.replaceAll('"', '&quot;').replaceAll('&', '&amp;').replaceAll('&amp;quot;', '&quot;'),
    );
    expect(part).toContain('DATABASE_UNAVAILABLE');
  }
});

it('has an address for every named type that it speaks of', () => {
  const named = new Set([...page.matchAll(/href="#(schema-[^"]+)"/g)].map((match) => match[1]));
  expect(named.size).toBeGreaterThan(5);
  for (const id of named) expect(page).toContain(`id="${id}"`);
});

it('writes signs of HTML as themselves, and no script', () => {
  const odd = apiPage({
    paths: {
      '/v1/<a>': {
        get: {
          operationId: 'a',
          summary: '<script>',
          tags: ['t'],
          'x-access': 'public',
          parameters: [],
          responses: {},
        },
      },
    },
    components: { schemas: {} },
  });
  expect(odd).not.toContain('<script');
  expect(odd).toContain('&lt;script&gt;');
  expect(page).not.toContain('<script');
});
