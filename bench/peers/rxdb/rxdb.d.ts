// The part of the packages that the race uses; the packages themselves are installed on demand.
declare module 'rxdb' {
  interface Stream<T> {
    subscribe(listener: (value: T) => void): unknown;
  }
  interface RxCollection<Row> {
    readonly $: Stream<{ readonly documentData: Row }>;
    find(): { exec(): Promise<{ toJSON(): Row }[]> };
    findOne(id: string): { exec(throwIfMissing: true): Promise<RxDocument<Row>> };
  }
  interface RxDocument<Row> {
    incrementalPatch(changes: Partial<Row>): Promise<unknown>;
  }
  interface RxDatabase<Row> {
    addCollections(collections: {
      lessons: { schema: object };
    }): Promise<{ readonly lessons: RxCollection<Row> }>;
  }
  export function createRxDatabase<Row>(options: {
    readonly name: string;
    readonly storage: unknown;
    readonly multiInstance: boolean;
  }): Promise<RxDatabase<Row>>;
}

declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(): unknown;
}

declare module 'rxdb/plugins/replication' {
  interface Pulled<Row, Checkpoint> {
    readonly documents: readonly Row[];
    readonly checkpoint: Checkpoint;
  }
  interface ReplicationState<Row> {
    readonly sent$: import('rxdb').Stream<Row>;
    awaitInSync(): Promise<unknown>;
  }
  export function replicateRxCollection<Row, Checkpoint>(options: {
    readonly collection: import('rxdb').RxCollection<Row>;
    readonly replicationIdentifier: string;
    readonly waitForLeadership: boolean;
    readonly pull: {
      readonly handler: (
        checkpoint: Checkpoint | undefined,
        batchSize: number,
      ) => Promise<Pulled<Row, Checkpoint>>;
      readonly stream$: import('rxjs').Subject<Pulled<Row, Checkpoint> | 'RESYNC'>;
    };
    readonly push: { readonly handler: (rows: readonly object[]) => Promise<readonly Row[]> };
  }): ReplicationState<Row>;
}

declare module 'rxjs' {
  export class Subject<T> {
    next(value: T): void;
  }
}
