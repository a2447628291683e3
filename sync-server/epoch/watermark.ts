import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The database's last position, stored beside it in a file that backups omit. */
export const Watermark = v.object({ epoch: v.string(), sequence: v.number() });
export type Watermark = v.InferOutput<typeof Watermark>;

export const WATERMARK_FILE = 'watermark.json';

/** Null when the file is missing or unreadable. */
export function readWatermark(dataFolder: string): Watermark | null {
  try {
    const result = v.safeParse(Watermark, JSON.parse(readFileSync(join(dataFolder, WATERMARK_FILE), 'utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
