import { changeDownloadSettings, downloadSettings } from '#pwa/downloads/plans/download-settings.ts';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import styles from './offline-panel.module.css';

/** How this device downloads media, for all courses. */
export function DeviceSettings() {
  const settings = useObservable(downloadSettings);
  return (
    <fieldset className={styles.settings}>
      <legend>Settings for all courses on this device</legend>
      <Checkbox
        label="Download only on Wi-Fi"
        checked={settings.onlyUnmetered}
        onChange={(event) => changeDownloadSettings({ onlyUnmetered: event.target.checked })}
      />
      <Checkbox
        label="Save data: no automatic downloads"
        checked={settings.savesData}
        onChange={(event) => changeDownloadSettings({ savesData: event.target.checked })}
      />
      <p className={styles.muted}>
        Lesson text and progress always sync. If the browser does not report the connection type, files
        download on any connection.
      </p>
    </fieldset>
  );
}
