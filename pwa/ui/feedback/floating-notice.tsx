import styles from './floating-notice.module.css';
import { Notice, type NoticeProps } from './notice.tsx';

/** An app-wide notice. It floats, so that nothing on the page moves. */
export function FloatingNotice(props: Omit<NoticeProps, 'className'>) {
  return (
    <div className={styles.floating}>
      <Notice {...props} className={styles.notice} />
    </div>
  );
}
