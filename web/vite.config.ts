import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;

/** Names a build by its sources: the same sources give the same id, on any machine. */
function buildIdOf(root: string): string {
  const hash = createHash('sha256');
  const files = ['web/index.html', 'web/vite.config.ts', 'package-lock.json'];
  for (const room of ['web/src', 'web/public', 'contract/src', 'engine/src']) {
    files.push(...globSync(`${room}/**/*.{ts,tsx,css,js,svg}`, { cwd: root }));
  }
  for (const file of files.sort()) {
    hash.update(file);
    hash.update(readFileSync(resolve(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Writes `builds/latest.json` and `builds/meta/{buildId}.json`, which open pages poll to notice a new build. */
function buildWatchFiles(buildId: string): Plugin {
  return {
    name: 'khop-build-watch-files',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify({ id: buildId })}\n`;
      this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source });
      this.emitFile({ type: 'asset', fileName: `builds/meta/${buildId}.json`, source });
    },
  };
}

export default defineConfig(({ command }) => {
  const buildId = command === 'build' ? buildIdOf(resolve(here, '..')) : 'dev';
  return {
    root: here,
    plugins: [react(), tailwindcss(), buildWatchFiles(buildId)],
    define: { __BUILD_ID__: JSON.stringify(buildId) },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      modulePreload: { polyfill: false },
    },
    server: {
      proxy: { '/v1': { target: process.env.KHOP_API ?? 'http://127.0.0.1:3000', changeOrigin: false } },
    },
  };
});
