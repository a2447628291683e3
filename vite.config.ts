import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { giveGlobals } from './e2e/sync/simulation/give-globals.ts';
import { plantTeeth } from './e2e/sync/teeth/plant-teeth.ts';

const SERVER_PORT = 8787;
/** A ceiling for a busy machine; most tests take a hundredth of it. */
const TEST_TIMEOUT_MS = 30_000;
/** Admins' screens, and what brings their work and rows to and fro, are kept apart, so that learners never download them. */
const ADMIN_MODULES =
  /\/pwa\/(features\/(admin|editor|sync-centre\/admin)|conflict\/|upload\/|sync\/admin-replay|store\/pull-admin)/;
/** Style sheets are named after the screen, or the part of the editor, that fetches them. */
const ADMIN_SHEETS =
  /^(admin|decide|edit-|lesson-history|lesson-text-editor|preview-place|rich-pane|upload-progress)/;

/** What people open now and then; what only these need is not fetched at each start. */
const LATE_MODULES =
  /\/pwa\/(features\/(sync-centre|storage)\/|offline\/panel\/|downloads\/(keep-files|wanted-files|download-plans|course-size)\.ts|app\/sign-out\.tsx)/;

/** The screens that people see who have not signed in; none of them may need the private store. */
const VISITORS_SCREENS = /\/pwa\/features\/(landing|courses|course|library|login|signup|recovery|legal)\//;

/** What screens have in common, and the parts of the app that know the store on the device. */
const SHARED = /\/pwa\/(ui|store|sync|downloads|session|offline)\/|\/schema\//;
/** What draws a lesson before React is there. */
const PICTURE = /\/draw-lesson\.ts$/;
/** Fetched by the entry beside the first screen, and as much a part of every start. */
const FRAME = /\/pwa\/app\/start-app\.tsx$/;
const STYLES = /\.css$/;
const REACT = /\/node_modules\/react\//;

/** One file for three builds: the app with its worker, the server (`vite build --ssr`), the tests. */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        build: { outDir: 'dist/server', emptyOutDir: true, target: 'node20', ssr: true },
      }
    : {
        root: 'pwa',
        // Otherwise it lies among the sources.
        cacheDir: '../node_modules/.vite',
        publicDir: 'public',
        plugins: [
          react(),
          paintShellFirst(),
          sendForChunks(),
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
              codeSplitting: { groups: chunkGroups },
              chunkFileNames: ({ moduleIds }) =>
                moduleIds.some((id) => ADMIN_MODULES.test(id))
                  ? 'assets/admin/[name]-[hash].js'
                  : 'assets/[name]-[hash].js',
              assetFileNames: ({ names }) =>
                names.some((name) => ADMIN_SHEETS.test(name))
                  ? 'assets/admin/[name]-[hash][extname]'
                  : 'assets/[name]-[hash][extname]',
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
          // Two files at a time also on two cores.
          maxWorkers: '100%',
          projects: [
            {
              test: {
                name: 'schema',
                root: '.',
                include: ['schema/**/*.test.ts'],
                isolate: false,
                testTimeout: TEST_TIMEOUT_MS,
              },
            },
            {
              test: {
                name: 'server',
                root: '.',
                include: ['sync-server/**/*.test.ts'],
                // The server is read once a worker, not once a file.
                isolate: false,
                testTimeout: TEST_TIMEOUT_MS,
              },
            },
            { test: { name: 'ci', root: '.', include: ['.ci/**/*.test.mjs'] } },
            // Whether the map of the specification is true.
            { test: { name: 'map', root: '.', include: ['e2e/*.test.ts'] } },
            {
              test: {
                name: 'pwa',
                root: '.',
                include: ['pwa/**/*.test.ts'],
                isolate: false,
                setupFiles: ['pwa/testing/setup.ts'],
                testTimeout: TEST_TIMEOUT_MS,
              },
            },
            {
              plugins: [plantTeeth()],
              // The app's real outbox against the real server, in one process.
              test: {
                name: 'joint',
                root: '.',
                include: ['e2e/sync/*.test.ts'],
                setupFiles: ['pwa/testing/setup.ts'],
                testTimeout: 120_000,
              },
            },
            {
              plugins: [plantTeeth(), giveGlobals()],
              // Many devices and a server, whole lives long.
              test: {
                name: 'simulation',
                root: '.',
                // What a life leaves behind is gone before it would be moved on.
                execArgv: ['--max-semi-space-size=64'],
                include: ['e2e/sync/*/*.test.ts'],
                setupFiles: ['pwa/testing/setup.ts'],
                testTimeout: 120_000,
              },
            },
          ],
        },
      },
);

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/**
 * Few files, because on a slow phone each one costs as much as ten kilobytes more. `start` is the entry,
 * which only asks for the others; `picture` draws a lesson before React is there; `base` is React, the frame
 * and what the screens of visitors share; `device` the store and all that works for a known learner, without
 * React, so that it is read while React still is; `desk` what learners' screens share besides. The rest goes
 * by screen (admins' screens and what only they need into a folder of their own). Earlier groups win, and
 * take along what they import.
 */
