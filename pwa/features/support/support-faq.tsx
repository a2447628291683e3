import { paths } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import styles from './support-page.module.css';

/** The three most frequent questions, with answers. */
export function SupportFaq() {
  return (
    <section className={styles.faq} aria-labelledby="faq-title">
      <h2 id="faq-title">Frequently asked questions</h2>
      <details>
        <summary>Why is my activation code not accepted?</summary>
        <div>
          <p>
            Each code unlocks one course for one account, once. Check that you are on the page of the right
            course. Upper case, spaces and dashes do not matter. The message gives the reason: if the code was{' '}
            <em>already used</em>, you may have entered it with another email, so try signing in with that
            one.
          </p>
          <p>
            If this does not help, write to us with the subject “Access to a course” and your order number. Do
            not share the code.
          </p>
        </div>
      </details>
      <details>
        <summary>Can I study offline?</summary>
        <div>
          <p>
            Yes. Open a course once while you are connected. Its lessons and smaller files are downloaded, and
            your <Link to={paths.dashboard}>dashboard</Link> shows “Works offline”. Your progress is saved on
            this device and sent when you are connected. Use the Download button of a course for large videos.
            Videos on other sites need a connection.
          </p>
        </div>
      </details>
      <details>
        <summary>What if I have a new phone or forgot my password?</summary>
        <div>
          <p>
            Courses and progress belong to your account: sign in on the new device to download them. If you
            forgot your password, <Link to={paths.forgotPassword}>choose a new one</Link> with a code that we
            mail to you. On the old device, check the status at the top first: “All sent” means that nothing
            is waiting.
          </p>
        </div>
      </details>
    </section>
  );
}
