import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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

/** Puts a .br and a .gz beside every built text, so that the server sends them without compressing again and again. */
function compressedCopies(): Plugin {
  return {
    name: 'khop-compressed-copies',
    apply: 'build',
    writeBundle({ dir }) {
      for (const file of globSync('**/*.{js,css,svg,html}', { cwd: dir })) {
        const target = resolve(dir!, file);
        const content = readFileSync(target);
        if (content.length < 1024) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${target}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${target}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/**
 * The modules that every page needs, the sign-in page too, in one file: many small ones are compressed each without
 * knowing of the others, which cost 2.5 kB.
 */
const atStart = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store|query-core|react-query)\//,
  /node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared\/)/,
  /web\/src\/(strings|constants|api\/(client|errors|operations|session)|ui\/(cn|button|overlays\/toast))\.tsx?$/,
  /contract\/src\/routes\.generated/,
];

export default defineConfig(({ command }) => {
  const buildId = command === 'build' ? buildIdOf(resolve(here, '..')) : 'dev';
  return {
    root: here,
    plugins: [react(), tailwindcss(), buildWatchFiles(buildId), compressedCopies()],
    define: { __BUILD_ID__: JSON.stringify(buildId) },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [{ name: 'start', test: (id) => atStart.some((part) => part.test(id)) }] },
        },
      },
    },
    server: {
      proxy: { '/v1': { target: process.env.KHOP_API ?? 'http://127.0.0.1:3000', changeOrigin: false } },
    },
  };
});
