import type { Db } from '../db/open.ts';
import { readDeclaration, removeDeclaration } from './restore-declaration.ts';
import type { Evidence, RestoreEvidence } from './restore-evidence.ts';
import { readWatermark, type Watermark } from './watermark.ts';

/** The evidence in the data folder, for a database that is a file in it. */
export class FolderEvidence implements RestoreEvidence {
  readonly #dataFolder: string;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /**
   * The database was restored if the operator says so; if it has another epoch than the watermark, or fewer changes,
   * or no watermark. Where the watermark was restored too, nothing in the folder shows that; the first device that knows
   * more does (`Restores`).
   */
  async find(_db: Db, { epoch, sequence }: Watermark): Promise<Evidence | null> {
    const known = readWatermark(this.#dataFolder);
    const declared = readDeclaration(this.#dataFolder);
    const evidence = (sequenceBefore: number | null) => ({
      known: sequenceBefore,
      intent: declared?.intent ?? null,
    });
    if (declared !== null) return evidence(known?.sequence ?? null);
    if (known === null) return sequence > 0 ? evidence(null) : null;
    if (known.epoch !== epoch || known.sequence > sequence) return evidence(known.sequence);
    return null;
  }

  /** The watermark is written when the epoch has begun. */
  async accept(): Promise<void> {}

  onAccepted(): void {
    removeDeclaration(this.#dataFolder);
  }
}
