import { databaseBytesOf, dataOf, deliveredBytesPerYear } from './data.ts';
import type { Inputs } from './inputs.ts';
import { type Load, loadOf, peakOf, sumOf } from './load.ts';

/** The machines for the busiest hour. */
export interface Plan {
  readonly setup: Setup;
  readonly processes: number;
  /** Cores that the databases use together; 0 for SQLite. */
  readonly databaseCores: number;
  /** Databases that the learners are divided among; 0 for SQLite. */
  readonly databases: number;
  /** How many databases each reason would ask for. */
  readonly databasesBy: { readonly commands: number; readonly cores: number; readonly bytes: number };
}

export type Setup =
  | 'one process, SQLite'
  | 'PostgreSQL'
  | 'PostgreSQL, a counter per person'
  | 'databases by person';

const MS = 1_000;

export function planOf(learners: number, inputs: Inputs): Plan {
  const peak = peakOf(loadOf(learners, inputs), inputs);
  if (fitsOneProcess(peak, inputs)) {
    const databasesBy = { commands: 0, cores: 0, bytes: 0 };
    return { setup: 'one process, SQLite', processes: 1, databaseCores: 0, databases: 0, databasesBy };
  }
  const databaseCores = coresFor(peak, inputs.databaseMsPerRequest, inputs);
  const databasesBy = {
    commands: peak.commands / (inputs.scopedCommands * inputs.utilisation),
    cores: databaseCores / inputs.coresPerDatabase,
    bytes: databaseBytesOf(dataOf(learners, inputs)) / inputs.databaseBytes,
  };
  const databases = Math.ceil(Math.max(...Object.values(databasesBy)));
  return {
    setup: setupOf(databases, peak, inputs),
    processes: processesFor(peak, inputs),
    databaseCores: Math.ceil(databaseCores),
    databases,
    databasesBy,
  };
}

function fitsOneProcess(peak: Load, inputs: Inputs): boolean {
  return (
    coresFor(peak, inputs.sqliteMsPerRequest, inputs) <= 1 &&
    peak.commands <= inputs.sqliteCommands * inputs.utilisation &&
    peak.streams <= inputs.streamsPerProcess &&
    sumOf(peak.bytes) <= inputs.processBytesPerSecond * inputs.utilisation
  );
}

function setupOf(databases: number, peak: Load, inputs: Inputs): Setup {
  if (databases > 1) return 'databases by person';
  return peak.commands <= inputs.countedCommands * inputs.utilisation
    ? 'PostgreSQL'
    : 'PostgreSQL, a counter per person';
}

/** Media are delivered by the store or a CDN: they need no process. */
function processesFor(peak: Load, inputs: Inputs): number {
  const byCores = coresFor(peak, inputs.processMsPerRequest, inputs);
  // Two at least, so that one may fail.
  return Math.max(2, Math.ceil(Math.max(byCores, peak.streams / inputs.streamsPerProcess)));
}

const coresFor = ({ work }: Load, msPerRequest: number, { utilisation }: Inputs): number =>
  (work * msPerRequest) / MS / utilisation;

/** Prices of a year, for each learner. */
export interface Cost {
  readonly processes: number;
  readonly databases: number;
  /** Database and media. */
  readonly storage: number;
  readonly delivery: number;
  readonly deliveryWithoutCdn: number;
}

const MONTHS = 12;
const GIGABYTE = 1e9;

export function costPerLearner(learners: number, inputs: Inputs): Cost {
  const { processes, databaseCores } = planOf(learners, inputs);
  const data = dataOf(learners, inputs);
  const copies = databaseCores === 0 ? 1 : inputs.databaseCopies;
  const delivered = deliveredBytesPerYear(learners, inputs) / GIGABYTE;
  const each = (price: number) => price / learners;
  return {
    processes: each(processes * inputs.pricePerProcess * MONTHS),
    databases: each(databaseCores * copies * inputs.pricePerDatabaseCore * MONTHS),
    storage: each(
      ((databaseBytesOf(data) * copies * inputs.pricePerDatabaseGigabyte +
        data.mediaBytes * inputs.pricePerStoredGigabyte) /
        GIGABYTE) *
        MONTHS,
    ),
    delivery: each(delivered * inputs.pricePerDeliveredGigabyte),
    deliveryWithoutCdn: each(delivered * inputs.pricePerOriginGigabyte),
  };
}
