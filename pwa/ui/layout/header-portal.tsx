import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element of the header that a page can fill; null if the header has none. */
export const HeaderPortalContext = createContext<HTMLElement | null>(null);

/** Renders the page's content into the header, such as the course's title and a chip. */
export function HeaderPortal({ children }: { children: ReactNode }) {
  const portal = useContext(HeaderPortalContext);
  return portal === null ? null : createPortal(children, portal);
}
