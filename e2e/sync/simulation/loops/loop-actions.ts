import { isAdmin, type Member, type SimulationRun, signIn } from '../run/simulation-run.ts';
import { findLoops } from './loops.ts';
import { crashPage, openPage } from './pages.ts';

/* What happens to a device whose page runs the loops. Nothing here sends or pulls. */

type Action = (run: SimulationRun, member: Member) => Promise<unknown>;

/** The user returns to the page. */
const look: Action = async (_, { device }) => device.events.dispatchEvent(new Event('focus'));

/** The device loses its network, or has it again; the browser reports that, now and then. */
const changeNetwork: Action = async (run, { device }) => {
  const offline = findLoops(run)?.offline;
  const isReported = run.random.below(3) > 0;
  const wasOffline = offline?.delete(device.name) === true;
  if (!wasOffline) offline?.add(device.name);
  if (isReported) device.events.dispatchEvent(new Event(wasOffline ? 'online' : 'offline'));
};

/** The page crashes; it is opened again at once, or by a later action. */
const crash: Action = async (run, member) => {
  crashPage(run, member);
  if (run.random.below(2) === 0) await openPage(run, member);
};

const open: Action = (run, member) => openPage(run, member);
const comeBack: Action = (run, member) => signIn(run, member);

/** In place of the schedule's own sending and pulling. */
export const loopActions: readonly Action[] = [
  look,
  look,
  changeNetwork,
  changeNetwork,
  crash,
  open,
  comeBack,
];

/** Everyone is at their device again, with a network and a session. */
export async function comeTogether(run: SimulationRun): Promise<void> {
  const loops = findLoops(run);
  for (const member of run.members) {
    await openPage(run, member);
    if (loops?.offline.delete(member.device.name)) member.device.events.dispatchEvent(new Event('online'));
    if (member.device.loaded.token.readToken() === null) await signIn(run, member);
  }
}

export const adminsOf = (run: SimulationRun) =>
  run.members.filter(({ device, userId }) => isAdmin(device.loaded, userId));
