/** The part of the package that tests use; it has no types of its own. */
declare module 's3rver' {
  interface Options {
    readonly address: string;
    /** 0: a free one. */
    readonly port: number;
    readonly silent: boolean;
    /** Has the objects. */
    readonly directory: string;
  }

  class S3rver {
    constructor(options: Options);
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }

  export = S3rver;
}
