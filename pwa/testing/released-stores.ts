import { done, finished } from '../device/indexed-db.ts';

/*
 * The databases as every released version of the app created and filled them, written out without using
 * current classes, which would only create current shapes. Existing entries are never changed; a new version
 * adds its own.
 */

/** One table: its key path, whether keys count up, its indexes. */
interface Shape {
  readonly keyPath: string | null;
  readonly autoIncrement?: boolean;
  readonly indexes?: Readonly<Record<string, { readonly unique: boolean }>>;
}

type Shapes = Readonly<Record<string, Shape>>;

const by = (keyPath: string, ...indexes: string[]): Shape => ({
  keyPath,
  indexes: Object.fromEntries(indexes.map((name) => [name, { unique: false }])),
});

/** The additions of each version of the private store. */
const additions: readonly Shapes[] = [
  {
    courses: by('id'),
    modules: by('id', 'courseId'),
    lessons: by('id', 'courseId', 'moduleId'),
    lessonContents: by('lessonId', 'courseId'),
    resources: by('id', 'courseId', 'lessonId'),
    quizzes: by('id', 'lessonId', 'courseId'),
    questions: by('id', 'quizId', 'courseId'),
    attempts: by('id', 'quizId'),
    progress: by('lessonId'),
    drafts: by('id'),
    outbox: {
      keyPath: 'order',
      autoIncrement: true,
      indexes: {
        id: { unique: true },
        state: { unique: false },
        acknowledgedAt: { unique: false },
        textBytes: { unique: false },
        groupId: { unique: false },
        ackSequence: { unique: false },
        '[command.args.lessonId+state]': { unique: false },
        '[command.kind+state]': { unique: false },
      },
    },
    downloads: by('fileId', 'courseId'),
    state: by('key'),
    adminCourses: by('id'),
    adminUsers: by('id', 'place'),
    adminRequests: by('id', 'place'),
    adminCodes: by('courseId'),
    deletedSnapshots: by('id', 'courseId'),
    adminCodeBatches: by('id'),
    adminBatchCodes: by('id', '[batchId+place]'),
    uploads: by('uploadId', 'courseId'),
    uploadBytes: by('uploadId'),
    importTexts: by('lessonId', 'courseId'),
    downloadPlans: by('courseId'),
    searchIndexes: by('courseId'),
  },
];

export const releasedVersions = additions.map((_, index) => index + 1);

/** Dexie multiplies versions by ten. */
const nativeVersion = (version: number): number => version * 10;

export interface ReleasedStore {
  readonly name: string;
  readonly version: number;
  readonly shapes: Shapes;
}

/** A private store of version `version`. */
export function releasedPrivateStore(userId: string, version: number): ReleasedStore {
  const shapes: Shapes = Object.assign({}, ...additions.slice(0, version));
  return { name: `carrel-user-${userId}`, version: nativeVersion(version), shapes };
}

/** The public store; it had one version, created by Dexie. */
export const releasedPublicStore: ReleasedStore = {
  name: 'carrel',
  version: 10,
  shapes: { courses: by('id', 'position'), appState: by('key') },
};

/** The durable copy of localStorage. */
export const releasedDeviceStore: ReleasedStore = {
  name: 'carrel-device',
  version: 1,
  shapes: { mirror: { keyPath: null } },
};

export type Rows = Readonly<Record<string, readonly object[]>>;

/**
 * Creates and fills the database, as a tab of that version did; the connection is that tab's.
 *
 * @param databases those of the device
 */
export async function openReleased(
  store: ReleasedStore,
  rows: Rows = {},
  databases: IDBFactory = indexedDB,
): Promise<IDBDatabase> {
  const request = databases.open(store.name, store.version);
  request.onupgradeneeded = () => {
    for (const [name, shape] of Object.entries(store.shapes)) makeTable(request.result, name, shape);
  };
  const db = await done(request);
  const tables = Object.keys(rows);
  if (tables.length > 0) {
    const transaction = db.transaction(tables, 'readwrite');
    for (const [name, all] of Object.entries(rows)) {
      for (const row of all) transaction.objectStore(name).put(row);
    }
    await finished(transaction);
  }
  return db;
}

function makeTable(db: IDBDatabase, name: string, { keyPath, autoIncrement, indexes = {} }: Shape): void {
  const table = db.createObjectStore(name, { keyPath, autoIncrement: autoIncrement ?? false });
  for (const [index, { unique }] of Object.entries(indexes)) {
    table.createIndex(index, keyPathOf(index), { unique });
  }
}

/** Dexie names an index over several fields `[one+other]`. */
function keyPathOf(index: string): string | string[] {
  return index.startsWith('[') ? index.slice(1, -1).split('+') : index;
}

/** A database's current shape: its version, and the shape of each table. */
export async function describeDatabase(name: string): Promise<Omit<ReleasedStore, 'name'>> {
  const db = await done(indexedDB.open(name));
  const names = [...db.objectStoreNames];
  const transaction = db.transaction(names);
  const shapes = Object.fromEntries(names.map((table) => [table, shapeOf(transaction.objectStore(table))]));
  const { version } = db;
  db.close();
  return { version, shapes };
}

function shapeOf(table: IDBObjectStore): Shape {
  const indexes = [...table.indexNames].map((name) => [name, { unique: table.index(name).unique }] as const);
  const keyPath = typeof table.keyPath === 'string' ? table.keyPath : null;
  const counts = table.autoIncrement ? { autoIncrement: true } : {};
  return { keyPath, ...counts, ...(keyPath === null ? {} : { indexes: Object.fromEntries(indexes) }) };
}

/** Every row of a database, by table. */
export async function readDatabase(name: string): Promise<Record<string, object[]>> {
  const db = await done(indexedDB.open(name));
  const rows: Record<string, object[]> = {};
  for (const table of db.objectStoreNames) {
    rows[table] = await done(db.transaction(table).objectStore(table).getAll());
  }
  db.close();
  return rows;
}
