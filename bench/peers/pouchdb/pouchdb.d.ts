// The part of the package that the race uses; the package itself is installed on demand.
declare module 'pouchdb-browser' {
  interface Stored {
    readonly _id: string;
    readonly _rev: string;
  }
  interface Sync<Row> {
    on(
      event: 'change',
      listener: (info: {
        readonly direction: 'push' | 'pull';
        readonly change: { readonly docs: readonly (Row & Stored)[] };
      }) => void,
    ): Sync<Row>;
    readonly pull: { on(event: 'paused', listener: () => void): unknown };
    cancel(): void;
  }
  interface Changes<Row> {
    on(event: 'change', listener: (change: { readonly doc: Row & Stored }) => void): Changes<Row>;
  }

  class PouchDB<Row> {
    constructor(name: string, options?: { readonly auto_compaction: boolean });
    get(id: string): Promise<Row & Stored>;
    put(row: Row & Stored): Promise<unknown>;
    allDocs(options: { readonly include_docs: true }): Promise<{
      readonly rows: readonly { readonly doc: Row & Stored }[];
    }>;
    changes(options: {
      readonly live: true;
      readonly since: 'now';
      readonly include_docs: true;
    }): Changes<Row>;
    sync(remote: string, options: { readonly live: true; readonly retry: true }): Sync<Row>;
  }

  export { PouchDB as default };
}
