import { useMemo } from 'react';
import { useStorage } from '../../../offline/use-storage.ts';
import { paths } from '../../../paths.ts';
import { measureUnsent } from '../../../sync/status/measure-unsent.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ButtonLink } from '../../../ui/controls/button-link.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { describeBytes } from '../../../ui/format/describe-bytes.ts';
import type { Centre } from '../model/read-centre.ts';
import styles from '../sync-centre-page.module.css';

/** The free space on this device, and whether storage is persistent. */
export function StorageState({ centre }: { centre: Centre | null }) {
  const unsentBytes = useMemo(() => (centre === null ? 0 : measureUnsent(centre)), [centre]);
  const { facts, requestPersistence } = useStorage(unsentBytes);
  if (facts === null) return null;
  const { used, available, isPersisted } = facts;
  return (
    <section className={styles.section} aria-labelledby="storage-title">
      <h2 id="storage-title" className={styles.title}>
        This device
      </h2>
      {used !== null && available !== null && (
        <>
          <ProgressBar value={available === 0 ? 0 : (used / available) * 100} label="Room that Carrel uses" />
          <p>
            Carrel uses {describeBytes(used)}; {describeBytes(Math.max(0, available - used))} more would fit.
            Unsent work takes {describeBytes(unsentBytes)} of it.
          </p>
        </>
      )}
      {isPersisted === true && <p>The browser has promised not to clear it by itself.</p>}
      {isPersisted === false && (
        <>
          <p>
            The browser has not promised to keep it: when the device runs out of room, it may clear it. Send
            your work when you can.
          </p>
          <div className={styles.actions}>
            <Button size="sm" onClick={() => void requestPersistence()}>
              Ask the browser to keep it
            </Button>
          </div>
        </>
      )}
      {isPersisted === null && (
        <p>This browser does not say whether it keeps what lies in it. Send your work when you can.</p>
      )}
      <div className={styles.actions}>
        <ButtonLink to={paths.storage} size="sm">
          What is kept here, and how to make room
        </ButtonLink>
      </div>
    </section>
  );
}
