import { useMemo } from 'react';
import { useStorage } from '#pwa/offline/use-storage.ts';
import { paths } from '#pwa/paths.ts';
import { measureUnsent } from '#pwa/sync/status/measure-unsent.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { Centre } from '../model/read-centre.ts';
import styles from '../sync-centre-page.module.css';

/** The free space on this device, and whether storage is persistent. */
export function StorageState({ centre }: { centre: Centre | null }) {
  const unsentBytes = useMemo(() => (centre === null ? 0 : measureUnsent(centre)), [centre]);
  const { facts, requestPersistence } = useStorage(unsentBytes);
  if (facts === null) return null;
  const { used, available, isPersisted } = facts;
  return (
    <Stack as="section" gap={4} aria-labelledby="storage-title">
      <h2 id="storage-title" className={styles.title}>
        This device
      </h2>
      {used !== null && available !== null && (
        <>
          <ProgressBar
            value={available === 0 ? 0 : (used / available) * 100}
            label="Storage used by Carrel"
          />
          <p>
            Carrel uses {describeBytes(used)}; {describeBytes(Math.max(0, available - used))} available.
            Unsent work uses {describeBytes(unsentBytes)} of it.
          </p>
        </>
      )}
      {isPersisted === true && (
        <p>Persistent storage is on: the browser does not delete this data automatically.</p>
      )}
      {isPersisted === false && (
        <>
          <p>
            Persistent storage is off: the browser can delete this data when the device runs out of storage.
            Send your work when you are connected.
          </p>
          <Cluster>
            <Button size="sm" onClick={() => void requestPersistence()}>
              Request persistent storage
            </Button>
          </Cluster>
        </>
      )}
      {isPersisted === null && (
        <p>
          This browser does not report whether its storage is persistent. Send your work when you are
          connected.
        </p>
      )}
      <Cluster>
        <ButtonLink to={paths.storage} size="sm">
          Manage storage
        </ButtonLink>
      </Cluster>
    </Stack>
  );
}
