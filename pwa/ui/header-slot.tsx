import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element of the shell's header that a page may fill; null where the header has no such place. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);

/** What the page puts into the bar at the top, such as the course's title and a chip (the study header has room). */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlotContext);
  return slot === null ? null : createPortal(children, slot);
}
