import { useEffect, useState } from 'react';
import { measureAppCaches } from '#pwa/downloads/cache/measure-caches.ts';
import { HELD_BYTES } from '#pwa/downloads/cache/reserve.ts';
import { kindNames } from '#pwa/offline/panel/panel-text.ts';
import type { StorageFacts } from '#pwa/offline/use-storage.ts';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { Stored } from './read-storage.ts';
import { sumShares } from './storage-model.ts';
import styles from './storage-page.module.css';

interface StorageUsageProps {
  stored: Stored;
  facts: StorageFacts;
}

/** The used storage by kind, and the free space. */
export function StorageUsage({ stored, facts }: StorageUsageProps) {
  const appBytes = useAppBytes();
  const { text, media, unsent } = sumShares(stored);
  const shares: [string, number][] = [
    ['Lesson text', text],
    [kindNames.videos, media.videos],
    [kindNames.documents, media.documents],
    [kindNames.images, media.images],
    ['Drafts and unsent work', unsent],
    ['App', appBytes ?? 0],
  ];
  return (
    <Stack as="section" gap={4} aria-labelledby="room-title">
      <h2 id="room-title">Storage used</h2>
      <Use facts={facts} />
      <dl className={styles.shares}>
        {shares.map(([name, bytes]) => (
          <div key={name} className={styles.share}>
            <dt>{name}</dt>
            <dd>{describeBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>
        If the device has space, {describeBytes(HELD_BYTES)} more are reserved for your work. Downloads do not
        use this space.
      </p>
    </Stack>
  );
}

function Use({ facts: { used, available } }: { facts: StorageFacts }) {
  if (used === null || available === null) return <p>This browser does not report the available storage.</p>;
  return (
    <>
      <ProgressBar value={available === 0 ? 0 : (used / available) * 100} label="Storage used by Carrel" />
      <p>
        Carrel uses {describeBytes(used)}; {describeBytes(Math.max(0, available - used))} available.
      </p>
    </>
  );
}

/** The size of the app's own files; null until it is known. */
function useAppBytes(): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    measureAppCaches().then(setBytes, () => setBytes(0));
  }, []);
  return bytes;
}
