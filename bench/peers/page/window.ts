/** One row of the library, and what an edit writes. */
export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** A peer on one device; each peer implements it with the package's own functions. */
export interface Peer {
  /** Resolves when the device has everything of the server. */
  connect(): Promise<void>;
  disconnect(): void;
  /** Resolves when the package reports the edit as done. */
  edit(lesson: Lesson): Promise<unknown>;
  list(): Promise<readonly Lesson[]>;
}

export interface PeerEvents {
  /** The store has changed, by an edit of this device or of another. */
  changed(lessons: readonly Lesson[]): void;
  /** The device knows that the server has stored the edits of these lessons, or of all. */
  acknowledged(ids: readonly string[] | 'all'): void;
}

export type OpenPeer = (events: PeerEvents) => Promise<Peer>;

export interface Sent {
  readonly onlineAtMs: number;
  readonly sentAtMs: number;
}

/** The functions that a peer's page exposes to the race. A moment (`AtMs`) is on a clock that all pages share. */
export interface PeerPage {
  connect(): Promise<void>;
  /** Edits the first `count` lessons, `atOnce` of them side by side. */
  fill(round: number, count: number, atOnce: number): Promise<void>;
  /** Milliseconds of one edit until the package reports it as done. */
  timeEdit(): Promise<number>;
  /** Milliseconds from pressing a button that edits until the page shows the edit. */
  timePress(): Promise<number>;
  /** Makes one edit and returns the moment. */
  editLive(round: number): number;
  /** Waits from now on for `count` edits of a round; {@link seenAtMs} resolves when the store has them. */
  watch(round: number, count: number): void;
  seenAtMs(): Promise<number>;
  /** When the page went online for the last time, and when the server had acknowledged all edits. */
  sent(): Promise<Sent>;
  /** Number of lessons in the store with an edit of the round. */
  count(round: number): Promise<number>;
}

declare global {
  interface Window {
    peerPage: PeerPage;
  }
}
