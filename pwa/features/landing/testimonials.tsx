import { testimonials } from './featured.ts';
import styles from './landing-page.module.css';

export function Testimonials() {
  return (
    <section className={styles.section} aria-labelledby="testimonials-title">
      <h2 id="testimonials-title">What learners say</h2>
      <p className={styles.muted}>Sample voices</p>
      <ul className={styles.voices}>
        {testimonials.map(({ quote, name, who }) => (
          <li key={name}>
            <figure className={styles.voice}>
              <blockquote>{quote}</blockquote>
              <figcaption>
                <strong>{name}</strong>
                <span>{who}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
