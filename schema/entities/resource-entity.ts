import { defineEntity } from './entity.ts';

/** A resource is created and deleted; nothing of it is edited. */
export const resourceEntity = defineEntity('resource', {}, {}, {});
