import { site } from '#pwa/device/site.ts';
import { siteNameOf } from '#schema/site/site.ts';
import { useObservable } from '../use-observable.ts';
import styles from './brand.module.css';
import { LampIcon } from './icons.tsx';

/** The name of the school and its logo; without them those of the product. */
export function Brand() {
  const school = useObservable(site);
  return (
    <>
      <BrandMark />
      <span className={styles.name} dir="auto">
        {siteNameOf(school)}
      </span>
    </>
  );
}

/** The logo alone, always beside the name. */
export function BrandMark({ size = 1.625 }: { size?: number }) {
  const { logo } = useObservable(site);
  return logo === '' ? <LampIcon size={size} /> : <img className={styles.logo} src={logo} alt="" />;
}
