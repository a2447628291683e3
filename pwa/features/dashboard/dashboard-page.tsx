import { InstallHint } from '#pwa/install/install-hint.tsx';
import { CourseUpdates } from '#pwa/offline/notices/course-updates.tsx';
import { EvictionNotice } from '#pwa/offline/notices/eviction-notice.tsx';
import { AppNotice } from '#pwa/offline/readiness/app-notice.tsx';
import { useOnDevice } from '#pwa/offline/readiness/use-on-device.ts';
import { paths } from '#pwa/paths.ts';
import { usePublicQuery } from '#pwa/session/queries/use-public-query.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { listCourses } from '#pwa/store/public/catalogue.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { SearchIcon } from '#pwa/ui/display/study-icons.tsx';
import { CardGrid } from '#pwa/ui/layout/card-grid.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { User } from '#schema/account/user.ts';
import { RECOMMENDED_COURSES_MAX } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { ContinueCard } from './courses/continue-card.tsx';
import { CourseCard } from './courses/course-card.tsx';
import { PendingActivations } from './courses/pending-activations.tsx';
import { RecommendedCourses } from './courses/recommended-courses.tsx';
import { RemovedCourses } from './courses/removed-courses.tsx';
import { ReturnedCourses } from './courses/returned-courses.tsx';
import { ScoreChanges } from './courses/score-changes.tsx';
import { useCourseDownloader } from './courses/use-course-downloader.ts';
import { countLessonsOffline, findContinue, listCards, listRecommended } from './dashboard-model.ts';
import styles from './dashboard-page.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { EmptyDashboard } from './empty-dashboard.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useFreshCatalogue } from './use-fresh-catalogue.ts';
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
    <Stack gap={4} align="start">
      <PageTitle>{messages.authenticationRequired}</PageTitle>
      <p>Sign in to see your courses.</p>
      <ButtonLink to={paths.login(paths.dashboard)} variant="primary">
        Login
      </ButtonLink>
    </Stack>
  );
}

function Dashboard({ user, isExpired }: { user: User; isExpired: boolean }) {
  const dashboard = useDashboard();
  const catalogue = usePublicQuery(listCourses, [], []);
  useFreshCatalogue();
  const onDevice = useOnDevice();
  const cards = dashboard
    ? listCards(user.activatedCourses, catalogue ?? [], { ...dashboard, onDevice })
    : [];
  const missingIds = cards.filter((card) => !card.isDownloaded).map((card) => card.courseId);
  const downloader = useCourseDownloader(isExpired ? [] : missingIds);
  const welcome = (
    <Welcome user={user} courses={user.activatedCourses.length} offline={countLessonsOffline(cards)} />
  );
  // Without the catalogue a course that is being downloaded has no lesson to start, and its card would appear
  // above the others later.
  if (!dashboard || !catalogue) return <DashboardSkeleton welcome={welcome} />;

  const coming = catalogue.filter(({ id }) => downloader.isComing(id));
  const next = findContinue(user.activatedCourses, dashboard, coming);
  const takenIds = new Set([
    ...user.activatedCourses,
    ...dashboard.pending.flatMap(({ courseId }) => courseId ?? []),
  ]);
  const recommended = listRecommended(catalogue, takenIds, RECOMMENDED_COURSES_MAX);
  const offeredIds = new Set(catalogue.map(({ id }) => id));
  const hasNothing = cards.length === 0 && dashboard.pending.length === 0;
  return (
    <>
      {welcome}
      <AppNotice app={onDevice?.app ?? null} />
      <PendingActivations rows={dashboard.pending} />
      <EvictionNotice storagePath={paths.storage} />
      <ReturnedCourses />
      <ScoreChanges />
      <RemovedCourses activatedIds={user.activatedCourses} offeredIds={offeredIds} />
      <CourseUpdates titles={new Map(dashboard.offlineCourses.map(({ id, title }) => [id, title]))} />
      {next && <ContinueCard facts={next} />}
      {hasNothing && <EmptyDashboard />}
      {cards.length === 0 && !hasNothing && (
        <p>
          <ButtonLink to={paths.enterCode}>I have another code</ButtonLink>
        </p>
      )}
      {cards.length > 0 && (
        <Stack as="section" gap={4} aria-labelledby="my-courses">
          <Cluster gap={3} isSpread>
            <h2 id="my-courses" className={styles.heading}>
              My Courses
            </h2>
            <Cluster>
              <ButtonLink to={paths.enterCode} size="sm">
                I have a code
              </ButtonLink>
              <ButtonLink to={paths.search()} size="sm">
                <SearchIcon />
                Search lessons
              </ButtonLink>
            </Cluster>
          </Cluster>
          <CardGrid>
            {cards.map((card) => (
              <CourseCard key={card.courseId} userId={user.id} card={card} downloader={downloader} />
            ))}
          </CardGrid>
        </Stack>
      )}
      <RecommendedCourses courses={recommended} />
      <InstallHint />
    </>
  );
}
