import { ifMatch } from './admin-commands.ts';
import type { CommandRequest } from './command-request.ts';
import type { EditorCommand } from './commands.ts';
import { editorEndpoints as endpoints } from './editor-endpoints.ts';
import { fillPath } from './endpoint.ts';
import { historyEndpoints } from './history-endpoints.ts';
import { uploadEndpoints } from './upload-endpoints.ts';

/** The request that a command of the editor replays to. */
export function editorRequest(command: EditorCommand): CommandRequest {
  switch (command.kind) {
    case 'course.create': {
      const { courseId: id, ...fields } = command.args;
      return { endpoint: endpoints.createCourse, path: endpoints.createCourse.path, body: { id, ...fields } };
    }
    case 'course.update': {
      const { courseId, version, changes } = command.args;
      return to(endpoints.updateCourse, { courseId }, { body: changes, version });
    }
    case 'module.create': {
      const { courseId, moduleId: id, ...fields } = command.args;
      return to(endpoints.createModule, { courseId }, { body: { id, ...fields } });
    }
    case 'module.update': {
      const { moduleId, version, changes } = command.args;
      return to(endpoints.updateModule, { moduleId }, { body: changes, version });
    }
    case 'module.delete': {
      const { moduleId, version } = command.args;
      return to(endpoints.deleteModule, { moduleId }, { version });
    }
    case 'lesson.create': {
      const { courseId: _, moduleId, lessonId: id, ...fields } = command.args;
      return to(endpoints.createLesson, { moduleId }, { body: { id, ...fields } });
    }
    case 'lesson.update': {
      const { lessonId, version, changes } = command.args;
      return to(endpoints.updateLesson, { lessonId }, { body: changes, version });
    }
    case 'lesson.delete': {
      const { lessonId, version } = command.args;
      return to(endpoints.deleteLesson, { lessonId }, { version });
    }
    case 'lesson.setVideo': {
      const { lessonId, version, videoUrl } = command.args;
      return to(endpoints.setVideoUrl, { lessonId }, { body: { videoUrl }, version });
    }
    case 'resource.create': {
      const { lessonId, resourceId: id, title, type, url, position, captions } = command.args;
      if (captions !== undefined)
        return to(endpoints.addCaptions, { lessonId }, { body: { id, title, captions, position } });
      return to(endpoints.createResource, { lessonId }, { body: { id, title, type, url, position } });
    }
    case 'resource.delete': {
      const { resourceId, version } = command.args;
      return to(endpoints.deleteResource, { resourceId }, { version });
    }
    case 'codes.upload': {
      const { courseId, codes } = command.args;
      return to(endpoints.uploadCodes, { courseId }, { body: { codes } });
    }
    case 'lesson.attachVideo': {
      const { lessonId, uploadId } = command.args;
      return to(uploadEndpoints.attachVideo, { lessonId }, { body: { uploadId } });
    }
    case 'course.attachThumbnail': {
      const { courseId, uploadId } = command.args;
      return to(uploadEndpoints.attachThumbnail, { courseId }, { body: { uploadId } });
    }
    case 'history.keepAside': {
      const endpoint = historyEndpoints.keepAside;
      return { endpoint, path: endpoint.path, body: command.args };
    }
  }
}

interface Content {
  readonly body?: unknown;
  readonly version?: number;
}

function to(
  endpoint: CommandRequest['endpoint'],
  params: Readonly<Record<string, string>>,
  { body, version }: Content,
): CommandRequest {
  const headers = version === undefined ? {} : { headers: ifMatch(version) };
  return { endpoint, path: fillPath(endpoint.path, params), body, ...headers };
}
