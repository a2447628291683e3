import type { ComponentType } from 'react';
import { failUnlessReloading } from '../../install/before-reload.ts';
import { findRoute, type RouteName } from '../../paths.ts';
import { prerenderLesson } from '../../prerender/prerender-lesson.ts';

/** Required access: none, signed in, or admin. */
export type Access = 'public' | 'learner' | 'admin';
/**
 * `site` has the bar, the page and the footer; `admin` a second bar; `study` and `editor` a slim bar and no
 * footer.
 */
export type Frame = 'site' | 'admin' | 'study' | 'editor';

export interface Screen {
  readonly route: RouteName;
  readonly access: Access;
  readonly frame: Frame;
  /** Loads the screen's chunk; resolves at once if it is loaded. */
  readonly preload: () => Promise<{ default: ComponentType }>;
  /** The page component if its chunk is loaded, otherwise null. */
  readonly findPage: () => ComponentType | null;
  /** Prerenders the screen before React has loaded; null if the screen needs React. */
  readonly prerender: PreloadTask | null;
  /** Reads the data of the screen's first render from a known user's device. */
  readonly preloadData: PreloadTask;
}

type PreloadTask = (address: URL) => Promise<void>;

interface ScreenOptions {
  route: RouteName;
  load: () => Promise<ComponentType>;
  access?: Access;
  frame?: Frame;
  prerender?: PreloadTask;
  preloadData?: PreloadTask;
}

function screen({
  route,
  load,
  access = 'public',
  frame = 'site',
  prerender,
  preloadData = openStore,
}: ScreenOptions): Screen {
  let loaded: ComponentType | null = null;
  const preload = async () => {
    loaded ??= await load().catch(failUnlessReloading);
    return { default: loaded };
  };
  return { route, access, frame, preload, findPage: () => loaded, prerender: prerender ?? null, preloadData };
}

/** Most screens only need the store to be open. */
async function openStore(): Promise<void> {
  const { findPrivateStore } = await import('../../store/database/private-store.ts');
  await findPrivateStore()?.database.open();
}

async function prerenderLessonPage(address: URL): Promise<void> {
  const { courseId, lessonId } = parseLessonAddress(address);
  if (lessonId !== null) await prerenderLesson(courseId, lessonId);
}

async function preloadLesson(address: URL): Promise<void> {
  const { courseId, lessonId } = parseLessonAddress(address);
  const { preloadCourse } = await import('../../session/queries/preload-course.ts');
  await preloadCourse(courseId, lessonId);
}

function parseLessonAddress({ pathname, searchParams }: URL) {
  const [, , courseId = ''] = pathname.split('/');
  return { courseId, lessonId: searchParams.get('lesson') };
}

/**
 * One entry per screen. Imports no React: the entry loads the first screen's chunk in parallel with React.
 */
const screens: readonly Screen[] = [
  screen({
    route: 'home',
    load: async () => (await import('../../features/landing/landing-page.tsx')).LandingPage,
  }),
  screen({
    route: 'courses',
    load: async () => (await import('../../features/courses/courses-page.tsx')).CoursesPage,
  }),
  screen({
    route: 'course',
    load: async () => (await import('../../features/course/course-page.tsx')).CoursePage,
  }),
  screen({
    route: 'enterCode',
    load: async () => (await import('../../features/activation/enter-code-page.tsx')).EnterCodePage,
  }),
  screen({
    route: 'activate',
    access: 'learner',
    load: async () => (await import('../../features/activation/activation-page.tsx')).ActivationPage,
  }),
  screen({
    route: 'learn',
    access: 'learner',
    frame: 'study',
    load: async () => (await import('../../features/learn/learn-page.tsx')).LearnPage,
    prerender: prerenderLessonPage,
    preloadData: preloadLesson,
  }),
  screen({
    route: 'dashboard',
    access: 'learner',
    load: async () => (await import('../../features/dashboard/dashboard-page.tsx')).DashboardPage,
  }),
  screen({
    route: 'login',
    load: async () => (await import('../../features/login/login-page.tsx')).LoginPage,
  }),
  screen({
    route: 'signup',
    load: async () => (await import('../../features/signup/signup-page.tsx')).SignupPage,
  }),
  screen({
    route: 'forgotPassword',
    load: async () => (await import('../../features/recovery/forgot-password-page.tsx')).ForgotPasswordPage,
  }),
  screen({
    route: 'verifyOtp',
    load: async () => (await import('../../features/recovery/verify-otp-page.tsx')).VerifyOtpPage,
  }),
  screen({
    route: 'resetPassword',
    load: async () => (await import('../../features/recovery/reset-password-page.tsx')).ResetPasswordPage,
  }),
  screen({
    route: 'library',
    load: async () => (await import('../../features/library/library-page.tsx')).LibraryPage,
  }),
  screen({
    route: 'support',
    load: async () => (await import('../../features/support/support-page.tsx')).SupportPage,
  }),
  screen({
    route: 'profile',
    access: 'learner',
    load: async () => (await import('../../features/profile/profile-page.tsx')).ProfilePage,
  }),
  screen({
    route: 'syncCentre',
    access: 'learner',
    load: async () => (await import('../../features/sync-centre/sync-centre-page.tsx')).SyncCentrePage,
  }),
  screen({
    route: 'search',
    access: 'learner',
    load: async () => (await import('../../features/search/search-page.tsx')).SearchPage,
  }),
  screen({
    route: 'storage',
    access: 'learner',
    load: async () => (await import('../../features/storage/storage-page.tsx')).StoragePage,
  }),
  screen({
    route: 'adminLogin',
    load: async () => (await import('../../features/admin-login/admin-login-page.tsx')).AdminLoginPage,
  }),
  screen({
    route: 'adminDashboard',
    access: 'admin',
    frame: 'admin',
    load: async () =>
      (await import('../../features/admin-dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
  }),
  screen({
    route: 'adminWorkspace',
    access: 'admin',
    frame: 'admin',
    load: async () =>
      (await import('../../features/admin-workspace/admin-workspace-page.tsx')).AdminWorkspacePage,
  }),
  screen({
    route: 'adminNewCourse',
    access: 'admin',
    frame: 'editor',
    load: async () => (await import('../../features/editor/admin-course-page.tsx')).AdminNewCoursePage,
  }),
  screen({
    route: 'adminCourse',
    access: 'admin',
    frame: 'editor',
    load: async () => (await import('../../features/editor/admin-course-page.tsx')).AdminCoursePage,
  }),
  screen({
    route: 'adminUsers',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('../../features/admin-users/admin-users-page.tsx')).AdminUsersPage,
  }),
  screen({
    route: 'adminSupport',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('../../features/admin-support/admin-support-page.tsx')).AdminSupportPage,
  }),
  screen({
    route: 'adminAudit',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('../../features/admin-audit/admin-audit-page.tsx')).AdminAuditPage,
  }),
  screen({
    route: 'terms',
    load: async () => (await import('../../features/legal/terms-page.tsx')).TermsPage,
  }),
  screen({
    route: 'privacy',
    load: async () => (await import('../../features/legal/privacy-page.tsx')).PrivacyPage,
  }),
];

export function listScreens(): readonly Screen[] {
  return screens;
}

/** The screen at a path (without query); null if the path redirects to the front page. */
export function findScreen(pathname: string): Screen | null {
  const route = findRoute(pathname);
  return screens.find((candidate) => candidate.route === route) ?? null;
}
