/** How well a lesson matches, and the folded terms of it that do. */
export interface Match {
  readonly score: number;
  readonly terms: readonly string[];
}

/** By the ids of the lessons. */
export type Matches = ReadonlyMap<string, Match>;

/** The title is the most relevant field. */
export const TITLE_WEIGHT = 4;

/** The lessons that are in all of the results, or (`some`) in any of them. */
export function joinMatches(results: readonly Matches[], mode: 'all' | 'some'): Map<string, Match> {
  const joined = new Map<string, Match>();
  for (const id of new Set(results.flatMap((matches) => [...matches.keys()]))) {
    const found = results.flatMap((matches) => matches.get(id) ?? []);
    if (mode === 'all' && found.length < results.length) continue;
    joined.set(id, {
      score: found.reduce((sum, { score }) => sum + score, 0),
      terms: found.flatMap(({ terms }) => terms),
    });
  }
  return joined;
}
