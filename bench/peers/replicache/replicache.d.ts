// The part of the package that the race uses; the package itself is installed on demand.
declare module 'replicache' {
  interface WriteTransaction<Row> {
    set(key: string, value: Row): Promise<void>;
  }
  interface ReadTransaction<Row> {
    scan(): { values(): { toArray(): Promise<Row[]> } };
  }
  interface Options<Row> {
    readonly name: string;
    readonly pushURL: string;
    readonly pullURL: string;
    readonly pullInterval: null;
    readonly logLevel: 'error';
    readonly mutators: { readonly edit: (tx: WriteTransaction<Row>, row: Row) => Promise<void> };
  }

  export class Replicache<Row> {
    constructor(options: Options<Row>);
    readonly mutate: { edit(row: Row): Promise<void> };
    onSync: ((isSyncing: boolean) => void) | null;
    push(options: { now: boolean }): Promise<void>;
    pull(options: { now: boolean }): Promise<void>;
    query<T>(read: (tx: ReadTransaction<Row>) => Promise<T>): Promise<T>;
    /** No row is ever deleted here, so each difference has a new value. */
    experimentalWatch(callback: (diff: readonly { readonly newValue: Row }[]) => void): () => void;
    experimentalPendingMutations(): Promise<readonly unknown[]>;
  }
}
