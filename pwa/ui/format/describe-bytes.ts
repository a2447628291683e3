const GIGABYTE = 1_000_000_000;

/**
 * Formats a size up to that of a disk: `240 kB`, `1.4 MB`, `58 GB`. Separate from the lessons' formatter,
 * which is loaded with their code.
 */
export function describeBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  if (bytes < GIGABYTE) return `${round(bytes / 1_000_000)} MB`;
  return `${round(bytes / GIGABYTE)} GB`;
}

function round(number: number): string {
  return number < 10 ? number.toFixed(1) : String(Math.round(number));
}
