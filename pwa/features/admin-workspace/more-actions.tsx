import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ShareDialog } from '#pwa/course-ui/share-dialog.tsx';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { ListedCourse } from '#pwa/store/database/admin-rows.ts';
import { enqueueTemplate } from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueCourseDuplicate } from '#pwa/sync/enqueue/duplicate-course.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { RunAction } from './use-action.ts';
import styles from './workspace-card.module.css';
import { actionsFor } from './workspace-model.ts';

interface MoreActionsProps {
  course: ListedCourse;
  run: RunAction;
  isBusy: boolean;
}

/** The rarer actions for a course, disclosed by a button. All but the export work offline. */
export function MoreActions({ course, run, isBusy }: MoreActionsProps) {
  const userId = useUserId();
  const [isOpen, setIsOpen] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const copy = useCopy(course);
  const { canBecomeTemplate } = actionsFor(course);
  const isTemplate = course.isTemplate === 1;
  const name = <span className="visually-hidden"> {course.title}</span>;
  const setTemplate = () =>
    run('This could not be saved', () => enqueueTemplate(userId, course, !isTemplate));
  return (
    <>
      <Button size="sm" variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        More{name}
      </Button>
      {isOpen && (
        <div className={styles.more}>
          <Button
            size="sm"
            isBusy={isBusy}
            onClick={() => run(COPY_FAILED, () => copy(`Copy of ${course.title}`))}
          >
            Duplicate{name}
          </Button>
          <Button size="sm" onClick={() => setIsSharing(true)}>
            Share{name}
          </Button>
          <Button size="sm" onClick={() => setIsExporting(true)}>
            Export{name}
          </Button>
          {(isTemplate || canBecomeTemplate) && (
            <Button size="sm" isBusy={isBusy} onClick={setTemplate}>
              {isTemplate ? 'Stop using as a template' : 'Use as a template'}
              {name}
            </Button>
          )}
        </div>
      )}
      {isSharing && <ShareDialog course={course} onClose={() => setIsSharing(false)} />}
      {isExporting && <ExportDialog course={course} onClose={() => setIsExporting(false)} />}
    </>
  );
}

const COPY_FAILED = 'The course could not be copied';

interface NewFromTemplateProps extends MoreActionsProps {}

/** Creates a course from a template, under its title, and opens it. */
export function NewFromTemplate({ course, run, isBusy }: NewFromTemplateProps) {
  const copy = useCopy(course);
  return (
    <Button
      variant="primary"
      size="sm"
      isBusy={isBusy}
      onClick={() => run(COPY_FAILED, () => copy(course.title))}
    >
      New from this<span className="visually-hidden">: {course.title}</span>
    </Button>
  );
}

/** Queues a copy under a title and opens its editor. */
function useCopy({ id }: ListedCourse) {
  const userId = useUserId();
  const navigate = useNavigate();
  return async (title: string) => {
    const copyId = await enqueueCourseDuplicate(userId, id, title);
    await navigate(paths.adminCourse(copyId));
  };
}
