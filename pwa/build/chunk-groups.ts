import type { Rolldown } from 'vite';

/** Admins' screens, and what brings their work and rows to and fro, are kept apart, so that learners never download them. */
export const ADMIN_MODULES =
  /\/pwa\/(features\/(admin|editor|sync-centre\/admin)|second-factor\/|app\/required-step|conflict\/|upload\/|sync\/admin-replay|store\/pull-admin)/;
/** Style sheets are named after the screen, or the part of the editor, that fetches them. */
export const ADMIN_SHEETS =
  /^(admin|decide|edit-|second-factor|required-step|lesson-history|lesson-text-editor|preview-place|rich-pane|upload-progress)/;

/** What people open now and then; what only these need is not fetched at each start. */
const LATE_MODULES =
  /\/pwa\/(features\/(sync-centre|storage)\/|offline\/panel\/|downloads\/(keep-files|keep-wanted|wanted-files|download-plans|course-size|verify-bytes|verify-schedule|hash-in-worker)\.ts|app\/sign-out\.tsx)/;

/** The screens that people see who have not signed in; none of them may need the private store. */
const VISITORS_SCREENS = /\/pwa\/features\/(landing|courses|course|library|login|signup|recovery|legal)\//;

/** What screens have in common, and the parts of the app that know the store on the device. */
const SHARED = /\/pwa\/(ui|store|sync|downloads|session|offline)\/|\/schema\//;
/** What draws a lesson before React is there. */
const PICTURE = /\/draw-lesson\.ts$/;
/** Fetched by the entry beside the first screen, and as much a part of every start. */
const FRAME = /\/pwa\/app\/start-app\.tsx$/;
const STYLES = /\.css$/;
const REACT = /\/node_modules\/react\//;

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/**
 * Few files, because on a slow phone each one costs as much as ten kilobytes more. `start` is the entry,
 * which only asks for the others; `picture` draws a lesson before React is there; `base` is React, the frame
 * and what the screens of visitors share; `device` the store and all that works for a known learner, without
 * React, so that it is read while React still is; `desk` what learners' screens share besides. The rest goes
 * by screen (admins' screens and what only they need into a folder of their own). Earlier groups win, and
 * take along what they import.
 */
export const chunkGroups = [
  {
    debugName: 'start',
    name: (id: string, graph: ModuleGraph) =>
      isNeededByEntry(id, graph) || (SHARED.test(id) && isNeededByPicture(id, graph)) ? 'start' : null,
  },
  {
    debugName: 'picture',
    name: (id: string, graph: ModuleGraph) => (isNeededByPicture(id, graph) ? 'picture' : null),
  },
  {
    debugName: 'base',
    name: (id: string, graph: ModuleGraph) =>
      isNeededAtStart(id, graph) || (SHARED.test(id) && isNeededByVisitors(id, graph)) ? 'base' : null,
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
    // What a lesson is drawn with stays in the learners' file, even where admins' screens use it too.
    debugName: 'learn-page',
    test: /\/pwa\/(lesson|features\/learn)\//,
    name: 'learn-page',
  },
  {
    // What finds words, with the library for it: fetched by whoever searches, and when all else is done.
    debugName: 'search',
    test: /\/pwa\/search\/|\/node_modules\/minisearch\//,
    name: 'search',
  },
  {
    debugName: 'desk',
    test: SHARED,
    name: (id: string, graph: ModuleGraph) =>
      isForAdminsOnly(id, graph) || isForLater(id, graph) ? null : 'desk',
  },
].map((group, index) => ({ ...group, priority: 7 - index }));

const isNeededByEntry = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => graph.getModuleInfo(one)?.isEntry === true });
const isNeededByPicture = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => PICTURE.test(one) });
const isNeededAtStart = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => FRAME.test(one) });
const isNeededByVisitors = (id: string, graph: ModuleGraph) =>
  reaches(id, { graph, next: 'importers', goal: (one) => VISITORS_SCREENS.test(one) });
/** An admins' screen, or something that nobody but those imports. */
function isForAdminsOnly(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (ADMIN_MODULES.test(id)) return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const dynamicImporters = graph.getModuleInfo(id)?.dynamicImporters ?? [];
  if (seen.has(id) || importers.length === 0 || dynamicImporters.length > 0) return false;
  seen.add(id);
  return importers.every((importer) => isForAdminsOnly(importer, graph, seen));
}
/** Something that nobody imports but what is opened now and then, or admins' screens. */
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

/** Whether static imports lead from one module to another that is the goal. */
function reaches(id: string, walk: Walk, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (walk.goal(id)) return true;
  return (walk.graph.getModuleInfo(id)?.[walk.next] ?? []).some((one) => reaches(one, walk, seen));
}
