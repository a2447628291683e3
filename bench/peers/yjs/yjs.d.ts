// The part of the packages that the race uses; the packages themselves are installed on demand.
declare module 'yjs' {
  export class Doc {
    getMap<Row>(name: string): YMap<Row>;
    transact(work: () => void): void;
    on(event: 'update', listener: (update: Uint8Array, origin: unknown) => void): void;
  }
  interface YMap<Row> {
    set(key: string, value: Row): void;
    get(key: string): Row | undefined;
    values(): IterableIterator<Row>;
    observe(listener: (event: { readonly keysChanged: ReadonlySet<string> }) => void): void;
  }
}

declare module 'y-indexeddb' {
  export class IndexeddbPersistence {
    constructor(name: string, doc: import('yjs').Doc);
    readonly whenSynced: Promise<unknown>;
  }
}

declare module 'y-websocket' {
  type Handler = () => void;
  export class WebsocketProvider {
    constructor(url: string, room: string, doc: import('yjs').Doc, options: { readonly connect: boolean });
    readonly messageHandlers: Handler[];
    connect(): void;
    disconnect(): void;
    once(event: 'sync', listener: () => void): void;
  }
}

declare module 'y-protocols/sync' {
  export function readSyncMessage(
    decoder: import('lib0/decoding').Decoder,
    encoder: import('lib0/encoding').Encoder,
    doc: import('yjs').Doc,
    origin: unknown,
  ): number;
  export function writeSyncStep1(encoder: import('lib0/encoding').Encoder, doc: import('yjs').Doc): void;
  export function writeUpdate(encoder: import('lib0/encoding').Encoder, update: Uint8Array): void;
}

declare module 'lib0/decoding' {
  export interface Decoder {
    readonly pos: number;
  }
  export function createDecoder(bytes: Uint8Array): Decoder;
  export function readVarUint(decoder: Decoder): number;
}

declare module 'lib0/encoding' {
  export interface Encoder {
    readonly cpos: number;
  }
  export function createEncoder(): Encoder;
  export function writeVarUint(encoder: Encoder, value: number): void;
  export function length(encoder: Encoder): number;
  export function toUint8Array(encoder: Encoder): Uint8Array;
}

declare module 'ws' {
  interface Socket {
    send(bytes: Uint8Array): void;
    on(event: 'message', listener: (bytes: Uint8Array) => void): void;
    on(event: 'close', listener: () => void): void;
  }
  export class WebSocketServer {
    constructor(options: { readonly server: object });
    on(event: 'connection', listener: (socket: Socket) => void): void;
  }
}
