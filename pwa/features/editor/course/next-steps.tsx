import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { useEditor } from '../context/editor-context.tsx';

/** What comes after publishing, until the first learner has unlocked the course. */
export function NextSteps() {
  const { seen, unsent } = useEditor();
  const { id, status, codeStats, enrollmentCount } = seen;
  // A status that waits to be sent is not published yet.
  if (status !== 'published' || enrollmentCount > 0 || unsent.length > 0) return null;
  const address = () => new URL(paths.course(id), location.origin).href;
  const actions = (
    <>
      <ButtonLink size="sm" to={paths.adminCodes(id, 'draw')}>
        Draw codes
      </ButtonLink>
      <CopyTextButton size="sm" label="Copy link" text={address} />
      <ButtonLink size="sm" to={paths.course(id)}>
        See the page
      </ButtonLink>
    </>
  );
  return codeStats.unused === 0 ? (
    <Notice tone="wait" title="Nobody can enter this course yet" actions={actions}>
      It is published, but has no unused activation codes. Draw codes, upload a list, or let a shop draw them.
    </Notice>
  ) : (
    <Notice title="Published. Next: draw codes, copy the link, see the page." actions={actions} />
  );
}
