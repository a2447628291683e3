import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { LegalPage } from './legal-page.tsx';

export function TermsPage() {
  return (
    <LegalPage title="Terms" lead="What you get with a course, and what we ask of you. In plain words.">
      <h2>Your account</h2>
      <p>
        An account belongs to one person. Choose a password of at least eight characters that you use nowhere
        else, and keep it to yourself. Whoever is signed in on a device can read the courses kept there.
      </p>
      <h2>Your courses</h2>
      <p>
        An activation code unlocks one course for one account, once. No payment is taken here: the code came
        with your purchase. Access is for life. If a course is later taken out of the catalogue, you keep it.
      </p>
      <p>
        Lessons, files and videos are for your own study. You may keep them on your own devices; please do not
        publish them or pass them on.
      </p>
      <h2>Studying without a network</h2>
      <p>
        Carrel keeps what you unlocked on your device and sends what you did when there is a connection. A
        code typed while offline unlocks its course only after the server has agreed. Anything not sent yet
        exists on your device alone: it goes with the device, or when the site’s data are cleared in the
        browser.
      </p>
      <h2>Support</h2>
      <p>We answer within 24 hours, at any time of the day and on every day of the week.</p>
      <h2>Fair use</h2>
      <p>
        Trying out codes that are not yours, reaching for other people’s data or disturbing the service may
        end an account. We tell you why when that happens.
      </p>
      <h2>Your data</h2>
      <p>
        What is stored where, and how to remove it, is on the page about{' '}
        <Link to={paths.privacy}>privacy</Link>.
      </p>
    </LegalPage>
  );
}
