const GIGABYTE = 1_000_000_000;

/** A size as people read it, up to what a disk holds: `240 kB`, `1.4 MB`, `58 GB`. A disk's, not a film's: that of lessons comes with what draws them. */
export function describeBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  if (bytes < GIGABYTE) return `${round(bytes / 1_000_000)} MB`;
  return `${round(bytes / GIGABYTE)} GB`;
}

function round(number: number): string {
  return number < 10 ? number.toFixed(1) : String(Math.round(number));
}
