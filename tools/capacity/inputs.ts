/**
 * The inputs of the model; explanations.ts says what each means and where it comes from. A learner is an account; what
 * one does in an hour does not depend on how many there are. Sizes are bytes, times of processors are milliseconds.
 */
export const INPUTS = {
  dailyShare: 0.2,
  hoursPerDay: 1,
  peakFactor: 4,
  savesPerHour: 250,
  requestsPerSave: 2,
  eventsPerSave: 1,
  pullsPerHour: 20,
  startsPerDay: 2,
  requestsPerStart: 3,
  lessonsPerYear: 60,
  lessonsPerCourse: 60,
  learnersPerCourse: 1_000,
  coursesOfLearner: 3,
  learnersPerAuthor: 2_000,
  authorSavesPerDay: 20,
  mediaBytesPerLesson: 20e6,
  chunkBytes: 2 ** 20,
  textBytesPerLesson: 18e3,
  personalRequestBytes: 1_900,
  learnerBytes: 38e3,
  lessonBytes: 600,
  receiptBytes: 440,
  receiptDays: 3,
  codeBytes: 350,
  courseBytes: 5.8e6,
  authorBytesPerYear: 24e6,
  saveWork: 2,
  sqliteMsPerRequest: 0.45,
  processMsPerRequest: 1.45,
  databaseMsPerRequest: 1.55,
  sqliteCommands: 1_340,
  countedCommands: 1_690,
  scopedCommands: 3_730,
  streamsPerProcess: 5_000,
  checkSeconds: 25,
  requestsPerCheck: 0.3,
  coursesTried: 500,
  watchedRows: 200_000,
  processBytesPerSecond: 125e6,
  databaseBytes: 1e12,
  coresPerDatabase: 32,
  utilisation: 0.6,
  pricePerProcess: 20,
  pricePerDatabaseCore: 50,
  databaseCopies: 2,
  pricePerDatabaseGigabyte: 0.12,
  pricePerStoredGigabyte: 0.023,
  pricePerDeliveredGigabyte: 0.02,
  pricePerOriginGigabyte: 0.08,
};

export type Inputs = Readonly<typeof INPUTS>;
export type InputName = keyof Inputs;

/** The cost of a save if it came once a minute, and its device neither pulled nor received its own change after it. */
export const FEWER_SAVES = { savesPerHour: 60, requestsPerSave: 1, eventsPerSave: 0 } as const;

export const isInputName = (name: string): name is InputName => Object.hasOwn(INPUTS, name);
