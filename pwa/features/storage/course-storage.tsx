import { checkOfflineReadiness, type OnDevice } from '#pwa/downloads/readiness/offline-readiness.ts';
import { OfflineReasons } from '#pwa/offline/readiness/offline-reasons.tsx';
import { ReadinessChip } from '#pwa/offline/readiness/readiness-chip.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { StoredCourse } from './read-storage.ts';
import { type KindLine, listKinds, mediaBytes } from './storage-model.ts';
import styles from './storage-page.module.css';
import type { Removals } from './use-removals.ts';

interface CourseStorageProps {
  stored: StoredCourse;
  onDevice: OnDevice;
  removals: Removals;
}

/** One course: its offline readiness with the reasons, and its bytes by kind. */
export function CourseStorage({ stored, onDevice, removals }: CourseStorageProps) {
  const { course, size, earlierBytes, isFinished } = stored;
  const readiness = checkOfflineReadiness(course, onDevice);
  const bytes = mediaBytes(stored);
  const kinds = listKinds(stored);
  return (
    <Card as="article" className={styles.course} aria-labelledby={`stored-${course.id}`}>
      <Cluster as="header" align="baseline" isSpread>
        <h3 id={`stored-${course.id}`} dir="auto">
          {course.title}
        </h3>
        <p className={styles.quiet}>
          {describeBytes(bytes + size.text.bytesHere)}
          {isFinished && ' · finished'}
        </p>
      </Cluster>
      <p>
        <ReadinessChip readiness={readiness} />
      </p>
      <OfflineReasons courseId={course.id} readiness={readiness} />
      <Stack as="ul">
        <li className={styles.kind}>
          <span>Text: {describeBytes(size.text.bytesHere)}</span>
          <span className={styles.quiet}>always downloaded</span>
        </li>
        {kinds.map((line) => (
          <KindRow key={line.kind} line={line} course={course} removals={removals} />
        ))}
        {earlierBytes > 0 && (
          <li className={styles.kind}>
            <span>Earlier versions: {describeBytes(earlierBytes)}</span>
            <span className={styles.quiet}>until the new ones are downloaded</span>
          </li>
        )}
      </Stack>
      {kinds.filter(({ bytesHere }) => bytesHere > 0).length > 1 && (
        <Cluster>
          <Button
            size="sm"
            variant="danger"
            onClick={() => removals.request({ course, kind: null, name: 'All files', bytes })}
          >
            Remove all files<span className="visually-hidden"> of {course.title}</span>
          </Button>
        </Cluster>
      )}
    </Card>
  );
}

interface KindRowProps {
  line: KindLine;
  course: StoredCourse['course'];
  removals: Removals;
}

function KindRow({ line, course, removals }: KindRowProps) {
  const { kind, name, files, filesHere, bytesHere } = line;
  return (
    <li className={styles.kind}>
      <span>
        {name}: {describeBytes(bytesHere)}{' '}
        <span className={styles.quiet}>
          ({filesHere} of {files} downloaded)
        </span>
      </span>
      {bytesHere > 0 && (
        <Button size="sm" onClick={() => removals.request({ course, kind, name, bytes: bytesHere })}>
          Remove
          <span className="visually-hidden">
            {' '}
            {name.toLowerCase()} of {course.title}
          </span>
        </Button>
      )}
    </li>
  );
}
