import type { Rolldown } from 'vite';

/** Admin screens and the code that syncs admin data are separate, so learners never download them. */
export const ADMIN_MODULES =
  /\/pwa\/(features\/(admin|editor|sync-centre\/admin)|second-factor\/(?!load-)|app\/(routing\/required-step|start\/load-admin-screens)|ui\/display\/qr-code|course-ui\/share-|conflict\/|upload\/|sync\/(imports\/|replay\/admin-replay|commands\/code-rows)|store\/admin\/pull-admin)|\/schema\/activation\/draw-/;
/** Style sheets are named after the screen, or the part of the editor, that imports them. */
export const ADMIN_SHEETS =
  /^(admin|decide|edit-|second-factor|qr-code|required-step|lesson-history|lesson-text-editor|preview-place|rich-pane|share-dialog|upload-progress)/;

/** Screens that are opened rarely; code that only these need is not loaded at each start. */
const LATE_MODULES =
  /\/pwa\/(features\/(sync-centre|storage|profile\/own-data)\/|offline\/(panel\/|packs\/|unsent-work-list)|sync\/(pull\/refresh-shared|copy\/(?!copy-later))|downloads\/packs\/|downloads\/(fetch\/(download-files|download-wanted)|plans\/(wanted-files|download-plans|course-size)|verify\/(verify-bytes|hash-in-worker))\.ts|app\/navigation\/sign-out\.tsx)/;

/** The screens of signed-out users; none of them may need the private store. */
const VISITORS_SCREENS = /\/pwa\/features\/(landing|courses|course|library|login|signup|recovery|legal)\//;

/** Code shared by screens, and the parts of the app that use the store on the device; codes are of few screens only. */
const SHARED =
  /\/pwa\/(ui|course-ui|store|sync|downloads|session|offline(?!\/(download|panel|offline-control)))\/|\/pwa\/second-factor\/load-|\/schema\/(?!activation\/)/;
/** One file: each further one is listed in the start of every page. */
const COPIES = /\/pwa\/sync\/copy\/(?!copy-later)/;
/** What searches of lists and of lessons share. */
const FOLD = /\/schema\/(search\/|courses\/library\.ts)/;
/** Shared by visitors' forms; the landing page and the catalogue have none. */
const FORMS = /\/pwa\/(ui\/(forms|fields\/password-field)|session\/try-login|sign-in\/(?!signup-))/;
/** Requests of forms without a session, other than a sign-in. */
const REQUESTS = /\/schema\/account\/(recovery|support|reset-link)/;
/** Shared by the lists of courses; the landing page has none. */
const LISTS = /\/pwa\/(ui\/(lists\/|controls\/filter-chips|fields\/search-field)|course-ui\/stale-list)/;
const CALLS = /\/pwa\/api\//;
/** The prerender: draws a lesson before React is loaded. */
const PRERENDER = /\/draw-lesson\.ts$/;
/** The modules that protect the databases of a known user, loaded before any of them is opened. */
const PROTECT = /\/pwa\/device\/(unclean-end|fill-log)\.ts$/;
/** Loaded by the entry together with the first screen, and so part of every start. */
const FRAME = /\/pwa\/app\/start\/start-app\.tsx$/;
const STYLES = /\.css$/;
const REACT = /\/node_modules\/react\//;

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/**
 * Few files, because on a slow phone each one costs as much as ten more kilobytes. `start` is the entry,
 * which only loads the others; `protect` fills the log of the databases after an unclean end, and has what
 * the store shares with the prerender; `prerender` draws a lesson before React is loaded; `base` is React,
 * the frame and what visitors' screens share; `device` the store and all that works for a known learner
 * without React, so it can be evaluated while React still loads; `learner` what else learners' screens
 * share. The rest is one file per screen (admins' screens and what only they need are in a folder of their
 * own). Earlier groups win, and include what they import.
 */
