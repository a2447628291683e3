import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { LongestFirst } from './e2e/longest-first.ts';
import { plantMutants } from './e2e/sync/mutants/plant-mutants.ts';
import { injectGlobals } from './e2e/sync/simulation/machines/inject-globals.ts';
import { ADMIN_MODULES, ADMIN_SHEETS, chunkGroups } from './pwa/build/chunk-groups.ts';
import { compressCopies } from './pwa/build/compress-copies.ts';
import { customMedia } from './pwa/build/custom-media.ts';
import { paintShellFirst, sendForChunks } from './pwa/build/first-html.ts';
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
/** The simulation's seeds are divided into as many parts, each run in a process of its own. */
const SIMULATION_PARTS = [1, 2, 3, 4] as const;
/** Dependencies with compiled parts; all others are bundled with the server (decision 203). */
const SERVER_EXTERNALS = ['better-sqlite3', 'sharp', '@node-rs/argon2'];
/** Joint tests that load the app again, as a page does on a reload, or with a mutant: each file has its own process. */
const RELOADING = [
  'e2e/sync/account/**/*.test.ts',
  'e2e/sync/mutants/**/*.test.ts',
  'e2e/sync/learner/offline-study.test.ts',
  'e2e/sync/replay/{outbox-file,start-up}.test.ts',
];
const THREADS_OF_TESTS = fileURLToPath(
  new URL('sync-server/testing/processes/start-thread.ts', import.meta.url),
);
const SERVER_SETUP = [
  'sync-server/testing/processes/build-programs.ts',
  'sync-server/testing/processes/start-s3.ts',
];
/** Without a warning per process that later versions of the library need Node 22. */
const QUIET_S3 = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
/** Run with both kinds of store; those that kill processes look at the folder of the server. */
const TESTS_OF_FILES = [
  'sync-server/media/*.test.ts',
  'sync-server/course-files/*.test.ts',
  'sync-server/uploads/{attach,resource,thumbnail,video}-upload.test.ts',
  'sync-server/uploads/attach-again.test.ts',
  'sync-server/uploads/tus/tus-upload.test.ts',
  'sync-server/uploads/transcode/transcoder.test.ts',
  'sync-server/editor/captions.test.ts',
];
const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));
/** Not run on PostgreSQL: tests of what only a database file has, and long ones of disks, memory and videos. */
const ONLY_SQLITE = [
  'sync-server/{backup,export,restore,operator}/**/!(*.postgres).test.ts',
  'sync-server/db/{migrations,connections}/**',
  'sync-server/db/{migrate,open,query-plans}.test.ts',
  'sync-server/{full-disk,lock-data-folder,main}.test.ts',
  'sync-server/security/{lock-file,private-files}.test.ts',
  'sync-server/sync/endurance.test.ts',
  'sync-server/uploads/transcode/**',
  'sync-server/uploads/{uploads-process,tus/tus-process}.test.ts',
  'sync-server/media-store/s3/s3-tools.test.ts',
];
/** Of a file's bytes, in its name: two releases of a file with one name are told apart by 42 bits. */
const SHORT_HASH = '[hash:7]';
/** Upper limits for a busy machine; most tests take a hundredth of them. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
const LONG_LIMITS = { ...LIMITS, testTimeout: 240_000 };

/** Simulation runs of many devices and a server. */
function simulationProject({ name, include, part = 1 }: SimulationProject) {
  return {
    plugins: [plantMutants(), injectGlobals()],
    test: {
      name,
      root: '.',
      // A larger semi-space collects the garbage of a run before it would be promoted.
      execArgv: ['--max-semi-space-size=64'],
      include: include.map((file) => `e2e/sync/simulation/${file}.test.ts`),
      env: { SIMULATION_PART: String(part) },
      setupFiles: ['pwa/testing/setup.ts'],
      ...LONG_LIMITS,
    },
  };
}

/** Some schedules with the server on PostgreSQL. */
function simulationOnPostgres(): TestProjectConfiguration {
  const { plugins, test } = simulationProject({ name: 'simulation-postgres', include: ['simulation'] });
  return {
    plugins,
    test: {
      ...test,
      globalSetup: ['sync-server/testing/postgres/start-for-tests.ts'],
      env: { ...test.env, SCHEDULES: process.env.SCHEDULES ?? '60' },
      setupFiles: [...test.setupFiles, 'sync-server/testing/postgres/run-on-postgres.ts'],
    },
  };
}

