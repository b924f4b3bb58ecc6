import { writeFileSync } from 'node:fs';
import { openApiDocument, routeTable } from './openapi.ts';

/** The content that the generated files should hold; the test compares, `npm run generate` writes. */
export function generatedFiles(): { readonly url: URL; readonly content: string }[] {
  const routes = Object.entries(routeTable())
    .map(([operationId, [method, path]]) => `  ${operationId}: ['${method}', '${path}'],\n`)
    .join('');
  return [
    { url: new URL('../openapi.json', import.meta.url), content: `${JSON.stringify(openApiDocument(), null, 2)}\n` },
    {
      url: new URL('./routes.generated.ts', import.meta.url),
      content: `/** Made by \`npm run generate\` from the contract: operation → method and path (without /v1). */\nexport const routes = {\n${routes}} as const;\n`,
    },
  ];
}

if (import.meta.main) for (const { url, content } of generatedFiles()) writeFileSync(url, content);
