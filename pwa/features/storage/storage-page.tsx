import { EvictionNotice } from '#pwa/offline/notices/eviction-notice.tsx';
import { DeviceSettings } from '#pwa/offline/panel/device-settings.tsx';
import { AppNotice } from '#pwa/offline/readiness/app-notice.tsx';
import { useOnDevice } from '#pwa/offline/readiness/use-on-device.ts';
import { useStorage } from '#pwa/offline/use-storage.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { FromOtherPhones } from './from-other-phones.tsx';
import { readStorage } from './read-storage.ts';
import { Rules } from './rules.tsx';
import styles from './storage-page.module.css';
import { StorageUsage } from './storage-usage.tsx';
import { StoredCourses } from './stored-courses.tsx';

/**
 * The data that Carrel stores on this device, what could delete it, and how to free space. Everything is read
 * from the device, so the page works offline.
 */
export function StoragePage() {
  const stored = usePrivateQuery(readStorage, []);
  const onDevice = useOnDevice();
  const here = stored?.courses.reduce((sum, { size }) => sum + size.text.bytesHere, 0) ?? 0;
  const { facts, requestPersistence } = useStorage(here + (stored?.unsentBytes ?? 0));
  return (
    <Page width="text" gap={6}>
      <Stack as="header" gap={1}>
        <PageTitle>Storage</PageTitle>
        <p className={styles.lead}>Data that Carrel stores on this device, and the risks of losing it.</p>
      </Stack>
      <AppNotice app={onDevice?.app ?? null} />
      <EvictionNotice />
      {stored && facts && onDevice ? (
        <>
          <StorageUsage stored={stored} facts={facts} />
          <StoredCourses courses={stored.courses} onDevice={onDevice} />
          <FromOtherPhones courses={stored.courses} />
          <DeviceSettings />
          <Rules isPersisted={facts.isPersisted} onRequest={requestPersistence} />
        </>
      ) : (
        <Skeleton height="70vh" />
      )}
    </Page>
  );
}
