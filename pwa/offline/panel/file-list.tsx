import type { MeasuredFile } from '#pwa/downloads/plans/course-size.ts';
import type { Wants } from '#pwa/store/database/rows.ts';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from './offline-panel.module.css';
import { describeFile } from './panel-text.ts';

interface FileListProps {
  files: readonly MeasuredFile[];
  /** Null if nothing was chosen. */
  wants: Wants | null;
}

/** Every file of the course with its state; collapsed by default. */
export function FileList({ files, wants }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <details className={styles.files}>
      <summary>{countOf(files.length, 'file')} in this course</summary>
      <ul>
        {files.map((file) => (
          <li key={file.fileId} className={styles.file}>
            <span className={styles.fileName} dir="auto">
              {file.title}
            </span>
            <span className={styles.muted}>{describeFile(file, wants?.[file.want] ?? false)}</span>
            {!file.isHere && file.bytesHere > 0 && (
              <ProgressBar
                className={styles.fileBar}
                value={(100 * file.bytesHere) / file.sizeBytes}
                label={`Download of ${file.title}`}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
