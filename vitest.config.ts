import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { LongestFirst } from './e2e/longest-first.ts';
import { plantMutants } from './e2e/sync/mutants/plant-mutants.ts';
import { injectGlobals } from './e2e/sync/simulation/machines/inject-globals.ts';

/** Tests of the second tier: kills, drills, endurance, memory, random input (docs/how-to.md). */
const DRILLS = '**/*.drill.test.ts';
const ON_POSTGRES = '**/*.postgres.test.ts';
const IN_BUCKET = 'sync-server/media-store/s3/**/*.test.ts';
/** Random requests for each call: more than in `npm test`. */
const fuzz = (runs: string) => ({ FUZZ_RUNS: process.env.FUZZ_RUNS ?? runs });
/** Joint tests that load the app again, as a page does on a reload: each file has its own process. */
const RELOADING = [
  'e2e/sync/account/**/*.test.ts',
  'e2e/sync/learner/offline-study.test.ts',
  'e2e/sync/replay/{middlebox,outbox-file,start-up}.test.ts',
];
/** Run with both kinds of store; those that kill processes look at the folder of the server. */
const TESTS_OF_FILES = [
  'sync-server/media/*.test.ts',
  'sync-server/course-files/*.test.ts',
  'sync-server/uploads/{attach,resource,thumbnail,video}-upload.test.ts',
  'sync-server/uploads/attach-again.test.ts',
  'sync-server/uploads/tus/tus-upload.test.ts',
  'sync-server/uploads/transcode/transcoder{,-stop.drill}.test.ts',
  'sync-server/editor/captions.test.ts',
];
/** Not run on PostgreSQL: tests of what only a database file has, and long ones of disks, memory, videos and limits. */
const ONLY_SQLITE = [
  'sync-server/{backup,export,restore,operator}/**/!(*.postgres).test.ts',
  'sync-server/db/{migrations,connections}/**',
  'sync-server/db/{migrate,open,query-plans}.test.ts',
  'sync-server/{full-disk.drill,lock-data-folder,main}.test.ts',
  'sync-server/security/{lock-file,private-files}.test.ts',
  'sync-server/sync/endurance.drill.test.ts',
  'sync-server/http/limits/command-bytes{,.drill}.test.ts',
  'sync-server/uploads/transcode/**',
  'sync-server/uploads/{uploads-process,tus/tus-process}.drill.test.ts',
  IN_BUCKET,
];
const DEFAULTS = {
  // A larger semi-space collects the garbage of a test before it would be promoted: a tenth of the processor time.
  execArgv: ['--max-semi-space-size=64'],
  // Upper limits for a busy machine; most tests take a hundredth of them.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};
const LONG = { ...DEFAULTS, testTimeout: 240_000 };
/** For projects with a plugin of our own: a cached module does not change with its plugin. */
const UNCACHED = { experimental: { fsModuleCache: false } };

const PROGRAMS = 'sync-server/testing/processes/build-programs.ts';
const S3 = 'sync-server/testing/processes/start-s3.ts';
const POSTGRES = 'sync-server/testing/postgres/start-for-tests.ts';
const RUN_ON_POSTGRES = 'sync-server/testing/postgres/run-on-postgres.ts';
const DEVICE = 'pwa/testing/setup.ts';
/** Without a warning per process that later versions of the library need Node 22. */
const QUIET_S3 = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
const THREADS_OF_TESTS = fileURLToPath(
  new URL('sync-server/testing/processes/start-thread.ts', import.meta.url),
);

/** Tests without a server or a device, and of the commands, documents and tools. */
function plainProject(name: string, include: string[]): TestProjectConfiguration {
  return { test: { name, root: '.', include, isolate: false, ...DEFAULTS } };
}

/** Tests of the server; each worker loads it once, not once per file. */
function serverProject(name: string, options: ServerProject): TestProjectConfiguration {
  const { include, exclude = [], setup = [], setupFiles = [], env = {} } = options;
  return {
    // Threads from the bundle, as the processes.
    resolve: { alias: { '../threads/start-thread.ts': THREADS_OF_TESTS } },
    test: {
      name,
      root: '.',
      include: [...include],
      exclude: [...exclude],
      globalSetup: [PROGRAMS, S3, ...setup],
      setupFiles: [...setupFiles],
      env: { ...QUIET_S3, ...env },
      isolate: false,
      ...DEFAULTS,
    },
  };
}

interface ServerProject {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly setup?: readonly string[];
  readonly setupFiles?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Simulation runs of many devices and a server. */
function simulationProject(name: string, include: string[]) {
  return {
    plugins: [plantMutants(), injectGlobals()],
    test: {
      name,
      root: '.',
      include,
      setupFiles: [DEVICE],
      ...LONG,
      ...UNCACHED,
    },
  };
}

/** Some schedules with two server processes on PostgreSQL. */
function simulationOnPostgres(): TestProjectConfiguration {
  const { plugins, test } = simulationProject('simulation-postgres', [
    'e2e/sync/simulation/simulation.test.ts',
  ]);
  return {
    plugins,
    test: {
      ...test,
      globalSetup: [POSTGRES],
      env: { SCHEDULES: process.env.SCHEDULES ?? '60' },
      setupFiles: [...test.setupFiles, RUN_ON_POSTGRES],
    },
  };
}

/** The projects; `.ci/tiers.mjs` says which of them `npm test` runs. */
export default defineConfig({
  test: {
    // One file per core: one more takes a sixth more processor time and ends no earlier.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Transformed modules stay on the disk, so the projects and the next run do not transform them again.
    experimental: { fsModuleCache: true },
    projects: [
      plainProject('schema', ['schema/**/*.test.ts']),
      plainProject('interchange', ['interchange/**/*.test.ts']),
      plainProject('ci', ['.ci/**/*.test.mjs']),
      // Checks the map of the specification, and the model of docs/capacity.md.
      plainProject('map', ['e2e/*.test.ts', 'tools/**/*.test.ts']),
      serverProject('server', {
        include: ['sync-server/**/*.test.ts'],
        exclude: [ON_POSTGRES, DRILLS, IN_BUCKET],
      }),
      serverProject('server-drills', {
        include: [`sync-server/${DRILLS}`, 'sync-server/**/hostile-input.test.ts'],
        env: fuzz('60'),
      }),
      // The server's tests once more, on PostgreSQL.
      serverProject('server-postgres', {
        include: ['sync-server/**/*.test.ts'],
        exclude: ONLY_SQLITE,
        setup: [POSTGRES],
        setupFiles: [RUN_ON_POSTGRES],
        // Few of the random requests reach the database.
        env: fuzz('20'),
      }),
      // The tests of files again, with files in a bucket instead of a folder.
      serverProject('server-s3', {
        include: [...TESTS_OF_FILES, IN_BUCKET],
        env: { CARREL_TEST_STORE: 's3' },
      }),
      {
        test: {
          name: 'pwa',
          root: '.',
          include: ['pwa/**/*.test.ts'],
          setupFiles: [DEVICE],
          // Loads the app once per worker, not once per file.
          isolate: false,
          ...DEFAULTS,
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
          ...LONG,
        },
      },
      {
        // The app's real outbox against the real server, in one process.
        test: {
          name: 'joint',
          root: '.',
          include: ['e2e/sync/**/*.test.ts'],
          exclude: ['e2e/sync/simulation/**', 'e2e/sync/mutants/mutants.test.ts', ...RELOADING, DRILLS],
          setupFiles: [DEVICE],
          // Loads the app and the server once per worker, not once per file.
          isolate: false,
          ...LONG,
        },
      },
      {
        test: {
          name: 'joint-reloading',
          root: '.',
          include: RELOADING,
          setupFiles: [DEVICE],
          ...LONG,
        },
      },
      {
        test: {
          name: 'joint-drills',
          root: '.',
          include: [`e2e/sync/${DRILLS}`, 'e2e/sync/**/*-random.test.ts'],
          exclude: ['e2e/sync/simulation/**'],
          // More of the random edits than in `npm test`.
          env: { SCHEDULES: process.env.SCHEDULES ?? '25' },
          setupFiles: [DEVICE],
          ...LONG,
        },
      },
      simulationProject('simulation', ['e2e/sync/simulation/simulation.test.ts']),
      // Planted defects, each of which a schedule, or the test that it names, must notice.
      simulationProject('mutant-schedules', [
        'e2e/sync/simulation/{determinism.drill,mutant-schedules}.test.ts',
      ]),
      {
        plugins: [plantMutants()],
        test: {
          name: 'mutants',
          root: '.',
          include: ['e2e/sync/mutants/mutants.test.ts'],
          setupFiles: [DEVICE],
          ...LONG,
          ...UNCACHED,
        },
      },
      simulationOnPostgres(),
    ],
  },
});
