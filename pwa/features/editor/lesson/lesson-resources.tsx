import { memo, useState } from 'react';
import type { UploadRow } from '#pwa/store/account/uploads.ts';
import { enqueueCaptions, enqueueResourceCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { storeResourceFile } from '#pwa/sync/uploads/store-upload.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { UploadProgress } from '#pwa/upload/upload-progress.tsx';
import type { AdminResource } from '#schema/editor/editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { useLessonFiles } from '../upload/use-uploads.ts';
import type { LessonPartProps } from './lesson-part.ts';
import styles from './lesson-resources.module.css';
import { readCaptions } from './read-captions.ts';
import { type NewResource, ResourceDialogs } from './resource-dialogs.tsx';
import { ACCEPTED_FILES } from './resource-files.ts';
import { ResourceLine } from './resource-line.tsx';

interface LessonResourcesProps extends LessonPartProps {
  resources: readonly AdminResource[];
}

/**
 * The resources of a lesson: added in three short dialogs, deleted at once after a confirmation (spec map,
 * section 4).
 */
export const LessonResources = memo(({ moduleId, lessonId, title, resources }: LessonResourcesProps) => {
  const { userId, getEditor, watch, run } = useEditorContext();
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
  const isOfListed = ({ resourceId }: UploadRow) => resources.some(({ id }) => id === resourceId);
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
            named={{
              ...ref,
              resourceId: resource.id,
              resourceTitle: resource.title,
              version: resource.version,
            }}
            upload={files.findLast(({ resourceId }) => resourceId === resource.id)}
          />
        ))}
      </Stack>
      {files
        .filter((file) => !isOfListed(file))
        .map((file) => (
          <UploadProgress key={file.uploadId} upload={file} />
        ))}
      <Cluster>
        <Button onClick={() => setIsAdding(true)}>Add Resource</Button>
        <FileButton
          label="Upload a file"
          fieldLabel={`File of ${title}: PDF or video`}
          accept={ACCEPTED_FILES.any}
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
