import { site } from '#pwa/device/site.ts';
import { findPath, paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { siteNameOf } from '#schema/site/site.ts';
import { FeaturedCourses } from './featured-courses.tsx';
import { HeroIllustration } from './hero-illustration.tsx';
import styles from './landing-page.module.css';
import { Testimonials } from './testimonials.tsx';

const library = findPath('library');

/** The front page (spec map, section 2). Only the thumbnails of the three courses come from the store. */
export function LandingPage() {
  const session = useSession();
  const school = useObservable(site);
  const isSignedOut = session.state === 'signedOut';
  return (
    <Page>
      <section className={styles.hero}>
        <div>
          <p className={styles.eyebrow}>Courses that come with you</p>
          <PageTitle className={styles.title} documentTitle={school.heroTitle || 'Your desk in the library'}>
            {school.heroTitle || 'Your desk in the library, open even when the network isn’t.'}
          </PageTitle>
          <p className={styles.lead} dir="auto">
            {school.heroLead ||
              `Unlock a course with the code that came with your purchase, then study it lesson by lesson: on the train, on a plane, on one bar of signal. ${siteNameOf(school)} keeps your courses on your device and picks up where you stopped.`}
          </p>
          <Cluster as="p" gap={3}>
            <ButtonLink variant="primary" to={library ?? paths.courses}>
              {library ? 'Browse the library' : 'Browse the courses'}
            </ButtonLink>
            <ButtonLink to={paths.enterCode}>I have a code</ButtonLink>
          </Cluster>
        </div>
        <HeroIllustration />
      </section>
      <Trio />
      <FeaturedCourses isSignedOut={isSignedOut} />
      {school.testimonials !== 'hidden' && <Testimonials />}
      <section className={styles.closing}>
        <h2>Find your next course</h2>
        <p>Browse the courses first. You do not need an account.</p>
        <ButtonLink variant="primary" to={library ?? paths.courses}>
          {library ? 'Open the library' : 'See all courses'}
        </ButtonLink>
      </section>
    </Page>
  );
}

function Trio() {
  return (
    <section className={styles.trio} aria-label="What you get">
      <div>
        <h2>Yours for life</h2>
        <p>One code, one course, lifetime access. No subscription, and your lessons stay on your devices.</p>
      </div>
      <div>
        <h2>Made for bad signal</h2>
        <p>
          Text, files and videos download once. Your progress is saved on your device and syncs when you are
          connected.
        </p>
      </div>
      <div>
        <h2>A person answers</h2>
        <p>Support round the clock, with a reply within 24 hours.</p>
      </div>
    </section>
  );
}
