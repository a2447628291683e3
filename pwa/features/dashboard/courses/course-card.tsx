import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { OfflineControl } from '#pwa/offline/offline-control.tsx';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ClockIcon } from '#pwa/ui/display/icons.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { DownloadIcon } from '#pwa/ui/display/study-icons.tsx';
import { describeDate } from '#pwa/ui/format/describe-moments.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf } from '#schema/messages/count.ts';
import type { CourseCardFacts } from '../dashboard-model.ts';
import styles from './course-card.module.css';
import type { CourseDownloader } from './use-course-downloader.ts';

interface CourseCardProps {
  userId: string;
  card: CourseCardFacts;
  downloader: CourseDownloader;
}

/** One of the learner's courses, with its progress and offline readiness. */
export function CourseCard({ userId, card, downloader }: CourseCardProps) {
  const { courseId, title, isDownloaded, readiness } = card;
  return (
    <Card as="li" className={styles.card}>
      <CourseCover
        courseId={courseId}
        thumbnail={card.thumbnail}
        sizes="(min-width: 1000px) 352px, (min-width: 641px) 50vw, 104px"
        className={styles.cover}
      />
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.title} dir="auto">
            <Link to={paths.learn(courseId)}>{title}</Link>
          </h3>
          {card.total > 0 && <Progress card={card} />}
        </div>
        {isDownloaded ? (
          <OfflineControl
            userId={userId}
            courseId={courseId}
            courseTitle={title}
            readiness={readiness}
            className={styles.offline}
          />
        ) : (
          <NotHere courseId={courseId} downloader={downloader} />
        )}
        <ButtonLink to={paths.learn(courseId)} className={styles.action}>
          {card.finishedAt === null ? 'Continue Learning' : 'Read again'}
          <span className="visually-hidden">: {title}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

function Progress({ card }: { card: CourseCardFacts }) {
  return (
    <Stack gap={2}>
      <ProgressBar value={card.percent} label={`Progress in ${card.title}`} />
      <p className={styles.muted}>
        {card.finishedAt === null
          ? `${card.completed} of ${card.total} lessons · ${card.percent}%`
          : `Finished on ${describeDate(card.finishedAt)} · ${countOf(card.total, 'lesson')}`}
      </p>
      {card.isScoreWaiting && <p className={styles.muted}>Test handed in, score waits</p>}
    </Stack>
  );
}

function NotHere({ courseId, downloader }: { courseId: string; downloader: CourseDownloader }) {
  if (downloader.isComing(courseId))
    return (
      <Cluster as="p" className={styles.state} role="status">
        <Chip tone="wait" icon={<DownloadIcon />}>
          Downloading…
        </Chip>
      </Cluster>
    );
  return (
    <Cluster isSpread className={styles.notHere}>
      <Chip tone="wait" icon={<ClockIcon />}>
        Not downloaded
      </Chip>
      <Button size="sm" onClick={() => downloader.download(courseId)}>
        <DownloadIcon />
        Download
      </Button>
      <p className={styles.muted} role="status">
        {downloader.isOnline
          ? downloader.problemOf(courseId)
          : 'Downloads automatically when you are connected.'}
      </p>
    </Cluster>
  );
}
