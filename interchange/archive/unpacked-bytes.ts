import { ImportError } from '../import/import-error.ts';

/** Limits of an archive that another program made. */
export interface UnpackLimits {
  /** The bytes of the archive itself. */
  readonly archiveMaxBytes: number;
  readonly entriesMax: number;
  readonly unpackedMaxBytes: number;
  /** How often the packed size the unpacked size may be, once it is above `ratioFromBytes`. */
  readonly ratioMax: number;
  readonly ratioFromBytes: number;
  /** Larger files have a size, and no bytes. */
  readonly fileMaxBytes: number;
}

/** Counts what an archive unpacks to while it is read. */
export class UnpackedBytes {
  readonly #limits: UnpackLimits;
  #out = 0;
  #in = 0;
  #entries = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  /** Adds unpacked bytes, and the packed bytes that were read for them. Throws ImportError beyond a limit. */
  add(bytesOut: number, bytesIn: number): void {
    this.#out += bytesOut;
    this.#in += bytesIn;
    const { unpackedMaxBytes, ratioFromBytes, ratioMax } = this.#limits;
    if (this.#out > unpackedMaxBytes) throw new ImportError('unpacksTooLarge');
    if (this.#out > ratioFromBytes && this.#out > this.#in * ratioMax) throw new ImportError('bomb');
  }

  /** Adds an entry. Throws ImportError beyond the limit. */
  addEntry(): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.entriesMax) throw new ImportError('tooManyEntries');
  }
}
