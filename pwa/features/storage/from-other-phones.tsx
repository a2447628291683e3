import { TakeFiles } from '#pwa/offline/packs/take-files.tsx';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { StoredCourse } from './read-storage.ts';
import styles from './storage-page.module.css';

/** Takes downloads from a file of another device, for all courses that allow it; nothing if none does. */
export function FromOtherPhones({ courses }: { courses: readonly StoredCourse[] }) {
  const userId = useUserId();
  const titles = courses.filter(({ course }) => course.sharesFiles === 1).map(({ course }) => course.title);
  if (titles.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="phones-title">
      <h2 id="phones-title">Files from another phone</h2>
      <p className={styles.quiet}>
        Open a file that a classmate’s phone saved, to get the videos and documents of {joinTitles(titles)}
        without a network.
      </p>
      <TakeFiles userId={userId} />
    </Stack>
  );
}

function joinTitles(titles: readonly string[]): string {
  const quoted = titles.map((title) => `“${title}”`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
