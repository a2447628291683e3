import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { ADMIN_MODULES, ADMIN_SHEETS, chunkGroups } from './pwa/build/chunk-groups.ts';
import { compressCopies } from './pwa/build/compress-copies.ts';
import { customMedia } from './pwa/build/custom-media.ts';
import { paintShellFirst, sendForChunks, showSite } from './pwa/build/first-html.ts';
import { leanRouter } from './pwa/build/lean-router.ts';
import { noSummaries } from './pwa/build/no-summaries.ts';
import { servedPages } from './pwa/build/served-pages.ts';
import { shortClassName } from './pwa/build/short-class-name.ts';

const SERVER_PORT = 8787;
/** The server, its worker threads, which need a separate file each, and the operator's commands. */
const SERVER_ENTRIES = {
  main: 'sync-server/main.ts',
  carrel: 'sync-server/operator/carrel.ts',
  'html-worker': 'sync-server/courses/html-worker.ts',
  'report-worker': 'sync-server/reports/report-worker.ts',
};
/** Dependencies with compiled parts; all others are bundled with the server (docs/why/server.md). */
const SERVER_EXTERNALS = ['better-sqlite3', 'sharp', '@node-rs/argon2'];
const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));
/** Of a file's bytes, in its name: two releases of a file with one name are told apart by 42 bits. */
const SHORT_HASH = '[hash:7]';
/** One file for two builds: the app with its worker, and the server (`vite build --ssr`). */
export default defineConfig(({ isSsrBuild, command }) =>
  isSsrBuild
    ? {
        ssr: { noExternal: true, external: SERVER_EXTERNALS },
        build: {
          outDir: 'dist/server',
          emptyOutDir: true,
          target: 'node20',
          ssr: true,
          rolldownOptions: {
            input: SERVER_ENTRIES,
            // The code that starts a thread, in whichever chunk it is, is beside the thread's program.
            output: { chunkFileNames: '[name]-[hash].js' },
          },
        },
      }
    : {
        root: 'pwa',
        // Otherwise it is among the sources.
        cacheDir: '../node_modules/.vite',
        publicDir: 'public',
        // Without a condition, the package exports its development build to browsers.
        resolve: command === 'build' ? { alias: [{ find: /^react-router$/, replacement: ROUTER }] } : {},
        plugins: [
          react(),
          customMedia(),
          leanRouter(),
          noSummaries(),
          paintShellFirst(),
          sendForChunks(),
          showSite(),
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'worker',
            filename: 'sw.ts',
            injectRegister: false,
            registerType: 'prompt',
            manifest: false,
            injectManifest: {
              rollupFormat: 'iife',
              globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', '*.svg'],
              globIgnores: ['assets/admin/**'],
            },
          }),
          compressCopies(),
          servedPages(),
        ],
        worker: {
          format: 'es',
          rolldownOptions: {
            output: {
              // Only admins import: outside of the learners' precache. Its parts are loaded when a file needs them.
              entryFileNames: ({ name }) =>
                name === 'import-worker' ? 'assets/admin/[name]-[hash].js' : 'assets/[name]-[hash].js',
              chunkFileNames: 'assets/admin/[name]-[hash].js',
            },
          },
        },
        css: { modules: command === 'build' ? { generateScopedName: shortClassName } : {} },
        build: {
          outDir: '../dist/pwa',
          emptyOutDir: true,
          target: 'es2022',
          modulePreload: { polyfill: false },
          manifest: true,
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups },
              // The start of every page lists all names.
              entryFileNames: `assets/[name]-${SHORT_HASH}.js`,
              chunkFileNames: ({ moduleIds }) =>
                moduleIds.some((id) => ADMIN_MODULES.test(id))
                  ? `assets/admin/[name]-${SHORT_HASH}.js`
                  : `assets/[name]-${SHORT_HASH}.js`,
              assetFileNames: ({ names }) =>
                names.some((name) => ADMIN_SHEETS.test(name))
                  ? `assets/admin/[name]-${SHORT_HASH}[extname]`
                  : `assets/[name]-${SHORT_HASH}[extname]`,
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
      },
);
