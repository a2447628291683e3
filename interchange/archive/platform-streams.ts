/** The parts of the platform's streams that are used here; browsers and Node both have them. */
export interface ByteReader<T> {
  read(): Promise<{ readonly done: boolean; readonly value?: T | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

export interface ReadableOf<T> {
  getReader(): ByteReader<T>;
  pipeThrough<U>(pair: { readonly readable: ReadableOf<U>; readonly writable: object }): ReadableOf<U>;
}

interface Controller {
  enqueue(bytes: Uint8Array): void;
  close(): void;
}

declare const ReadableStream: new (source: {
  pull(controller: Controller): Promise<void>;
}) => ReadableOf<Uint8Array>;

declare const TransformStream: new (transformer: {
  transform(bytes: Uint8Array, controller: { enqueue(bytes: Uint8Array): void }): void;
}) => { readonly readable: ReadableOf<Uint8Array>; readonly writable: object };

declare const DecompressionStream: new (
  format: 'gzip' | 'deflate-raw',
) => {
  readonly readable: ReadableOf<Uint8Array>;
  readonly writable: object;
};

/** Bytes that the platform stores outside of the memory of scripts, such as a blob or a part of a chosen file. */
export interface StoredBytes {
  readonly size: number;
  slice(begin: number, end: number): StoredBytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

declare const Blob: new (parts: readonly Uint8Array[]) => StoredBytes;

export const streamOf = (pull: (controller: Controller) => Promise<void>): ReadableOf<Uint8Array> =>
  new ReadableStream({ pull });

export const gunzip = (bytes: ReadableOf<Uint8Array>): ReadableOf<Uint8Array> =>
  bytes.pipeThrough(new DecompressionStream('gzip'));

export const inflate = (bytes: ReadableOf<Uint8Array>): ReadableOf<Uint8Array> =>
  bytes.pipeThrough(new DecompressionStream('deflate-raw'));

/** Calls back with every piece before it is passed on; what the callback throws ends the stream. */
export const watch = (
  bytes: ReadableOf<Uint8Array>,
  callback: (piece: Uint8Array) => void,
): ReadableOf<Uint8Array> =>
  bytes.pipeThrough(
    new TransformStream({
      transform: (piece, controller) => {
        callback(piece);
        controller.enqueue(piece);
      },
    }),
  );

export const storeBytes = (pieces: readonly Uint8Array[]): StoredBytes => new Blob(pieces);
