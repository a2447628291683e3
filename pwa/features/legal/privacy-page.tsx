import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { LegalPage } from './legal-page.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      lead="What Carrel stores, on which side of the wire, for how long, and how you remove it."
    >
      <h2>On our server</h2>
      <ul>
        <li>
          Your name and email, so that you can sign in and be addressed; your picture, if you chose one.
        </li>
        <li>Your password as a hash that cannot be turned back, never the password itself.</li>
        <li>
          Where you are signed in: browser and system of each device, when you signed in there and when it was
          last used. You see and end these in your profile; 30 days after its end an entry is deleted.
        </li>
        <li>Which courses you activated, with which code and when.</li>
        <li>Your progress: which lessons you completed, and where you stopped in a video.</li>
        <li>What you write to support, with the name and email that you give there.</li>
        <li>
          For 90 days, a receipt of each change your device sent, so that a change that arrives twice counts
          once.
        </li>
        <li>Log lines with time and request number, without passwords or activation codes.</li>
      </ul>
      <h2>On your device</h2>
      <ul>
        <li>The course list, and the app itself, so that both open without a network.</li>
        <li>The courses you unlocked: lessons, files, and your progress in them.</li>
        <li>
          What you did and typed that has not been sent yet, also a request to support that you write without
          being signed in, and the name and email of a sign-up that you began.
        </li>
        <li>
          A token that keeps you signed in until you have not used the device for 30 days, at most for 90
          days, and a random number by which the server recognizes the device at your next login. The number
          stays when you sign out.
        </li>
        <li>Your email, if you ticked “Remember me” at the login.</li>
      </ul>
      <p>
        All of this lies in the browser’s storage for this site. Other people who use the same account of the
        same device can open it while you are signed in.
      </p>
      <h2>What signing out removes</h2>
      <p>
        Signing out deletes your lessons, files and progress from the device; they stay on the server and come
        back when you sign in. If something has not been sent, you are asked first, and may keep just that for
        your next login.
      </p>
      <h2>What clearing site data deletes</h2>
      <p>
        If you clear this site’s data in your browser, everything in the list above goes, and so does{' '}
        <strong>whatever has not been sent yet; that cannot be brought back</strong>. An incognito window
        starts empty and forgets all of it when it closes. When something looks wrong, use Repair on the{' '}
        <Link to={paths.courses}>courses page</Link> instead: it touches none of your work.
      </p>
      <h2>What we do not do</h2>
      <p>
        No advertising, no tracking, no fonts or scripts from other hosts. Videos from YouTube, Vimeo or other
        places are loaded only when you press play; from then on their own rules apply.
      </p>
      <h2>How long</h2>
      <p>
        Your account and your progress stay as long as your access, which is for life, or until you ask us to
        delete them.
      </p>
      <h2>More</h2>
      <p>
        What you may do with a course is in the <Link to={paths.terms}>terms</Link>.
      </p>
    </LegalPage>
  );
}
