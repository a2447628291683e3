import type { ComponentType } from 'react';
import { failUnlessReloading } from '#pwa/install/before-reload.ts';
import { findRoute, type RouteName } from '#pwa/paths.ts';
import { prerenderLesson } from '#pwa/prerender/prerender-lesson.ts';

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
  const { findPrivateStore } = await import('#pwa/store/database/private-store.ts');
  await findPrivateStore()?.database.open();
}

async function prerenderLessonPage(address: URL): Promise<void> {
  const { courseId, lessonId } = parseLessonAddress(address);
  if (lessonId !== null) await prerenderLesson(courseId, lessonId);
}

async function preloadLesson(address: URL): Promise<void> {
  const { courseId, lessonId } = parseLessonAddress(address);
  const { preloadCourse } = await import('#pwa/session/queries/preload-course.ts');
  await preloadCourse(courseId, lessonId);
}

function parseLessonAddress({ pathname, searchParams }: URL) {
  const [, , courseId = ''] = pathname.split('/');
  return { courseId, lessonId: searchParams.get('lesson') };
}

async function takeLinkedCode(): Promise<void> {
  (await import('#pwa/features/activation/linked-code.ts')).takeLinkedCode();
}

/**
 * One entry per screen. Imports no React: the entry loads the first screen's chunk in parallel with React.
 */
const screens: readonly Screen[] = [
  screen({
    route: 'home',
    load: async () => (await import('#pwa/features/landing/landing-page.tsx')).LandingPage,
  }),
  screen({
    route: 'courses',
    load: async () => (await import('#pwa/features/courses/courses-page.tsx')).CoursesPage,
  }),
  screen({
    route: 'course',
    load: async () => (await import('#pwa/features/course/course-page.tsx')).CoursePage,
  }),
  screen({
    route: 'enterCode',
    load: async () => (await import('#pwa/features/activation/enter-code-page.tsx')).EnterCodePage,
  }),
  screen({
    route: 'card',
    load: async () => {
      await takeLinkedCode();
      return (await import('#pwa/features/activation/card/card-page.tsx')).CardPage;
    },
  }),
  screen({
    route: 'activate',
    access: 'learner',
    load: async () => {
      // Before the router reads the address: a visitor is redirected to the login with it.
      await takeLinkedCode();
      return (await import('#pwa/features/activation/activation-page.tsx')).ActivationPage;
    },
  }),
  screen({
    route: 'learn',
    access: 'learner',
    frame: 'study',
    load: async () => (await import('#pwa/features/learn/learn-page.tsx')).LearnPage,
    prerender: prerenderLessonPage,
    preloadData: preloadLesson,
  }),
  screen({
    route: 'dashboard',
    access: 'learner',
    load: async () => (await import('#pwa/features/dashboard/dashboard-page.tsx')).DashboardPage,
  }),
  screen({
    route: 'login',
    load: async () => (await import('#pwa/features/login/login-page.tsx')).LoginPage,
  }),
  screen({
    route: 'signup',
    load: async () => (await import('#pwa/features/signup/signup-page.tsx')).SignupPage,
  }),
  screen({
    route: 'forgotPassword',
    load: async () => (await import('#pwa/features/recovery/forgot-password-page.tsx')).ForgotPasswordPage,
  }),
  screen({
    route: 'verifyOtp',
    load: async () => (await import('#pwa/features/recovery/verify-otp-page.tsx')).VerifyOtpPage,
  }),
  screen({
    route: 'resetPassword',
    load: async () => (await import('#pwa/features/recovery/reset-password-page.tsx')).ResetPasswordPage,
  }),
  screen({
    route: 'library',
    load: async () => (await import('#pwa/features/library/library-page.tsx')).LibraryPage,
  }),
  screen({
    route: 'support',
    load: async () => (await import('#pwa/features/support/support-page.tsx')).SupportPage,
  }),
  screen({
    route: 'profile',
    access: 'learner',
    load: async () => (await import('#pwa/features/profile/profile-page.tsx')).ProfilePage,
  }),
  screen({
    route: 'syncCentre',
    access: 'learner',
    load: async () => (await import('#pwa/features/sync-centre/sync-centre-page.tsx')).SyncCentrePage,
  }),
  screen({
    route: 'search',
    access: 'learner',
    load: async () => (await import('#pwa/features/search/search-page.tsx')).SearchPage,
  }),
  screen({
    route: 'storage',
    access: 'learner',
    load: async () => (await import('#pwa/features/storage/storage-page.tsx')).StoragePage,
  }),
  screen({
    route: 'adminLogin',
    load: async () => (await import('#pwa/features/admin-login/admin-login-page.tsx')).AdminLoginPage,
  }),
  screen({
    route: 'adminDashboard',
    access: 'admin',
    frame: 'admin',
    load: async () =>
      (await import('#pwa/features/admin-dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
  }),
  screen({
    route: 'adminWorkspace',
    access: 'admin',
    frame: 'admin',
    load: async () =>
      (await import('#pwa/features/admin-workspace/admin-workspace-page.tsx')).AdminWorkspacePage,
  }),
  screen({
    route: 'adminTrash',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-trash/admin-trash-page.tsx')).AdminTrashPage,
  }),
  screen({
    route: 'adminNewCourse',
    access: 'admin',
    frame: 'editor',
    load: async () => (await import('#pwa/features/editor/admin-course-page.tsx')).AdminNewCoursePage,
  }),
  screen({
    route: 'adminCourse',
    access: 'admin',
    frame: 'editor',
    load: async () => (await import('#pwa/features/editor/admin-course-page.tsx')).AdminCoursePage,
  }),
  screen({
    route: 'adminCodes',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-codes/admin-codes-page.tsx')).AdminCodesPage,
  }),
  screen({
    route: 'adminShops',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-shops/admin-shops-page.tsx')).AdminShopsPage,
  }),
  screen({
    route: 'adminCodeBatch',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-codes/batch/batch-page.tsx')).BatchPage,
  }),
  screen({
    route: 'adminImport',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-import/admin-import-page.tsx')).AdminImportPage,
  }),
  screen({
    route: 'adminUsers',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-users/admin-users-page.tsx')).AdminUsersPage,
  }),
  screen({
    route: 'adminUser',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-users/person/person-page.tsx')).PersonPage,
  }),
  screen({
    route: 'adminSupport',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-support/admin-support-page.tsx')).AdminSupportPage,
  }),
  screen({
    route: 'adminAudit',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-audit/admin-audit-page.tsx')).AdminAuditPage,
  }),
  screen({
    route: 'adminReports',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-reports/admin-reports-page.tsx')).AdminReportsPage,
  }),
  screen({
    route: 'adminSite',
    access: 'admin',
    frame: 'admin',
    load: async () => (await import('#pwa/features/admin-site/admin-site-page.tsx')).AdminSitePage,
  }),
  screen({
    route: 'terms',
    load: async () => (await import('#pwa/features/legal/terms-page.tsx')).TermsPage,
  }),
  screen({
    route: 'privacy',
    load: async () => (await import('#pwa/features/legal/privacy-page.tsx')).PrivacyPage,
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
