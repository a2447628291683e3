import { memo, useState } from 'react';
import {
  enqueueCaptions,
  enqueueResourceCreate,
  enqueueResourceDelete,
  enqueueResourceRename,
} from '#pwa/sync/enqueue/editor-commands.ts';
import { storeResourceFile } from '#pwa/sync/uploads/store-upload.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { UploadProgress } from '#pwa/upload/upload-progress.tsx';
import { isCaptions } from '#schema/courses/captions.ts';
import type { ResourceType } from '#schema/courses/resource.ts';
import type { AdminResource } from '#schema/editor/editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { safeLink } from '../kit/safe-address.ts';
import { useLessonFiles } from '../upload/use-uploads.ts';
import type { LessonPartProps } from './lesson-part.ts';
import styles from './lesson-resources.module.css';
import { readCaptions } from './read-captions.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { type NewResource, ResourceDialogs } from './resource-dialogs.tsx';

const FILES = 'application/pdf,.pdf,video/*,.mp4,.m4v,.mov,.webm,.ogg,.ogv,.mkv,.avi,.wmv,.flv';
const typeNames: Readonly<Record<ResourceType, string>> = { pdf: 'PDF', video: 'Video', link: 'Link' };

interface LessonResourcesProps extends LessonPartProps {
  resources: readonly AdminResource[];
}

/**
 * The resources of a lesson: added in three short dialogs, deleted at once after a confirmation (spec map,
 * section 4).
 */
export const LessonResources = memo(({ moduleId, lessonId, title, resources }: LessonResourcesProps) => {
  const { userId, getEditor, notify, watch, run } = useEditorContext();
  const [isAdding, setIsAdding] = useState(false);
  const files = useLessonFiles(lessonId);
  const ref = { courseId: getEditor().course.id, moduleId, lessonId, lessonTitle: title };
  const add = (enqueue: () => Promise<{ commandId: string }>) =>
    run(adminMessages.resourceAddFailed, async () => {
      const { commandId } = await enqueue();
      watch({
        commandIds: [commandId],
        success: adminMessages.resourceAdded,
        failure: adminMessages.resourceAddFailed,
      });
    });
  const addResource = (resource: NewResource) => void add(() => enqueueResourceCreate(userId, ref, resource));
  const addCaptions = (file: File) =>
    void add(async () => enqueueCaptions(userId, ref, await readCaptions(file)));
  const addFile = (file: File) => void add(() => storeResourceFile(userId, ref, file));
  const rename = ({ id: resourceId, title: resourceTitle, version }: AdminResource, newTitle: string) =>
    run(adminMessages.resourceRenameFailed, async () => {
      const resource = { ...ref, resourceId, resourceTitle, version };
      const commandId = await enqueueResourceRename(userId, resource, newTitle);
      if (commandId === null) return;
      watch({
        commandIds: [commandId],
        success: adminMessages.resourceRenamed,
        failure: adminMessages.resourceRenameFailed,
      });
    });
  const remove = ({ id: resourceId, title: resourceTitle, version }: AdminResource) =>
    run(adminMessages.resourceDeleteFailed, async () => {
      const commandId = await enqueueResourceDelete(userId, { ...ref, resourceId, resourceTitle, version });
      // The resource was never sent, so there is nothing to delete on the server.
      if (commandId === null) return notify.succeed(adminMessages.resourceDeleted);
      watch({
        commandIds: [commandId],
        success: adminMessages.resourceDeleted,
        failure: adminMessages.resourceDeleteFailed,
      });
    });
  return (
    <Stack as="section" gap={2} aria-labelledby={`resources-${lessonId}`}>
      <p id={`resources-${lessonId}`} className={styles.heading}>
        Resources<span className="visually-hidden"> of “{title}”</span>
      </p>
      <Stack as="ul" gap={2}>
        {resources.map((resource) => (
          <ResourceLine
            key={resource.id}
            resource={resource}
            onRename={(newTitle) => void rename(resource, newTitle)}
            onDelete={() => void remove(resource)}
          />
        ))}
      </Stack>
      {files.map((file) => (
        <UploadProgress key={file.uploadId} upload={file} />
      ))}
      <Cluster>
        <Button onClick={() => setIsAdding(true)}>Add Resource</Button>
        <FileButton
          label="Upload a file"
          fieldLabel={`File of ${title}: PDF or video`}
          accept={FILES}
          onFile={addFile}
        />
        <FileButton
          label="Add captions"
          fieldLabel="Captions file (WebVTT)"
          accept=".vtt,text/vtt"
          onFile={addCaptions}
        />
      </Cluster>
      <p className={styles.hint}>
        PDFs and videos up to 45MB, also offline. Learners can download them with the course.
      </p>
      {isAdding && (
        <ResourceDialogs lessonId={lessonId} onClose={() => setIsAdding(false)} onDone={addResource} />
      )}
    </Stack>
  );
});

interface ResourceLineProps {
  resource: AdminResource;
  onRename: (title: string) => void;
  onDelete: () => void;
}

function ResourceLine({ resource, onRename, onDelete }: ResourceLineProps) {
  const { confirm } = useEditorContext();
  const [isRenaming, setIsRenaming] = useState(false);
  const { title, type, url } = resource;
  const link = safeLink(url);
  const confirmDelete = () =>
    confirm({
      title: `Delete “${title}”?`,
      sentence: adminMessages.resourceDeleteConfirmation,
      action: 'Delete the resource',
      onYes: onDelete,
    });
  return (
    <Cluster as="li">
      <Chip>{isCaptions(resource) ? 'Captions' : typeNames[type]}</Chip>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      <Cluster>
        {link !== undefined && (
          <a
            className={buttonClass({ variant: 'quiet', size: undefined })}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
          >
            View<span className="visually-hidden"> {title} (opens in a new tab)</span>
          </a>
        )}
        <Button variant="quiet" onClick={() => setIsRenaming(true)}>
          Rename<span className="visually-hidden"> {title}</span>
        </Button>
        <Button variant="danger" onClick={confirmDelete}>
          Delete<span className="visually-hidden"> {title}</span>
        </Button>
      </Cluster>
      {isRenaming && (
        <RenameDialog
          title={title}
          onClose={() => setIsRenaming(false)}
          onDone={(newTitle) => {
            setIsRenaming(false);
            if (newTitle !== title) onRename(newTitle);
          }}
        />
      )}
    </Cluster>
  );
}
