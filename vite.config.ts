import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

const SERVER_PORT = 8787;
/** Admins' screens are kept apart, so that learners never download them. */
const ADMIN_MODULES = /\/pwa\/features\/(admin|editor)/;

/** One file for three builds: the app with its worker, the server (`vite build --ssr`), the tests. */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        build: { outDir: 'dist/server', emptyOutDir: true, target: 'node20', ssr: true },
      }
    : {
        root: 'pwa',
        publicDir: 'public',
        plugins: [
          react(),
          paintShellFirst(),
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'worker',
            filename: 'sw.ts',
            injectRegister: false,
            registerType: 'prompt',
            manifest: false,
            injectManifest: {
              rollupFormat: 'iife',
              globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', '*.{svg,webmanifest}'],
              globIgnores: ['assets/admin/**'],
            },
          }),
          compressCopies(),
        ],
        build: {
          outDir: '../dist/pwa',
          emptyOutDir: true,
          target: 'es2022',
          modulePreload: { polyfill: false },
          manifest: true,
          rolldownOptions: {
            output: {
              chunkFileNames: ({ moduleIds }) =>
                moduleIds.some((id) => ADMIN_MODULES.test(id))
                  ? 'assets/admin/[name]-[hash].js'
                  : 'assets/[name]-[hash].js',
            },
          },
        },
        server: {
          proxy: {
            // The app's own sources below pwa/api/ are served at the same path.
            '^/api/(?!.*\\.ts)': `http://127.0.0.1:${SERVER_PORT}`,
            '/media': `http://127.0.0.1:${SERVER_PORT}`,
          },
        },
        test: {
          projects: [
            { test: { name: 'schema', root: '.', include: ['schema/**/*.test.ts'] } },
            { test: { name: 'server', root: '.', include: ['sync-server/**/*.test.ts'] } },
            {
              test: {
                name: 'pwa',
                root: '.',
                include: ['pwa/**/*.test.ts'],
                setupFiles: ['pwa/testing/setup.ts'],
              },
            },
            {
              // The app's real outbox against the real server, in one process.
              test: {
                name: 'joint',
                root: '.',
                include: ['e2e/sync/**/*.test.ts'],
                setupFiles: ['pwa/testing/setup.ts'],
                testTimeout: 120_000,
              },
            },
          ],
        },
      },
);

/**
 * The shell in index.html carries its own styles. The app's style sheet moves behind it, so that the
 * shell is painted without waiting for a second round trip; module scripts still wait for the sheet.
 */
function paintShellFirst(): Plugin {
  return {
    name: 'paint-shell-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets: string[] = [];
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.push(sheet);
          return '';
        });
        return rest.replace(/\s*<\/body>/, `${sheets.join('')}$&`);
      },
    },
  };
}

/** Writes .br and .gz beside every text file of the finished build, the worker included. */
function compressCopies(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  let folder = '';
  return {
    name: 'compress-copies',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const name of await readdir(folder, { recursive: true })) {
          if (!/^[^.].*\.(html|js|css|svg|webmanifest)$/.test(name)) continue;
          const bytes = await readFile(join(folder, name));
          await writeFile(join(folder, `${name}.br`), await brotli(bytes));
          await writeFile(join(folder, `${name}.gz`), await gz(bytes, { level: 9 }));
        }
      },
    },
  };
}
