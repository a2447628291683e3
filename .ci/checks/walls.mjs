// The import rules, checked by `npm run check`, type imports included; tests and their tools are exempt.
import { pathToFileURL } from 'node:url';
import { findCycles } from './cycles.mjs';
import { readImports } from './imports.mjs';

/** A folder of `pwa/` imports itself and the folders below it in this list, never one above it. */
const PWA_LAYERS = [
  'main.tsx',
  'app',
  'prerender',
  'features',
  'offline',
  'conflict',
  'second-factor',
  'upload',
  'install',
  'lesson',
  'sign-in',
  'course-page',
  'session',
  'worker',
  'sync',
  'search',
  'downloads',
  'api',
  'store',
  'course-ui',
  'ui',
  'device',
  'paths.ts',
];

/**
 * The floors of `sync-server/`, from the lowest: a folder or file imports those of its own floor and of lower ones. Two
 * folders never import each other.
 */
const SERVER_FLOORS = {
  platform: [
    ...[
      'clock.ts',
      'config.ts',
      'deps.ts',
      'disk-full.ts',
      'duration.ts',
      'lock-data-folder.ts',
      'lock-folder.ts',
    ],
    ...['log-output.ts', 'project-root.ts', 'readiness.ts', 's3-config.ts'],
    ...['db', 'lease-queue', 'media-store', 'security', 'threads', 'turns'],
  ],
  http: ['epoch', 'http', 'sessions'],
  accounts: ['auth', 'history', 'mail', 'passwords', 'recovery', 'second-factor', 'users'],
  courses: [
    ...[
      'activation',
      'codes',
      'courses',
      'editor',
      'media',
      'progress',
      'quizzes',
      'schedule',
      'trash',
      'uploads',
    ],
  ],
  sync: ['sync'],
  features: [
    ...['api-docs', 'app-files', 'backup', 'course-files', 'erasure', 'export', 'metrics', 'move'],
    ...['personal-data', 'reports', 'restore', 'seed', 'shops', 'site', 'stats', 'storage', 'support'],
  ],
  app: ['app.ts', 'listen.ts', 'main.ts', 'open-deps.ts', 'operator', 'remove-expired-rows.ts'],
};

/** Imports of the server that lead up, as `from > to`, and why. */
const LEADING_UP = [
  // The list of all services that handlers receive.
  ...['http', 'sessions', 'passwords', 'auth', 'mail', 'courses', 'editor', 'uploads', 'schedule'],
  ...['quizzes', 'sync', 'erasure', 'reports'],
].map((room) => `deps.ts > ${room}`);
LEADING_UP.push(
  // A wrong password of the first admin refuses to start with a sentence.
  'config.ts > passwords',
  // Every mail names the site, and that of an unlocked course the course.
  'mail > site',
  'mail > courses',
);

const REACT = /^(react|react-dom|react-router-dom|lucide-react|pwa\/ui\/.*)$/;
const NODE = /^(node:.*|hono|@hono\/.*|kysely|better-sqlite3)$/;

