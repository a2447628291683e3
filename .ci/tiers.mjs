// The two tiers of tests, by the steps that each runs. docs/how-to.md says which test belongs to which.

/** A browser test of the first tier has this tag: a journey that a user would call "it works". */
const JOURNEY = '@journey';
/** Schedules of the simulation: the first hundred are a project of the first tier. */
const FIXED = { first: 101, count: 400 };
const FRESH = 500;

const projects = (...names) => names.flatMap((name) => ['--project', name]);

/** The seed of the first of the fresh schedules, beyond those of `npm run simulate -- 100000`. */
const freshSeed = () => 100_001 + Math.floor(Math.random() * 1e9);

/** A step has a title, its runner, and the arguments of that. */
export const TIERS = {
  quick: {
    about:
      'npm test: checks, the build, unit, server, joint and screen tests, 100 schedules, the browser journeys: eight minutes on two fast cores, fourteen on slow ones, after the installation. npm run test:all runs the rest too',
    steps: [
      { title: 'Checking and building', runner: 'checks', args: [] },
      {
        title: 'Running unit, server, joint and screen tests',
        runner: 'vitest',
        args: projects(
          ...['simulation', 'screens', 'joint', 'joint-reloading', 'server'],
          ...['pwa', 'schema', 'interchange', 'map', 'ci'],
        ),
      },
      { title: 'Running the browser journeys', runner: 'playwright', args: ['--grep', JOURNEY] },
    ],
  },
  rest: {
    about:
      'The rest of npm run test:all: PostgreSQL, S3, mutants, drills and kills, 900 schedules, WebKit, the other browser tests: about 21 minutes on two fast cores, 35 on slow ones',
    steps: [
      { title: 'Building', runner: 'build', args: [] },
      {
        title: 'Running drills, mutants and the tests on PostgreSQL and S3',
        runner: 'vitest',
        args: projects(
          ...['mutant-schedules', 'mutants', 'simulation-postgres', 'joint-drills'],
          ...['server-drills', 'server-postgres', 'server-s3'],
        ),
      },
      {
        title: `Running the schedules ${FIXED.first} to ${FIXED.first + FIXED.count - 1}`,
        runner: 'simulate',
        args: [FIXED.count, FIXED.first],
      },
      { title: `Running ${FRESH} fresh schedules`, runner: 'simulate', args: [FRESH, freshSeed()] },
      { title: 'Running the journey of a learner in WebKitGTK', runner: 'webkit', args: [] },
      { title: 'Running the other browser tests', runner: 'playwright', args: ['--grep-invert', JOURNEY] },
    ],
  },
};
