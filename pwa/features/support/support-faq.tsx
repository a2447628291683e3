import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import styles from './support-page.module.css';

/** The three most frequent questions, with answers. */
export function SupportFaq() {
  return (
    <section className={styles.faq} aria-labelledby="faq-title">
      <h2 id="faq-title">Often asked</h2>
      <details>
        <summary>My activation code is not accepted. What now?</summary>
        <div>
          <p>
            Each code opens one course, for one account, once. Check that you are on the page of the course
            that is named beside the code; capitals, spaces and dashes do not matter. The message says what is
            wrong: a code that was <em>already used</em> may have been entered with another email of yours, so
            try signing in with that one.
          </p>
          <p>
            If none of this helps, write to us with the subject “Access to a course” and your order number.
            Please do not send the code to anybody else.
          </p>
        </div>
      </details>
      <details>
        <summary>Can I study without a connection?</summary>
        <div>
          <p>
            Yes. Open a course once while you are connected: its lessons, and files that are not too large,
            are then kept on this device, and your <Link to={paths.dashboard}>dashboard</Link> says “Works
            offline”. What you finish on the way is kept too and sent once when you are back. Long videos and
            videos of other sites need a connection.
          </p>
        </div>
      </details>
      <details>
        <summary>I have a new phone, or forgot my password. Are my courses gone?</summary>
        <div>
          <p>
            No. Courses belong to your account, for good: sign in on the new device and they come back, with
            your progress. If you do not know your password any more,{' '}
            <Link to={paths.forgotPassword}>choose a new one</Link> by a code that we mail to you. On the old
            device, look at the chip at the top first: when it says “All sent”, nothing is left behind.
          </p>
        </div>
      </details>
    </section>
  );
}
