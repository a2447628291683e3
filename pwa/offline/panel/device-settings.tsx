import { changeDownloadSettings, downloadSettings } from '../../downloads/plans/download-settings.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import styles from './offline-panel.module.css';

/** How this device downloads media, for all courses. */
export function DeviceSettings() {
  const settings = useObservable(downloadSettings);
  return (
    <fieldset className={styles.settings}>
      <legend>On this device, for all courses</legend>
      <Checkbox
        label="Download files only on Wi-Fi"
        checked={settings.onlyUnmetered}
        onChange={(event) => changeDownloadSettings({ onlyUnmetered: event.target.checked })}
      />
      <Checkbox
        label="Save data: no file comes by itself"
        checked={settings.savesData}
        onChange={(event) => changeDownloadSettings({ savesData: event.target.checked })}
      />
      <p className={styles.muted}>
        Lessons’ text and your progress always travel. Where the browser does not tell what kind of line it is
        on, files come on any.
      </p>
    </fieldset>
  );
}
