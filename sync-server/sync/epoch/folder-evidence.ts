import type { Db } from '#sync-server/db/open.ts';
import { isEarlierEpoch } from './epoch-queries.ts';
import { readDeclaration, removeDeclaration } from './restore-declaration.ts';
import type { Evidence, RestoreEvidence } from './restore-evidence.ts';
import type { SecondWatermark } from './second-watermark.ts';
import { readWatermark, type Watermark } from './watermark.ts';

/** The evidence in the data folder, for a database that is a file in it. */
export class FolderEvidence implements RestoreEvidence {
  readonly #dataFolder: string;
  readonly #second: SecondWatermark;

  constructor(dataFolder: string, second: SecondWatermark) {
    this.#dataFolder = dataFolder;
    this.#second = second;
  }

  /**
   * The database was restored if the operator says so; if it has another epoch than the watermark, or fewer changes,
   * or no watermark; or if the second watermark states more changes, or an epoch that the database never had. A missing
   * or outdated second one proves nothing.
   *
   * Where the whole data folder was restored, nothing in it shows that; the first device that knows more does
   * (`Restores`).
   */
  async find(db: Db, { epoch, sequence }: Watermark): Promise<Evidence | null> {
    const known = readWatermark(this.#dataFolder);
    const declared = readDeclaration(this.#dataFolder);
    const evidence = (sequenceBefore: number | null) => ({
      known: sequenceBefore,
      intent: declared?.intent ?? null,
    });
    if (declared !== null) return evidence(known?.sequence ?? null);
    if (known === null) return sequence > 0 ? evidence(null) : null;
    if (known.epoch !== epoch || known.sequence > sequence) return evidence(known.sequence);
    const other = this.#second.read();
    if (other === null || (await isEarlierEpoch(db, other.epoch))) return null;
    return other.epoch !== epoch || other.sequence > sequence ? evidence(other.sequence) : null;
  }

  /** The watermark is written when the epoch has begun. */
  async accept(): Promise<void> {}

  onAccepted(): void {
    removeDeclaration(this.#dataFolder);
  }
}