export const chunkGroups = [
  {
    debugName: 'start',
    name: (id: string, graph: ModuleGraph) =>
      isNeededByEntry(id, graph) || (isSharedWithPrerender(id, graph) && isNeededByVisitors(id, graph))
        ? 'start'
        : null,
  },
  {
    debugName: 'protect',
    name: (id: string, graph: ModuleGraph) =>
      PROTECT.test(id) || isSharedWithPrerender(id, graph) ? 'protect' : null,
  },
  // Not in the base: of the screens of visitors, only the library searches.
  { debugName: 'fold', test: FOLD, name: 'fold' },
  {
    debugName: 'prerender',
    name: (id: string, graph: ModuleGraph) => (isNeededByPrerender(id, graph) ? 'prerender' : null),
  },
  {
    debugName: 'base',
    name: (id: string, graph: ModuleGraph) =>
      isNeededAtStart(id, graph) || (SHARED.test(id) && !isOfFewScreens(id) && isNeededByVisitors(id, graph))
        ? 'base'
        : null,
  },
  {
    debugName: 'forms',
    test: FORMS,
    name: (id: string, graph: ModuleGraph) => (isNeededByVisitors(id, graph) ? 'forms' : null),
  },
  {
    debugName: 'requests',
    test: REQUESTS,
    name: (id: string, graph: ModuleGraph) => (isNeededByVisitors(id, graph) ? 'requests' : null),
  },
  {
    debugName: 'lists',
    test: LISTS,
    name: (id: string, graph: ModuleGraph) => (isNeededByVisitors(id, graph) ? 'lists' : null),
  },
  {
    debugName: 'device',
    test: SHARED,
    name: (id: string, graph: ModuleGraph) =>
      isForAdminsOnly(id, graph) || isForLater(id, graph) || needsReact(id, graph) || STYLES.test(id)
        ? null
        : 'device',
  },
  {
    // Code that draws a lesson stays in the learners' file, even if admins' screens use it too.
    debugName: 'learn-page',
    test: /\/pwa\/(lesson(?!\/quiz)|features\/learn)\//,
    name: 'learn-page',
  },
  {
    // One file for learners, although the editor plays questions too.
    debugName: 'quiz',
    test: /\/pwa\/lesson\/quiz\//,
    name: 'quiz',
  },
  {
    // The screen of visitors with the page that it shares with the editor's preview: one file for visitors.
    debugName: 'course-page',
    test: /\/pwa\/(course-page|features\/course)\//,
    name: 'course-page',
  },
  {
    // The search with its library: loaded when the user searches, or when the app is idle.
    debugName: 'search',
    test: /\/pwa\/search\/|\/node_modules\/minisearch\//,
    name: 'search',
  },
  {
    debugName: 'learner',
    test: SHARED,
    name: (id: string, graph: ModuleGraph) =>
      isForAdminsOnly(id, graph) || isForLater(id, graph) ? null : 'learner',
  },
  // Before the activation, which would include it: visitors' sign-up and login need nothing else of that.
  { debugName: 'sign-up', test: /\/pwa\/sign-in\/signup-/, name: 'sign-up' },
  {
    // One file: each further one is listed in the start of every page.
    debugName: 'activation',
    test: /\/pwa\/features\/activation\/|\/schema\/activation\/(check|code)-/,
    name: 'activation',
  },
  { debugName: 'qr-code', test: /\/pwa\/ui\/display\/qr-code|\/node_modules\/lean-qr\//, name: 'qr-code' },
  { debugName: 'copies', test: COPIES, name: 'copies' },
  {
    // Before the next group, which includes what it imports: learners load nothing from the folder of admins.
    debugName: 'late',
    test: (id: string) => SHARED.test(id) || CALLS.test(id),
    name: (id: string, graph: ModuleGraph) =>
      LATE_MODULES.test(id) || isForAdminsOnly(id, graph) || STYLES.test(id) ? null : 'late',
  },
  {
    // Their files are all fetched when an admin signs in, and the start of every page lists each file.
    debugName: 'admin-screens',
    test: /\/pwa\/features\/admin-(?!login)|\/schema\/(activation\/draw-|csv\/)/,
    name: 'admin-screens',
  },
  {
    // One file, which is named as its style sheet has to be.
    debugName: 'second-factor',
    test: /\/pwa\/second-factor\/(?!load-)|\/node_modules\/@simplewebauthn\//,
    name: 'second-factor',
  },
].map((group, index) => ({ ...group, priority: 20 - index }));

const isOfFewScreens = (id: string) => [FORMS, REQUESTS, LISTS].some((part) => part.test(id));
const isNeededByEntry = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => graph.getModuleInfo(one)?.isEntry === true });
const isNeededByPrerender = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => PRERENDER.test(one) });
const isSharedWithPrerender = (id: string, graph: ModuleGraph) =>
  SHARED.test(id) && isNeededByPrerender(id, graph);
const isNeededAtStart = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => FRAME.test(one) });
const isNeededByVisitors = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => VISITORS_SCREENS.test(one) });
/** An admin screen, or a module that only those import. */
function isForAdminsOnly(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (ADMIN_MODULES.test(id)) return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const dynamicImporters = graph.getModuleInfo(id)?.dynamicImporters ?? [];
  if (seen.has(id) || importers.length === 0 || dynamicImporters.length > 0) return false;
  seen.add(id);
  return importers.every((importer) => isForAdminsOnly(importer, graph, seen));
}
/** A module that only rarely opened screens or admins' screens import. */
function isForLater(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (LATE_MODULES.test(id) || ADMIN_MODULES.test(id)) return true;
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  const all = [...importers, ...dynamicImporters];
  if (seen.has(id) || all.length === 0) return false;
  seen.add(id);
  return all.every((importer) => isForLater(importer, graph, seen));
}
const needsReact = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importedIds', goal: (one) => REACT.test(one) });

interface Walk {
  readonly graph: ModuleGraph;
  readonly next: 'importers' | 'importedIds';
  readonly goal: (id: string) => boolean;
}

/** Whether static imports lead from one module to a goal module. */
function reaches(id: string, walk: Walk, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (walk.goal(id)) return true;
  return (walk.graph.getModuleInfo(id)?.[walk.next] ?? []).some((one) => reaches(one, walk, seen));
}
