import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

const SERVER_PORT = 8787;

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
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'worker',
            filename: 'sw.ts',
            injectRegister: false,
            registerType: 'prompt',
            manifest: false,
            injectManifest: {
              rollupFormat: 'iife',
              globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', '*.{svg,png,webmanifest}'],
              globIgnores: ['assets/admin/**', 'screenshots/**'],
            },
          }),
        ],
        build: {
          outDir: '../dist/pwa',
          emptyOutDir: true,
          target: 'es2022',
          modulePreload: { polyfill: false },
        },
        server: {
          proxy: {
            '/api': `http://127.0.0.1:${SERVER_PORT}`,
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
          ],
        },
      },
);
