import type { ImportNote } from '#pwa/store/account/imports.ts';
import type { ImportPlan } from '#pwa/sync/imports/plan-import.ts';
import type { ReadImport } from '#pwa/sync/imports/read-result.ts';

/** A course that was read, and the effect of importing all of it. */
export interface Preview {
  readonly read: ReadImport;
  readonly plan: ImportPlan;
  /** The last import of the same content on this device. */
  readonly last: ImportNote | null;
}
