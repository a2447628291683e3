import { defineEntity } from './entity.ts';

/** A resource is created and deleted, never edited. */
export const resourceEntity = defineEntity('resource', {}, {}, {});
