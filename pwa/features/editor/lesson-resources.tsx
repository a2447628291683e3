import { useState } from 'react';
import type { AdminResource } from '#schema/editor.ts';
import { messages } from '#schema/messages.ts';
import type { ResourceType } from '#schema/resource.ts';
import { enqueueResourceCreate, enqueueResourceDelete } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Chip } from '../../ui/chip.tsx';
import { useDesk } from './editor-context.tsx';
import type { LessonPartProps } from './lesson-card.tsx';
import styles from './lesson-resources.module.css';
import { type NewResource, ResourceDialogs } from './resource-dialogs.tsx';
import { safeLink } from './safe-address.ts';

const typeNames: Readonly<Record<ResourceType, string>> = { pdf: 'PDF', video: 'Video', link: 'Link' };

/** What goes with a lesson: added by three short questions, deleted at once after asking (section 4). */
export function LessonResources({ module, lesson }: LessonPartProps) {
  const { editor, say, watch, run } = useDesk();
  const [isAdding, setIsAdding] = useState(false);
  const { id: lessonId, title: lessonTitle } = lesson;
  const ref = { courseId: editor.course.id, moduleId: module.id, lessonId, lessonTitle };
  const add = (resource: NewResource) =>
    run(messages.resourceAddFailed, async () => {
      const { commandId } = await enqueueResourceCreate(ref, resource);
      watch({
        commandIds: [commandId],
        success: messages.resourceAdded,
        failure: messages.resourceAddFailed,
      });
    });
  const remove = ({ id: resourceId, title: resourceTitle, version }: AdminResource) =>
    run(messages.resourceDeleteFailed, async () => {
      const commandId = await enqueueResourceDelete({ ...ref, resourceId, resourceTitle, version });
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
        Resources
      </p>
      <ul className={styles.list}>
        {lesson.resources.map((resource) => (
          <ResourceLine key={resource.id} resource={resource} onDelete={() => void remove(resource)} />
        ))}
      </ul>
      <div>
        <Button size="sm" onClick={() => setIsAdding(true)}>
          Add Resource
        </Button>
      </div>
      {isAdding && <ResourceDialogs onClose={() => setIsAdding(false)} onDone={(one) => void add(one)} />}
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
      <Chip>{typeNames[type]}</Chip>
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