interface SimulationProject {
  readonly name: string;
  /** Test files. */
  readonly include: readonly string[];
  readonly part?: number;
}

/** One file for three builds: the app with its worker, the server (`vite build --ssr`), the tests. */
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
        test: {
          // One file more than cores: many tests wait for a disk, a process or a thread of the pool.
          maxWorkers: availableParallelism() + 1,
          sequence: { sequencer: LongestFirst },
          projects: [
            {
              test: {
                name: 'schema',
                root: '.',
                include: ['schema/**/*.test.ts'],
                isolate: false,
                ...LIMITS,
              },
            },
            {
              test: {
                name: 'interchange',
                root: '.',
                include: ['interchange/**/*.test.ts'],
                isolate: false,
                ...LIMITS,
              },
            },
            {
              // Threads from the bundle, as the processes.
              resolve: { alias: { '../threads/start-thread.ts': THREADS_OF_TESTS } },
              test: {
                name: 'server',
                root: '.',
                include: ['sync-server/**/*.test.ts'],
                exclude: ['sync-server/**/*.postgres.test.ts'],
                globalSetup: SERVER_SETUP,
                env: QUIET_S3,
                // Loads the server once per worker, not once per file.
                isolate: false,
                ...LIMITS,
              },
            },
            {
              resolve: { alias: { '../threads/start-thread.ts': THREADS_OF_TESTS } },
              // The server's tests once more, on PostgreSQL.
              test: {
                name: 'server-postgres',
                root: '.',
                include: ['sync-server/**/*.test.ts'],
                exclude: ONLY_SQLITE,
                globalSetup: [...SERVER_SETUP, 'sync-server/testing/postgres/start-for-tests.ts'],
                // Few of the random requests reach the database; the project `server` tries more.
                env: { ...QUIET_S3, FUZZ_RUNS: process.env.FUZZ_RUNS ?? '20' },
                setupFiles: ['sync-server/testing/postgres/run-on-postgres.ts'],
                isolate: false,
                ...LIMITS,
              },
            },
            {
              resolve: { alias: { '../threads/start-thread.ts': THREADS_OF_TESTS } },
              // The tests of files again, with files in a bucket instead of a folder.
              test: {
                name: 'server-s3',
                root: '.',
                include: TESTS_OF_FILES,
                globalSetup: SERVER_SETUP,
                env: { ...QUIET_S3, CARREL_TEST_STORE: 's3' },
                isolate: false,
                ...LIMITS,
              },
            },
            { test: { name: 'ci', root: '.', include: ['.ci/**/*.test.mjs'], ...LIMITS } },
            // Checks the map of the specification, and the model of docs/capacity.md.
            { test: { name: 'map', root: '.', include: ['e2e/*.test.ts', 'tools/**/*.test.ts'], ...LIMITS } },
            {
              test: {
                name: 'pwa',
                root: '.',
                include: ['pwa/**/*.test.ts'],
                setupFiles: ['pwa/testing/setup.ts'],
                // Loads the app once per worker, not once per file.
                isolate: false,
                ...LIMITS,
              },
            },
            {
              plugins: [react()],
              // The app's real screens over its real store and the real server, in one process.
              test: {
                name: 'screens',
                root: '.',
                include: ['pwa/**/*.test.tsx'],
                setupFiles: ['pwa/testing/screens/setup.ts'],
                // Loads the app and the server once per worker, not once per file.
                isolate: false,
                ...LONG_LIMITS,
              },
            },
            {
              plugins: [plantMutants()],
              // The app's real outbox against the real server, in one process.
              test: {
                name: 'joint',
                root: '.',
                include: ['e2e/sync/**/*.test.ts'],
                exclude: ['e2e/sync/simulation/**', ...RELOADING],
                setupFiles: ['pwa/testing/setup.ts'],
                // Loads the app and the server once per worker, not once per file.
                isolate: false,
                ...LONG_LIMITS,
              },
            },
            {
              plugins: [plantMutants()],
              test: {
                name: 'joint-reloading',
                root: '.',
                include: RELOADING,
                setupFiles: ['pwa/testing/setup.ts'],
                ...LONG_LIMITS,
              },
            },
            simulationProject({ name: 'simulation', include: ['determinism', 'mutant-schedules'] }),
            simulationOnPostgres(),
            ...SIMULATION_PARTS.map((part) =>
              simulationProject({ name: `simulation-${part}`, include: ['simulation'], part }),
            ),
          ],
        },
      },
);
