import { Link } from '#pwa/ui/controls/link.tsx';
import styles from './workspace-card.module.css';

/** The course's title, with a link to its editor if there is one. */
export function CourseTitle({ title, editor }: { title: string; editor: string | null }) {
  return (
    <h2 className={styles.title} dir="auto">
      {editor === null ? title : <Link to={editor}>{title}</Link>}
    </h2>
  );
}
