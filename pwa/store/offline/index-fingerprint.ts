import type { SearchableCourse, SearchableLesson } from './search-indexes.ts';

/** Version of the indexing: an index of another version is rebuilt. */
const MAKE = '2';

/** Its format, then each lesson with its version, which grows with every edit. */
export function fingerprintOf({ lessons }: SearchableCourse): string {
  return [MAKE, ...lessons.map((lesson) => `${lesson.id} ${markOf(lesson)}`)].join('\n');
}

export function markOf({ version }: SearchableLesson): string {
  return String(version);
}

/** The versions of the lessons in a fingerprint; none if the index is of another version. */
export function versionsIn(fingerprint: string): Map<string, string> {
  const [make, ...lines] = fingerprint.split('\n');
  if (make !== MAKE) return new Map();
  return new Map(
    lines.map((line) => {
      const [id = '', version = ''] = line.split(' ');
      return [id, version];
    }),
  );
}
