import { Tabs } from '#pwa/ui/controls/tabs.tsx';
import styles from './preview-place.module.css';

const VIEWS = [
  { id: 'lessons', name: 'Lessons' },
  { id: 'page', name: 'Course page' },
] as const;
const SCREENS = [
  { id: 'desktop', name: 'Desktop' },
  { id: 'phone', name: 'Phone' },
] as const;

/** The lessons as learners see them, or the page of the course as visitors do. */
export type View = (typeof VIEWS)[number]['id'];
export type Screen = (typeof SCREENS)[number]['id'];

interface PreviewSwitchesProps {
  view: View;
  screen: Screen;
  panelId: string;
  onView: (view: View) => void;
  onScreen: (screen: Screen) => void;
}

/** What the preview shows, and on which screen; a phone only has its own. */
export function PreviewSwitches({ view, screen, panelId, onView, onScreen }: PreviewSwitchesProps) {
  return (
    <div className={styles.switches}>
      <Tabs label="Preview of" tabs={VIEWS} current={view} panelId={panelId} onChoose={onView} isSmall />
      <div className={styles.screens}>
        <Tabs label="Screen" tabs={SCREENS} current={screen} panelId={panelId} onChoose={onScreen} isSmall />
      </div>
    </div>
  );
}
