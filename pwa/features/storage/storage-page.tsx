import { MadeRoom } from '../../kept/made-room.tsx';
import { useOnDevice } from '../../kept/use-on-device.ts';
import { useStorage } from '../../kept/use-storage.ts';
import { DeviceSettings } from '../../offline/panel/device-settings.tsx';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readStorage } from './read-storage.ts';
import { Room } from './room.tsx';
import { Rules } from './rules.tsx';
import styles from './storage-page.module.css';
import { StoredCourses } from './stored-courses.tsx';

/**
 * The data that Carrel stores on this device, what could delete it, and how to free space. Everything is read
 * from the device, so the page works offline.
 */
export function StoragePage() {
  const stored = usePrivateQuery(readStorage, []);
  const onDevice = useOnDevice();
  const here = stored?.courses.reduce((sum, { size }) => sum + size.text.bytesHere, 0) ?? 0;
  const { facts, askToKeep } = useStorage(here + (stored?.unsentBytes ?? 0));
  return (
    <Page width="text" className={styles.page}>
      <header className={styles.head}>
        <PageTitle>Storage</PageTitle>
        <p className={styles.lead}>What Carrel keeps on this device, and what could delete it.</p>
      </header>
      <MadeRoom />
      {stored && facts && onDevice ? (
        <>
          <Room stored={stored} facts={facts} />
          <StoredCourses courses={stored.courses} onDevice={onDevice} />
          <DeviceSettings />
          <Rules isKept={facts.isKept} onAsk={askToKeep} />
        </>
      ) : (
        <Skeleton height="70vh" />
      )}
    </Page>
  );
}
