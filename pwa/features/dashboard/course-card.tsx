import { Link } from 'react-router-dom';
import { TripState } from '../../kept/trip-state.tsx';
import { OfflineButton } from '../../offline/offline-button.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CourseCover } from '../../ui/course-cover.tsx';
import { ClockIcon, DownloadIcon } from '../../ui/icons.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './course-card.module.css';
import type { CourseCardFacts } from './desk-model.ts';
import type { Keeper } from './use-keeper.ts';

interface CourseCardProps {
  userId: string;
  card: CourseCardFacts;
  keeper: Keeper;
}

/** One of the learner's courses, with its progress and offline readiness. */
export function CourseCard({ userId, card, keeper }: CourseCardProps) {
  const { courseId, title, isKept, trip } = card;
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
          <h3 className={styles.title}>
            <Link to={paths.learn(courseId)}>{title}</Link>
          </h3>
          {card.total > 0 && <Progress card={card} />}
        </div>
        {isKept ? (
          <>
            <TripState courseId={courseId} trip={trip} className={styles.trip} />
            <OfflineButton
              userId={userId}
              courseId={courseId}
              courseTitle={title}
              hasFiles={card.hasFiles}
              className={styles.offline}
            />
          </>
        ) : (
          <NotHere courseId={courseId} keeper={keeper} />
        )}
        <ButtonLink to={paths.learn(courseId)} className={styles.action}>
          Continue Learning<span className="visually-hidden">: {title}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

function Progress({ card }: { card: CourseCardFacts }) {
  return (
    <div className={styles.progress}>
      <ProgressBar value={card.percent} label={`Progress in ${card.title}`} />
      <p className={styles.muted}>
        {card.completed} of {card.total} lessons · {card.percent}%
      </p>
    </div>
  );
}

function NotHere({ courseId, keeper }: { courseId: string; keeper: Keeper }) {
  if (keeper.isComing(courseId))
    return (
      <p className={styles.state} role="status">
        <Chip tone="wait" icon={<DownloadIcon />}>
          Coming to this device…
        </Chip>
      </p>
    );
  return (
    <div className={styles.notHere}>
      <Chip tone="wait" icon={<ClockIcon />}>
        Not on this device yet
      </Chip>
      <Button size="sm" onClick={() => keeper.keep(courseId)}>
        <DownloadIcon />
        Keep now
      </Button>
      <p className={styles.muted} role="status">
        {keeper.isOnline
          ? keeper.problemOf(courseId)
          : 'It comes by itself as soon as there is a connection.'}
      </p>
    </div>
  );
}
