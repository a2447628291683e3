import { useState } from 'react';
import { type CourseSize, measureCourse } from '#pwa/downloads/plans/course-size.ts';
import { chooseMedia, removeCourseFiles } from '#pwa/downloads/plans/download-plans.ts';
import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { formatBytes } from '#pwa/lesson/format-bytes.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { MEDIA_KINDS, type Wants } from '#pwa/store/database/rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { DownloadIcon } from '#pwa/ui/display/study-icons.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { countOf } from '#schema/messages/count.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { useDownload, type WatchedDownload } from '../download/use-download.ts';
import { ShareFiles } from '../packs/share-files.tsx';
import { OfflineReasons } from '../readiness/offline-reasons.tsx';
import { ReadinessChip } from '../readiness/readiness-chip.tsx';
import { useFreeBytes } from '../use-free-bytes.ts';
import { DeviceSettings } from './device-settings.tsx';
import { DownloadProgress } from './download-progress.tsx';
import { FileList } from './file-list.tsx';
import { MediaChoice } from './media-choice.tsx';
import styles from './offline-panel.module.css';
import { bytesToCome, describeKind, filesToCome } from './panel-text.ts';

interface OfflinePanelProps {
  userId: string;
  courseId: string;
  courseTitle: string;
  /** Null while loading. */
  readiness: OfflineReadiness | null;
  onClose: () => void;
}

/** The panel of a course's files on this device: what to download, the progress, and removal. */
export function OfflinePanel({ courseTitle, readiness, onClose, ...course }: OfflinePanelProps) {
  const size = usePrivateQuery((store) => measureCourse(store, course.courseId), [course.courseId]);
  const download = useDownload(course.courseId);
  return (
    <Dialog isOpen title="Downloads" onClose={onClose}>
      <p className={styles.course} dir="auto">
        {courseTitle}
      </p>
      {readiness && (
        <>
          <p>
            <ReadinessChip readiness={readiness} />
          </p>
          <OfflineReasons courseId={course.courseId} readiness={readiness} onOpen={onClose} />
        </>
      )}
      {size && download ? (
        <>
          <Panel {...course} size={size} download={download} />
          <ShareFiles {...course} courseTitle={courseTitle} />
          <DeviceSettings />
        </>
      ) : size === null ? (
        <p>This course is not downloaded yet. It downloads automatically when you are connected.</p>
      ) : (
        <Skeleton width="100%" height="16rem" />
      )}
    </Dialog>
  );
}

interface PanelProps {
  userId: string;
  courseId: string;
  size: CourseSize;
  download: WatchedDownload;
}

const EVERYTHING: Wants = { videos: true, documents: true, images: true };
const WITHOUT_IMAGES: Wants = { ...EVERYTHING, images: false };

/** What is selected before the user has chosen anything: a course whose videos and documents are here is complete. */
function proposeWants(size: CourseSize): Wants {
  const isHere = size.files.length > 0 && filesToCome(size, WITHOUT_IMAGES) === 0;
  return isHere ? WITHOUT_IMAGES : EVERYTHING;
}

function Panel({ userId, courseId, size, download }: PanelProps) {
  const { plan } = download;
  const [choice, setChoice] = useState<Wants | null>(null);
  const wants = choice ?? (hasChosen(plan?.wants) ? plan.wants : proposeWants(size));
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (work: Promise<void>) => {
    setFailure(null);
    work.catch((error: unknown) => setFailure(describeFailure(error)));
  };
  const remove = (kind?: keyof Wants) => {
    setChoice({ ...wants, ...(kind === undefined ? null : { [kind]: false }) });
    attempt(removeCourseFiles(userId, courseId, kind));
  };
  return (
    <>
      <ul className={styles.kinds}>
        <li className={styles.kind}>
          <span className={styles.always}>
            <span className={styles.name}>Text</span>
            <span className={styles.muted}>{describeKind('text', size.text)}, always included</span>
          </span>
        </li>
        {MEDIA_KINDS.filter((kind) => size.media[kind].files > 0).map((kind) => (
          <MediaChoice
            key={kind}
            kind={kind}
            size={size.media[kind]}
            isWanted={wants[kind]}
            onChange={(isWanted) => setChoice({ ...wants, [kind]: isWanted })}
            onRemove={() => remove(kind)}
          />
        ))}
      </ul>
      <StartButton
        size={size}
        wants={wants}
        isUnderWay={isSame(wants, plan?.wants)}
        onStart={() => attempt(chooseMedia(userId, courseId, wants))}
      />
      <DownloadProgress
        userId={userId}
        courseId={courseId}
        download={download}
        left={filesToCome(size, wants)}
        failure={failure}
        attempt={attempt}
        onRemove={() => remove()}
      />
      <FileList files={size.files} wants={plan?.wants ?? null} />
    </>
  );
}

interface StartButtonProps {
  size: CourseSize;
  wants: Wants;
  /** The selection equals the saved choice: there is nothing to save. */
  isUnderWay: boolean;
  onStart: () => void;
}

function StartButton({ size, wants, isUnderWay, onStart }: StartButtonProps) {
  const free = useFreeBytes();
  const files = filesToCome(size, wants);
  const bytes = bytesToCome(size, wants);
  if (size.files.length === 0) return <p>This course has no files to download besides its text.</p>;
  if (isUnderWay || files === 0) return null;
  return (
    <Stack gap={2}>
      <Button variant="primary" onClick={onStart}>
        <DownloadIcon />
        Download · {bytes > 0 ? formatBytes(bytes) : countOf(files, 'file')}
      </Button>
      {free !== null && <p className={styles.muted}>About {formatBytes(free)} available.</p>}
    </Stack>
  );
}

function hasChosen(wants: Wants | undefined): wants is Wants {
  return wants !== undefined && MEDIA_KINDS.some((kind) => wants[kind]);
}

function isSame(wants: Wants, other: Wants | undefined): boolean {
  return other !== undefined && MEDIA_KINDS.every((kind) => wants[kind] === other[kind]);
}
