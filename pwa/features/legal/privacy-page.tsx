import { paths } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { LegalPage } from './legal-page.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      lead="The data that Carrel stores on the server and on your device, for how long, and how you remove it."
    >
      <h2>On our server</h2>
      <ul>
        <li>
          Your name and email, used for signing in and for messages to you; your picture, if you chose one.
        </li>
        <li>A hash of your password, never the password itself.</li>
        <li>
          Your sessions: browser and system of each device, time of sign-in and last use. You can see and end
          them in your profile; an entry is deleted 30 days after its end.
        </li>
        <li>Your activations: course, code and time.</li>
        <li>Your progress: completed lessons and positions in videos.</li>
        <li>Your support requests, with the name and email that you enter.</li>
        <li>
          A receipt of each change that your device sent, for 90 days, so that a repeated change has effect
          once.
        </li>
        <li>Log lines with time and request number, without passwords or activation codes.</li>
      </ul>
      <h2>On your device</h2>
      <ul>
        <li>The app and the course list, so that both work offline.</li>
        <li>The courses you unlocked: lessons, files, and your progress in them.</li>
        <li>
          Unsent edits and drafts, including a support request written while signed out, and the name and
          email of an unfinished sign-up.
        </li>
        <li>
          A token that keeps you signed in for 90 days at most, or until the device is not used for 30 days,
          and a random number that identifies the device at your next login. The number stays when you sign
          out.
        </li>
        <li>Your email, if you ticked “Remember me” at the login.</li>
      </ul>
      <p>
        The browser stores this data for this site. Other people who use the same account on the device can
        open it while you are signed in.
      </p>
      <h2>Signing out</h2>
      <p>
        Signing out deletes your lessons, files and progress from the device. They stay on the server and
        download again when you sign in. If you have unsent work, Carrel asks first, and you can keep it for
        your next login.
      </p>
      <h2>Clearing site data</h2>
      <p>
        If you clear this site’s data in your browser, everything in the list above is deleted, including{' '}
        <strong>unsent work, which cannot be restored</strong>. An incognito window starts empty and deletes
        its data when it closes. If a page looks wrong, use Repair on the{' '}
        <Link to={paths.courses}>courses page</Link> instead: it does not change your work.
      </p>
      <h2>Tracking</h2>
      <p>
        No advertising, no tracking, no fonts or scripts from other hosts. Videos from YouTube, Vimeo or other
        places are loaded only when you press play; from then on their own rules apply.
      </p>
      <h2>Retention</h2>
      <p>
        Your account and progress are stored for your lifetime access, or until you delete your account in
        your <Link to={paths.profile}>profile</Link>. There you also download everything that our server
        stores about you, as one file.
      </p>
      <p>
        Deleting your account removes your name, email, picture, password, sessions, progress, support
        requests and messages at once. What remains is a random number that says that the account was deleted,
        so that no backup brings it back, and the number in the history of courses and in log lines. A code
        that you used stays used. Backups are not changed; they expire. Requests that you sent without signing
        in are not attached to your account: ask us to delete them.
      </p>
      <h2>More</h2>
      <p>
        The rules for using a course are in the <Link to={paths.terms}>terms</Link>.
      </p>
    </LegalPage>
  );
}
