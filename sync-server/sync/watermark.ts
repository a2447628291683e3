import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** How far the database had come, stored beside it in a file that backups omit. */
const Watermark = v.object({ epoch: v.string(), sequence: v.number() });
export type Watermark = v.InferOutput<typeof Watermark>;

const FILE = 'watermark.json';

/** Null when the file is missing or unreadable. */
export function readWatermark(dataFolder: string): Watermark | null {
  try {
    const result = v.safeParse(Watermark, JSON.parse(readFileSync(join(dataFolder, FILE), 'utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** Written to a temporary file and renamed: a kill leaves the old one or the new one. */
export async function writeWatermark(dataFolder: string, watermark: Watermark): Promise<void> {
  const path = join(dataFolder, FILE);
  const temporaryPath = `${path}.new`;
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(watermark));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
}
