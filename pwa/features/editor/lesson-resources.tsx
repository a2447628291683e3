import { useState } from 'react';
import { isCaptions } from '#schema/captions.ts';
import type { AdminResource } from '#schema/editor.ts';
import { messages } from '#schema/messages.ts';
import type { ResourceType } from '#schema/resource.ts';
import { enqueueCaptions, enqueueResourceCreate, enqueueResourceDelete } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Chip } from '../../ui/chip.tsx';
import { useDesk } from './editor-context.tsx';
import type { LessonPartProps } from './lesson-card.tsx';
import styles from './lesson-resources.module.css';
import { readCaptions } from './read-captions.ts';
import { type NewResource, ResourceDialogs } from './resource-dialogs.tsx';
import { safeLink } from './safe-address.ts';
import { FileButton } from './upload/file-button.tsx';

const typeNames: Readonly<Record<ResourceType, string>> = { pdf: 'PDF', video: 'Video', link: 'Link' };

/** What goes with a lesson: added by three short questions, deleted at once after asking (section 4). */
export function LessonResources({ module, lesson }: LessonPartProps) {
  const { userId, editor, say, watch, run } = useDesk();
  const [isAdding, setIsAdding] = useState(false);
  const { id: lessonId, title: lessonTitle } = lesson;
  const ref = { courseId: editor.course.id, moduleId: module.id, lessonId, lessonTitle };
  const add = (enqueue: () => Promise<{ commandId: string }>) =>
    run(messages.resourceAddFailed, async () => {
      const { commandId } = await enqueue();
      watch({
        commandIds: [commandId],
        success: messages.resourceAdded,
        failure: messages.resourceAddFailed,
      });
    });
  const addResource = (resource: NewResource) => void add(() => enqueueResourceCreate(userId, ref, resource));
  const addCaptions = (file: File) =>
    void add(async () => enqueueCaptions(userId, ref, await readCaptions(file)));
  const remove = ({ id: resourceId, title: resourceTitle, version }: AdminResource) =>
    run(messages.resourceDeleteFailed, async () => {
      const commandId = await enqueueResourceDelete(userId, { ...ref, resourceId, resourceTitle, version });
      // It was never sent, so nothing has to be.
      if (commandId === null) return say.succeed(messages.resourceDeleted);
      watch({
        commandIds: [commandId],
        success: messages.resourceDeleted,
        failure: messages.resourceDeleteFailed,
      });
    });
  return (
    <section className={styles.resources} aria-labelledby={`resources-${lessonId}`}>
      <p id={`resources-${lessonId}`} className={styles.heading}>
        Resources<span className="visually-hidden"> of “{lessonTitle}”</span>
      </p>
      <ul className={styles.list}>
        {lesson.resources.map((resource) => (
          <ResourceLine key={resource.id} resource={resource} onDelete={() => void remove(resource)} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button size="sm" onClick={() => setIsAdding(true)}>
          Add Resource
        </Button>
        <FileButton
          label="Add captions"
          fieldLabel="Captions file (WebVTT)"
          accept=".vtt,text/vtt"
          onFile={addCaptions}
        />
      </div>
      {isAdding && <ResourceDialogs onClose={() => setIsAdding(false)} onDone={addResource} />}
    </section>
  );
}

function ResourceLine({ resource, onDelete }: { resource: AdminResource; onDelete: () => void }) {
  const { ask } = useDesk();
  const { title, type, url } = resource;
  const link = safeLink(url);
  const askToDelete = () =>
    ask({
      title: `Delete “${title}”?`,
      sentence: messages.resourceDeleteAsked,
      action: 'Delete the resource',
      onYes: onDelete,
    });
  return (
    <li className={styles.line}>
      <Chip>{isCaptions(resource) ? 'Captions' : typeNames[type]}</Chip>
      <span className={styles.title}>{title}</span>
      {link !== undefined && (
        <a
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
          href={link}
          target="_blank"
          rel="noopener noreferrer"
        >
          View<span className="visually-hidden"> {title} (opens in a new tab)</span>
        </a>
      )}
      <Button size="sm" variant="danger" onClick={askToDelete}>
        Delete<span className="visually-hidden"> {title}</span>
      </Button>
    </li>
  );
}
