import type { InputName } from './inputs.ts';

/** The meaning of an input, and the source of its value. */
interface Explanation {
  readonly meaning: string;
  /** `assumed` if nothing in the project measures it. */
  readonly source: string;
}

const GROWTH = 'operations.md, Growth';
/** Without other work on it. */
const QUIET = 'measured on the quiet machine';
/** The statements of a commit only, without a server. */
const PROTOTYPE = 'a prototype, on the quiet machine';
const ASSUMED = 'assumed';
/** Its two cores hold server, database and load. */
const MEASURED = 'measured, `measure-requests.ts`';

/** In the order of the table in docs/capacity.md. */
export const EXPLANATIONS: Readonly<Record<InputName, Explanation>> = {
  dailyShare: { meaning: 'share of learners who study on a day', source: ASSUMED },
  hoursPerDay: { meaning: 'hours that they study then', source: GROWTH },
  peakFactor: { meaning: 'busiest hour, of the mean', source: ASSUMED },
  savesPerHour: { meaning: 'saved positions in an hour', source: GROWTH },
  requestsPerSave: {
    meaning: 'requests per save: the save, and the pull after its ack',
    source: '`pwa/sync/start.ts`',
  },
  eventsPerSave: {
    meaning: 'events per save: its page, read for the open stream',
    source: '`sync-server/sync/event-streams.ts`',
  },
  pullsPerHour: { meaning: 'pulls by timer in an hour', source: 'sync.md, The pull on the device' },
  startsPerDay: { meaning: 'starts of the app on such a day', source: ASSUMED },
  requestsPerStart: { meaning: 'requests of a start: stream, pull, account', source: '`pwa/sync/start.ts`' },
  lessonsPerYear: {
    meaning: 'lessons that a learner studies in a year',
    source: `${GROWTH} (300 at an hour a day)`,
  },
  lessonsPerCourse: { meaning: 'lessons of a course', source: GROWTH },
  learnersPerCourse: { meaning: 'learners for each course of the library', source: ASSUMED },
  coursesOfLearner: { meaning: 'courses that a learner has unlocked', source: ASSUMED },
  learnersPerAuthor: { meaning: 'learners for each author', source: ASSUMED },
  authorSavesPerDay: { meaning: 'saves of an author on a day', source: GROWTH },
  mediaBytesPerLesson: { meaning: 'bytes of video and files of a lesson', source: ASSUMED },
  chunkBytes: { meaning: 'bytes of one request of a download', source: 'why/downloads.md' },
  textBytesPerLesson: { meaning: 'bytes of the text of a lesson, compressed', source: ASSUMED },
  personalRequestBytes: {
    meaning: 'bytes of a personal request and its reply, with headers',
    source: `replies ${MEASURED}; requests assumed`,
  },
  learnerBytes: { meaning: 'bytes of an account with one course of 60 lessons', source: GROWTH },
  lessonBytes: { meaning: 'bytes of each further lesson', source: GROWTH },
  receiptBytes: { meaning: 'bytes of the receipt of a save (SQLite: 320)', source: MEASURED },
  receiptDays: { meaning: 'days that such a receipt stays', source: 'operations.md, Retention' },
  codeBytes: { meaning: 'bytes of an activation code', source: GROWTH },
  courseBytes: { meaning: 'bytes of a course, with its history', source: GROWTH },
  authorBytesPerYear: { meaning: 'bytes of the history of an author in a year', source: GROWTH },
  saveWork: { meaning: 'processor time of a save, in pulls', source: MEASURED },
  sqliteMsPerRequest: {
    meaning: 'ms of processor time of a pull, one process on SQLite',
    source: MEASURED,
  },
  processMsPerRequest: { meaning: 'the same on PostgreSQL, in the process', source: MEASURED },
  databaseMsPerRequest: { meaning: 'the same, in the database', source: MEASURED },
  sqliteCommands: { meaning: 'commands a second, one process on SQLite', source: QUIET },
  countedCommands: {
    meaning: 'commits a second on PostgreSQL, locks by person and one counter of changes',
    source: 'measured',
  },
  scopedCommands: { meaning: 'the same with a counter per person', source: PROTOTYPE },
  streamsPerProcess: { meaning: 'open streams of a process', source: 'tried, `reconnect-storm`' },
  checkSeconds: {
    meaning: 'seconds between two checks of the session of a stream',
    source: '`sync-server/sync/event-streams.ts`',
  },
  requestsPerCheck: { meaning: 'processor time of such a check, in pulls', source: MEASURED },
  coursesTried: { meaning: 'courses of the largest library that was tried', source: 'operations.md, Size' },
  watchedRows: { meaning: 'rows of changes that a database reads a second for streams', source: ASSUMED },
  processBytesPerSecond: { meaning: 'bytes a second of the network of a process', source: ASSUMED },
  databaseBytes: { meaning: 'bytes of a database that is still quick to restore', source: ASSUMED },
  coresPerDatabase: { meaning: 'cores of a database server', source: ASSUMED },
  utilisation: { meaning: 'share of a capacity that is planned for', source: ASSUMED },
  pricePerProcess: { meaning: 'price of a process (two cores, 2 GB) a month', source: ASSUMED },
  pricePerDatabaseCore: { meaning: 'price of a core of a database a month, with memory', source: ASSUMED },
  databaseCopies: { meaning: 'servers of each database: a primary and a replica', source: ASSUMED },
  pricePerDatabaseGigabyte: { meaning: 'price of a GB in a database a month', source: ASSUMED },
  pricePerStoredGigabyte: { meaning: 'price of a GB in the S3 store a month', source: ASSUMED },
  pricePerDeliveredGigabyte: { meaning: 'price of a GB delivered by a CDN', source: ASSUMED },
  pricePerOriginGigabyte: { meaning: 'price of a GB delivered without one', source: ASSUMED },
};
