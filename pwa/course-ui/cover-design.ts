/** The families of generated covers. */
export const coverFamilies = ['arcs', 'bars', 'rings', 'waves', 'tiles', 'spines'] as const;
export type CoverFamily = (typeof coverFamilies)[number];

interface CoverInk {
  readonly ground: string;
  readonly line: string;
}

/** Glass, brick, night, plum, moss, slate: dark enough for both the light and the dark theme. */
const coverInks: readonly CoverInk[] = [
  { ground: '#14614a', line: '#f2bf55' },
  { ground: '#7a3b1d', line: '#fbf0d9' },
  { ground: '#1d3f6e', line: '#e7f0fa' },
  { ground: '#562b4d', line: '#f3d7c4' },
  { ground: '#4a5a1f', line: '#f7eec0' },
  { ground: '#2f4550', line: '#9fd6c2' },
];

export interface CoverDesign {
  readonly family: CoverFamily;
  readonly ink: CoverInk;
  /** The next number of the design's own sequence, from 0 up to but not including 1. */
  readonly next: () => number;
}

/** FNV-1a with a final mix: the same id gives the same cover on every device. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  return (value ^ (value >>> 15)) >>> 0;
}

// Chosen so that the three featured courses differ in family and ink.
const SALT = 2857;

/** The design of the cover for a course without an image. */
export function coverDesign(courseId: string): CoverDesign {
  let state = hash(courseId);
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const seed = hash(`${SALT} ${courseId}`);
  const family = coverFamilies[seed % coverFamilies.length] ?? 'arcs';
  const ink = coverInks[(seed >>> 8) % coverInks.length] ?? { ground: '#14614a', line: '#f2bf55' };
  return { family, ink, next };
}
