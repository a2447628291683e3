import {
  areReadingSettingsLasting,
  changeReadingSettings,
  LINE_WIDTHS,
  readingSettings,
  TEXT_SIZES,
  THEMES,
} from '#pwa/device/reading-settings.ts';
import { Menu } from '#pwa/ui/overlays/menu.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { ChoiceRow } from './choice-row.tsx';
import styles from './reading-menu.module.css';

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' };
const textNames = { small: 'Small', normal: 'Normal', large: 'Large', largest: 'Largest' };
const lineNames = { narrow: 'Narrow', normal: 'Normal', wide: 'Wide' };

/** Text size and line width of lessons, and the theme of the app, on this device. */
export function ReadingMenu() {
  return (
    <Menu
      label="Reading settings"
      face={
        <span className={styles.face} aria-hidden="true">
          A<span>a</span>
        </span>
      }
      isBelowBar
    >
      <Choices />
    </Menu>
  );
}

function Choices() {
  const { theme, text, line } = useObservable(readingSettings);
  return (
    <div className={styles.choices}>
      <ChoiceRow
        legend="Text size"
        options={TEXT_SIZES}
        names={textNames}
        value={text}
        onChange={(value) => changeReadingSettings({ text: value })}
        renderOption={(size) => (
          <span className={styles.letter} data-size={size} aria-hidden="true">
            A
          </span>
        )}
      />
      <ChoiceRow
        className={styles.lineWidth}
        legend="Line width"
        options={LINE_WIDTHS}
        names={lineNames}
        value={line}
        onChange={(value) => changeReadingSettings({ line: value })}
      />
      <ChoiceRow
        legend="Theme"
        options={THEMES}
        names={themeNames}
        value={theme}
        onChange={(value) => changeReadingSettings({ theme: value })}
      />
      {!areReadingSettingsLasting() && (
        <p className={styles.note} role="status">
          Your browser blocks site data, so these settings end with this page.
        </p>
      )}
    </div>
  );
}
