import { RECOMMENDED_COURSES_MAX } from '#schema/limits.ts';
import { messages } from '#schema/messages.ts';
import type { User } from '#schema/user.ts';
import { InstallHint } from '../../install/install-hint.tsx';
import { CourseUpdates } from '../../kept/course-updates.tsx';
import { MadeRoom } from '../../kept/made-room.tsx';
import { useOnDevice } from '../../kept/use-on-device.ts';
import { paths } from '../../paths.ts';
import { usePublicQuery } from '../../session/use-public-query.ts';
import { useSession } from '../../session/use-session.ts';
import { listCourses } from '../../store/catalogue.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ContinueCard } from './continue-card.tsx';
import { CourseCard } from './course-card.tsx';
import styles from './dashboard-page.module.css';
import { countReady, findContinue, listCards, listRecommended } from './desk-model.ts';
import { DeskSkeleton } from './desk-skeleton.tsx';
import { EmptyDesk } from './empty-desk.tsx';
import { PendingActivations } from './pending-activations.tsx';
import { RecommendedCourses } from './recommended-courses.tsx';
import { RemovedCourses } from './removed-courses.tsx';
import { useDesk } from './use-desk.ts';
import { useFreshCatalogue } from './use-fresh-catalogue.ts';
import { useKeeper } from './use-keeper.ts';
import { Welcome } from './welcome.tsx';

/** The learner's dashboard (spec map, section 2). */
export function DashboardPage() {
  const session = useSession();
  const isKnown = session.state === 'signedIn' || session.state === 'expired';
  return (
    <div className={styles.page}>
      {isKnown ? <Dashboard user={session.user} isExpired={session.state === 'expired'} /> : <SignInFirst />}
    </div>
  );
}

function SignInFirst() {
  return (
    <div className={styles.signIn}>
      <PageTitle>{messages.authenticationRequired}</PageTitle>
      <p>Your courses are behind your own door. Sign in to see them.</p>
      <ButtonLink to={paths.login(paths.dashboard)} variant="primary">
        Login
      </ButtonLink>
    </div>
  );
}

function Dashboard({ user, isExpired }: { user: User; isExpired: boolean }) {
  const desk = useDesk();
  const catalogue = usePublicQuery(listCourses, []);
  useFreshCatalogue();
  const onDevice = useOnDevice();
  const cards = desk ? listCards(user.activatedCourses, catalogue ?? [], { ...desk, onDevice }) : [];
  const missingIds = cards.filter((card) => !card.isKept).map((card) => card.courseId);
  const keeper = useKeeper(isExpired ? [] : missingIds);
  const welcome = (
    <Welcome user={user} courses={user.activatedCourses.length} readyOffline={countReady(cards)} />
  );
  if (!desk) return <DeskSkeleton welcome={welcome} />;

  const coming = (catalogue ?? []).filter(({ id }) => keeper.isComing(id));
  const next = findContinue(user.activatedCourses, desk, coming);
  const takenIds = new Set([
    ...user.activatedCourses,
    ...desk.pending.flatMap(({ courseId }) => courseId ?? []),
  ]);
  const recommended = listRecommended(catalogue ?? [], takenIds, RECOMMENDED_COURSES_MAX);
  const offeredIds = new Set((catalogue ?? []).map(({ id }) => id));
  const hasNothing = cards.length === 0 && desk.pending.length === 0;
  return (
    <>
      {welcome}
      <PendingActivations rows={desk.pending} />
      <MadeRoom storagePath={paths.storage} />
      <RemovedCourses activatedIds={user.activatedCourses} offeredIds={offeredIds} />
      <CourseUpdates titles={new Map(desk.keptCourses.map(({ id, title }) => [id, title]))} />
      {next && <ContinueCard facts={next} />}
      {hasNothing && <EmptyDesk />}
      {cards.length === 0 && !hasNothing && (
        <p>
          <ButtonLink to={paths.enterCode}>I have another code</ButtonLink>
        </p>
      )}
      {cards.length > 0 && (
        <section className={styles.section} aria-labelledby="my-courses">
          <div className={styles.headingRow}>
            <h2 id="my-courses" className={styles.heading}>
              My Courses
            </h2>
            <div className={styles.headingActions}>
              <ButtonLink to={paths.enterCode} size="sm">
                I have a code
              </ButtonLink>
              <ButtonLink to={paths.search()} size="sm">
                <SearchIcon />
                Search lessons
              </ButtonLink>
            </div>
          </div>
          <ul className={styles.grid}>
            {cards.map((card) => (
              <CourseCard key={card.courseId} userId={user.id} card={card} keeper={keeper} />
            ))}
          </ul>
        </section>
      )}
      <RecommendedCourses courses={recommended} />
      <InstallHint />
    </>
  );
}
