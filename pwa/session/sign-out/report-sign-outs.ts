import { sendEndTickets } from './end-tickets.ts';
import { finishHandover } from './handover.ts';

/** Reports sign-outs on this device to the server: their sessions end, and their cookie is removed. */
export async function reportSignOuts(): Promise<void> {
  await Promise.all([sendEndTickets(), finishHandover()]);
}
