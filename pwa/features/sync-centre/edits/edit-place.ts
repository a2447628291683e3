import { paths } from '#pwa/paths.ts';
import type { Titles } from '#pwa/store/account/titles.ts';
import { type Command, screenOf } from '#schema/commands/all-commands.ts';
import type { CommandScreen } from '#schema/commands/define/define-command.ts';

export interface EditPlace {
  readonly to: string;
  readonly label: string;
}

/** The path of the screen on which an edit was made; null if there is none any more. */
export function placeOfEdit(command: Command, titles: Titles): EditPlace | null {
  const screen = screenOf(command);
  if (screen.name === 'lesson') return placeOfLesson(screen.lessonId, titles);
  return { to: pathOf(screen), label: labels[screen.name] };
}

type OtherScreen = Exclude<CommandScreen, { readonly name: 'lesson' }>;

function pathOf(screen: OtherScreen): string {
  switch (screen.name) {
    case 'editor':
      return paths.adminCourse(screen.courseId, screen.recordId);
    case 'activation':
      return paths.activate(screen.courseId);
    case 'person':
      return paths.adminUser(screen.userId);
    default:
      return fixedPaths[screen.name];
  }
}

const fixedPaths = {
  codes: paths.adminCodes(),
  enterCode: paths.enterCode,
  profile: paths.profile,
  reports: paths.adminReports,
  requests: paths.adminSupport,
  site: paths.adminSite,
  support: paths.support,
  trash: paths.adminTrash,
  users: paths.adminUsers,
  workspace: paths.adminWorkspace,
} as const;

const labels: Readonly<Record<OtherScreen['name'], string>> = {
  editor: 'Open in editor',
  activation: 'Open code',
  codes: 'Open codes',
  enterCode: 'Open code',
  person: 'Open learner',
  profile: 'Open profile',
  reports: 'Open reports',
  requests: 'Open support requests',
  site: 'Open site',
  support: 'Open support',
  trash: 'Open trash',
  users: 'Open users',
  workspace: 'Open workspace',
};

function placeOfLesson(lessonId: string, { lessons }: Titles): EditPlace | null {
  const lesson = lessons.get(lessonId);
  return lesson === undefined ? null : { to: paths.learn(lesson.courseId, lessonId), label: 'Open lesson' };
}
