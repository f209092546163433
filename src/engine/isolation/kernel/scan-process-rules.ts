import type { FilterRules } from './filter-rules.ts'
import { keepMark } from './process-mark.ts'
import { refusedToAll, unimplementedForAll } from './worker-process-rules.ts'

/** `SOCK_STREAM`, and the mask of a socket's type. */
const [stream, typeMask] = [1, 0xf]
/** `AF_UNIX`. */
const unixFamily = 1

/**
 * Rules of a process that starts other processes, which confine themselves further. They refuse sockets of every
 * family, because another process uses the network for it. Calls that a child of the process needs are allowed, such
 * as `unshare`.
 *
 * The programs that it starts keep its mark, so that the worker can end them.
 *
 * The process talks to its children through pairs of sockets. It can only create pairs of a kind that cannot send to
 * other addresses.
 */
export function scanProcessRules(): FilterRules {
  return {
    otherwise: 'allow',
    allowed: [],
    conditional: [
      {
        call: 'socketpair',
        only: [
          { argument: 0, oneOf: [unixFamily] },
          { argument: 1, mask: typeMask, oneOf: [stream] },
        ],
        otherwise: 'not-permitted',
      },
      ...keepMark,
    ],
    rejected: {
      'not-permitted': [...refusedToAll, 'socket', 'connect', 'bind', 'listen', 'accept', 'accept4'],
      'not-implemented': unimplementedForAll,
    },
  }
}
