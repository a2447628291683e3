import type { UnsentWork } from '#pwa/session/sign-out/departing.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';

/** The work that would be lost with the user's store. */
export function UnsentWorkList({ work: { unsent, drafts } }: { work: UnsentWork }) {
  return (
    <>
      {unsent.length > 0 && (
        <>
          <p>Saved on this device, not sent yet:</p>
          <ul className="text-list">
            {unsent.map((row) => (
              <li key={row.id}>
                {describeCommand(row.command)}
                {row.state === 'refused' && row.lastProblem && <span> ({row.lastProblem})</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {drafts > 0 && (
        <p>
          {drafts === 1
            ? 'One draft is not saved yet. It exists only on this device.'
            : `${drafts} drafts are not saved yet. They exist only on this device.`}
        </p>
      )}
    </>
  );
}