/** Forbidden imports: from a file matching `from` (and not `except`) of one matching `to`. */
const WALLS = [
  { from: /^schema\//, to: /^((pwa|sync-server|e2e|bench|tools)\/|node:)/, why: 'schema/ is pure' },
  { from: /^schema\//, to: /^interchange\//, why: 'schema/ is below interchange/' },
  {
    from: /^interchange\//,
    to: /^((pwa|sync-server|e2e|bench|tools)\/|node:|dexie$)/,
    why: 'interchange/ is pure',
  },
  { from: /^pwa\//, to: /^sync-server\//, why: 'the two parts share only schema/ and interchange/' },
  { from: /^sync-server\//, to: /^pwa\//, why: 'the two parts share only schema/ and interchange/' },
  { from: /^pwa\//, except: /^pwa\/build\//, to: NODE, why: 'the app runs in a browser' },
  {
    from: /^(schema|interchange|pwa\/(worker|sync|search|downloads|api|store|device))\//,
    to: REACT,
    why: 'this folder works without React',
  },
  { from: /^/, except: /^pwa\/store\//, to: /^dexie$/, why: 'only pwa/store imports Dexie' },
  {
    from: /^/,
    except: /^pwa\/session\//,
    to: /^dexie-react-hooks$/,
    why: 'only pwa/session watches Dexie from React',
  },
  {
    from: /^/,
    except: /^sync-server\/sessions\//,
    to: /^jose$/,
    why: 'only sessions/ reads and writes tokens',
  },
  { from: /-routes\.ts$/, to: /^(kysely|better-sqlite3)$/, why: 'routes call queries' },
  { from: /-queries\.ts$/, to: /^(hono$|.*-routes\.ts$)/, why: 'queries know nothing of HTTP' },
];

const FREE = /\.test\.tsx?$|\/testing\/|^(e2e|bench|tools)\/|-for-test\.ts$/;
const layerOf = (file) => /^pwa\/([^/]+)/.exec(file)?.[1];
const roomOf = (file) => /^sync-server\/([^/]+)/.exec(file)?.[1];
const featureOf = (file) => /^pwa\/features\/([^/]+)\//.exec(file)?.[1];

/** Why `from` may not import `to`, or null. */
export function findWall({ from, to }) {
  if (FREE.test(from)) return null;
  const wall = WALLS.find((one) => one.from.test(from) && !one.except?.test(from) && one.to.test(to));
  if (wall !== undefined) return wall.why;
  return (
    findLayerWall(layerOf(from), layerOf(to)) ??
    findFloorWall(roomOf(from), roomOf(to)) ??
    findFeatureWall(featureOf(from), featureOf(to))
  );
}

function findFloorWall(from, to) {
  if (from === undefined || to === undefined || to === 'testing') return null;
  const floors = Object.values(SERVER_FLOORS);
  const [floor, target] = [from, to].map((room) => floors.findIndex((rooms) => rooms.includes(room)));
  if (floor < 0) return `sync-server/${from} is missing from the floors (.ci/checks/walls.mjs)`;
  if (target <= floor || isExcepted(`${from} > ${to}`)) return null;
  return `sync-server/${to} is on a higher floor than sync-server/${from}`;
}

/** One line per pair of folders of the server that import each other; files beside the folders may. */
function findPairs(imports) {
  const isFolder = (room) => room !== undefined && !room.endsWith('.ts');
  const arrows = new Set();
  for (const { from, to } of imports) {
    const [room, target] = [roomOf(from), roomOf(to)];
    if (!FREE.test(from) && room !== target && isFolder(room) && isFolder(target))
      arrows.add(`${room} > ${target}`);
  }
  return [...arrows]
    .map((arrow) => arrow.split(' > '))
    .filter(([room, target]) => room < target && arrows.has(`${target} > ${room}`))
    .filter(([room, target]) => ![`${room} > ${target}`, `${target} > ${room}`].some(isExcepted))
    .map(([room, target]) => `sync-server/${room} and sync-server/${target} import each other`);
}

const isExcepted = (arrow) => LEADING_UP.includes(arrow);

function findLayerWall(from, to) {
  if (from === undefined || to === undefined || from === 'build') return null;
  const [place, target] = [from, to].map((layer) => PWA_LAYERS.indexOf(layer));
  if (place < 0) return `pwa/${from} is missing from the list of layers (.ci/checks/walls.mjs)`;
  return target >= place ? null : `pwa/${to} is above pwa/${from}`;
}

function findFeatureWall(from, to) {
  const isOther = from !== undefined && to !== undefined && from !== to;
  return isOther ? 'features never import each other' : null;
}

/** Matches an import that names its file by a longer way than the folder beside it. */
const FAR = /^\.\.\/\.\.\//;

/** One line per forbidden import, per import that climbs more than one folder, and per cycle of files. */
export function findBreaches(imports) {
  const far = imports
    .filter(({ from, request }) => FAR.test(request ?? '') && !from.endsWith('.mjs'))
    .map(({ from, to, request }) => `${from} imports ${request}: write #${to}`);
  const walls = imports.flatMap((one) => {
    const why = findWall(one);
    return why === null ? [] : [`${one.from} imports ${one.to}: ${why}`];
  });
  return [
    ...far,
    ...walls,
    ...findPairs(imports),
    ...findCycles(imports).map((files) => `cycle: ${files.join(' → ')}`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const imports = readImports(['schema', 'interchange', 'pwa', 'sync-server', 'e2e', 'bench', 'tools']);
  const breaches = findBreaches(imports);
  process.stdout.write(
    `${[`${imports.length} imports, ${breaches.length} breaches`, ...breaches].join('\n')}\n`,
  );
  process.exit(breaches.length === 0 ? 0 : 1);
}
