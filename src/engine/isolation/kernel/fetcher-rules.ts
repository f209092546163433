import type { FilterRules } from './filter-rules.ts'
import { ownLimitsOnly, refusedToAll, unimplementedForAll } from './worker-process-rules.ts'

/** `AF_INET`, `AF_INET6`, and `AF_NETLINK`. The C library needs the last one to list the network interfaces. */
const networkFamilies = [2, 10, 16]
/** `CLONE_THREAD`: the call starts a thread of this process, and not another process. */
const startsThread = 0x1_0000

/**
 * Rules under which the fetcher starts. They allow sockets of the network only. Landlock does not restrict connections
 * to the Unix sockets of other programs, such as the database.
 */
export function fetcherStartRules(): FilterRules {
  return {
    otherwise: 'allow',
    allowed: [],
    conditional: [
      { call: 'socket', only: [{ argument: 0, oneOf: networkFamilies }], otherwise: 'not-permitted' },
      ownLimitsOnly,
    ],
    rejected: {
      'not-permitted': [...refusedToAll, 'socketpair', 'listen', 'accept', 'accept4', 'unshare'],
      'not-implemented': unimplementedForAll,
    },
  }
}

/**
 * Rules that the fetcher adds when its program is loaded. A launcher cannot install them, because it executes the
 * program. The fetcher never executes another one, and starts nothing but threads.
 *
 * @param processId ID of the fetcher, which may send signals only to itself
 */
export function fetcherRules(processId: number): FilterRules {
  const itself = [{ argument: 0, oneOf: [processId] }]
  return {
    otherwise: 'allow',
    allowed: [],
    conditional: [
      { call: 'clone', only: [{ argument: 0, mask: startsThread, oneOf: [startsThread] }], otherwise: 'kill' },
      { call: 'kill', only: itself, otherwise: 'not-permitted' },
      { call: 'tgkill', only: itself, otherwise: 'not-permitted' },
    ],
    rejected: {
      kill: ['execve', 'execveat', 'fork', 'vfork'],
      'not-permitted': ['tkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo', 'pidfd_open', 'pidfd_send_signal'],
      // The C library then starts threads with `clone`, whose flags a filter can read.
      'not-implemented': ['clone3'],
    },
  }
}