const chunkGroups = [
  {
    debugName: 'start',
    name: (id: string, graph: ModuleGraph) =>
      isNeededByEntry(id, graph) || (SHARED.test(id) && isNeededByPicture(id, graph)) ? 'start' : null,
  },
  {
    debugName: 'picture',
    name: (id: string, graph: ModuleGraph) => (isNeededByPicture(id, graph) ? 'picture' : null),
  },
  {
    debugName: 'base',
    name: (id: string, graph: ModuleGraph) =>
      isNeededAtStart(id, graph) || (SHARED.test(id) && isNeededByVisitors(id, graph)) ? 'base' : null,
  },
  {
    debugName: 'device',
    test: SHARED,
    name: (id: string, graph: ModuleGraph) =>
      isForAdminsOnly(id, graph) || isForLater(id, graph) || needsReact(id, graph) || STYLES.test(id)
        ? null
        : 'device',
  },
  {
    // What a lesson is drawn with stays in the learners' file, even where admins' screens use it too.
    debugName: 'learn-page',
    test: /\/pwa\/(lesson|features\/learn)\//,
    name: 'learn-page',
  },
  {
    // What finds words, with the library for it: fetched by whoever searches, and when all else is done.
    debugName: 'search',
    test: /\/pwa\/search\/|\/node_modules\/minisearch\//,
    name: 'search',
  },
  {
    debugName: 'desk',
    test: SHARED,
    name: (id: string, graph: ModuleGraph) =>
      isForAdminsOnly(id, graph) || isForLater(id, graph) ? null : 'desk',
  },
].map((group, index) => ({ ...group, priority: 7 - index }));

const isNeededByEntry = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => graph.getModuleInfo(one)?.isEntry === true });
const isNeededByPicture = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => PICTURE.test(one) });
const isNeededAtStart = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => FRAME.test(one) });
const isNeededByVisitors = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => VISITORS_SCREENS.test(one) });
/** An admins' screen, or something that nobody but those imports. */
function isForAdminsOnly(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (ADMIN_MODULES.test(id)) return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const dynamicImporters = graph.getModuleInfo(id)?.dynamicImporters ?? [];
  if (seen.has(id) || importers.length === 0 || dynamicImporters.length > 0) return false;
  seen.add(id);
  return importers.every((importer) => isForAdminsOnly(importer, graph, seen));
}
/** Something that nobody imports but what is opened now and then, or admins' screens. */
function isForLater(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (LATE_MODULES.test(id) || ADMIN_MODULES.test(id)) return true;
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  const all = [...importers, ...dynamicImporters];
  if (seen.has(id) || all.length === 0) return false;
  seen.add(id);
  return all.every((importer) => isForLater(importer, graph, seen));
}
const needsReact = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importedIds', goal: (one) => REACT.test(one) });

interface Walk {
  readonly graph: ModuleGraph;
  readonly next: 'importers' | 'importedIds';
  readonly goal: (id: string) => boolean;
}

/** Whether static imports lead from one module to another that is the goal. */
function reaches(id: string, walk: Walk, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (walk.goal(id)) return true;
  return (walk.graph.getModuleInfo(id)?.[walk.next] ?? []).some((one) => reaches(one, walk, seen));
}

/**
 * The shell in index.html carries its own styles. The app's style sheets, the entry's and the frame's, stand
 * behind it, so that the shell is painted without waiting for a second round trip; module scripts still
 * wait for the sheets.
 */
function paintShellFirst(): Plugin {
  return {
    name: 'paint-shell-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const sheets = findFiles(bundle, 'base', '.css').map(
          (file) => `<link rel="stylesheet" crossorigin href="${file}">`,
        );
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.unshift(sheet);
          return '';
        });
        return rest.replace(/\s*<\/body>/, `${sheets.join('')}$&`);
      },
    },
  };
}

/** Addresses of the finished files with this name, whatever their hash. */
function findFiles(bundle: Rolldown.OutputBundle, name: string, ending: string): string[] {
  return Object.keys(bundle)
    .filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith(ending))
    .map((file) => `/${file}`);
}

/**
 * What the page asks for while index.html is still being read, by the path: where a kept lesson may be drawn
 * before React is there, what draws it and nothing else, because on a slow phone each file that sets out
 * holds the picture up; for other screens of known learners the store and the screen; for all others the frame.
 */
const FILES_BY_PATH = [
  { path: /\/learn$/, names: ['picture'] },
  { path: /^\/dashboard$/, names: ['base', 'device', 'desk', 'dashboard-page'] },
  { path: /^/, names: ['base'] },
];

/**
 * Lets the browser fetch and compile what comes next while it still reads index.html. A small inline script
 * decides by the path, before anything else, because it cannot be scanned ahead; the server allows it by its
 * hash. The fonts are for every page.
 */
function sendForChunks(): Plugin {
  return {
    name: 'send-for-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
        const links = fonts.map(
          (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        );
        return html
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<meta charset[^>]*>/, `$&<script>${sendByPath(bundle)}</script>`)
          .replace('</head>', `${links.join('')}$&`);
      },
    },
  };
}

/** The inline script: asks for the files of the screen that the address names. */
function sendByPath(bundle: Rolldown.OutputBundle): string {
  const cases = FILES_BY_PATH.map(({ path, names }) => {
    const files = ['.js', '.css'].flatMap((ending) =>
      ['rolldown-runtime', ...names].flatMap((name) => findFiles(bundle, name, ending)),
    );
    return `${path}.test(p)?${JSON.stringify(files)}:`;
  });
  return `{let p=location.pathname;for(let f of ${cases.join('')}[]){let s=/css$/.test(f),l=document.createElement('link');l.rel=s?'preload':'modulepreload';if(s)l.as='style';l.crossOrigin='';l.href=f;document.head.append(l)}}`;
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
