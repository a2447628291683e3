import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Link, type LinkProps } from './link.tsx';

export type ButtonLinkProps = LinkProps & { variant?: ButtonVariant; size?: ButtonSize };

/** An internal link that looks like a button. */
export function ButtonLink({ variant = 'line', size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />;
}
