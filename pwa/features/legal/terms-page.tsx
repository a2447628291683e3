import { paths } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { LegalPage } from './legal-page.tsx';

export function TermsPage() {
  return (
    <LegalPage title="Terms" lead="Your rights and duties when you use a course, in plain language.">
      <h2>Your account</h2>
      <p>
        An account belongs to one person. Choose a password of at least eight characters that you use nowhere
        else, and do not share it. A person signed in on a device can read the courses downloaded there.
      </p>
      <h2>Your courses</h2>
      <p>
        An activation code unlocks one course for one account, once. No payment is taken here: the code came
        with your purchase. Access is for life. If a course is later taken out of the catalogue, you keep it.
      </p>
      <p>
        Lessons, files and videos are for your own study. You may store them on your own devices. Do not
        publish or share them.
      </p>
      <h2>Studying offline</h2>
      <p>
        Carrel stores unlocked courses on your device and sends your changes when you are connected. A code
        entered offline unlocks its course only after the server accepts it. Unsent changes exist only on your
        device: they are lost with the device, or when the site data is cleared in the browser.
      </p>
      <h2>Support</h2>
      <p>We reply within 24 hours, on every day of the week.</p>
      <h2>Fair use</h2>
      <p>
        We may close accounts that try codes of other people, access other people’s data or disrupt the
        service. We tell you the reason.
      </p>
      <h2>Your data</h2>
      <p>
        Stored data and how to remove it is described on the page about{' '}
        <Link to={paths.privacy}>privacy</Link>.
      </p>
    </LegalPage>
  );
}
