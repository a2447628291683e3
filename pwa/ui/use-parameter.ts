import { useLocation } from 'react-router-dom';
import { findParameter } from '#pwa/paths.ts';

/** A parameter of the current address, such as the id of a course; '' if it has none. */
export const useParameter = (name: Parameters<typeof findParameter>[1]): string =>
  findParameter(useLocation().pathname, name);
