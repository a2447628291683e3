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
      {drafts.length > 0 && (
        <>
          <p>Drafts on this device only, which are sent when you open and save them:</p>
          <ul className="text-list">
            {drafts.map(({ key, what }) => (
              <li key={key}>{what}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
