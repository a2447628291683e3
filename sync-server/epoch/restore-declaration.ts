import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const FILE = 'restore.json';

/**
 * The operator's word on a restore. `keep`: what was done after the backup is done again, deletions and changes
 * of rights included. `discard`: deletions, changes of rights and edits of courses after the backup are not done
 * again. Null: such deletions and changes wait for the user who made them.
 */
export const RestoreIntent = v.picklist(['keep', 'discard']);
export type RestoreIntent = v.InferOutput<typeof RestoreIntent>;
const Declaration = v.object({ intent: v.nullable(RestoreIntent) });
export type Declaration = v.InferOutput<typeof Declaration>;

/**
 * Declares that the database of this folder was restored from a backup, while the server is stopped: the next
 * start begins a new epoch with this decision, whatever the watermark says.
 */
export function declareRestore(dataFolder: string, intent: Declaration['intent']): void {
  writeFileSync(join(dataFolder, FILE), `${JSON.stringify({ intent })}\n`, { mode: 0o600, flush: true });
}

/** Null when nothing was declared. An unreadable file declares a restore without a decision. */
export function readDeclaration(dataFolder: string): Declaration | null {
  try {
    const text = readFileSync(join(dataFolder, FILE), 'utf8');
    return v.parse(Declaration, JSON.parse(text));
  } catch (error) {
    return isMissing(error) ? null : { intent: null };
  }
}

export function removeDeclaration(dataFolder: string): void {
  rmSync(join(dataFolder, FILE), { force: true });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
