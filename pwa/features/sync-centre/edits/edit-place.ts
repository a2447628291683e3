import type { Command } from '#schema/commands/all-commands.ts';
import { paths } from '../../../paths.ts';
import type { Titles } from '../../../store/account/titles.ts';

export interface EditPlace {
  readonly to: string;
  readonly label: string;
}

/** The path of the screen on which an edit was made; null if there is none any more. */
export function placeOfEdit(command: Command, titles: Titles): EditPlace | null {
  switch (command.kind) {
    case 'course.activate':
      return { to: paths.activate(command.args.courseId), label: 'Open the code' };
    case 'code.redeem':
      return { to: paths.enterCode, label: 'Open the code' };
    case 'progress.save':
      return placeOfLesson(command.args.entries.at(-1)?.lessonId ?? '', titles);
    case 'profile.update':
      return { to: paths.profile, label: 'Open your profile' };
    case 'support.request':
      return { to: paths.support, label: 'Open support' };
    case 'user.setRole':
      return { to: paths.adminUsers, label: 'Open the users' };
    case 'course.delete':
    case 'course.setStatus':
      return { to: paths.adminWorkspace, label: 'Open the workspace' };
    default:
      return { to: paths.adminCourse(command.args.courseId, recordIn(command)), label: 'Open in the editor' };
  }
}

/** The lesson or module that an edit belongs to; undefined for an edit of the course itself. */
function recordIn({ args }: Command): string | undefined {
  if ('lessonId' in args) return args.lessonId;
  if ('entityId' in args) return args.entityId;
  return 'moduleId' in args ? args.moduleId : undefined;
}

function placeOfLesson(lessonId: string, { lessons }: Titles): EditPlace | null {
  const lesson = lessons.get(lessonId);
  return lesson === undefined
    ? null
    : { to: paths.learn(lesson.courseId, lessonId), label: 'Open the lesson' };
}
