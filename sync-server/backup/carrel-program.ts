import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The arguments with which Node runs `carrel`: its sources in development, otherwise its bundle beside that of the server
 * (vite.config.ts).
 */
export function findCarrelProgram(): string[] {
  const here = fileURLToPath(import.meta.url);
  const folder = dirname(here);
  if (here.endsWith('.ts')) return ['--import', 'tsx', join(folder, '..', 'operator', 'carrel.ts')];
  return [join(folder, 'carrel.js')];
}
