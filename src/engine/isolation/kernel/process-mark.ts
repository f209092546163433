import type { ConditionalCall } from './filter-rules.ts'
import type { NativeCalls } from './native-calls.ts'

// A mark that a process cannot take off, and that each program it starts has too, in whatever session: the limit of the
// number of file locks, which Linux has ignored since 2.4.25 (setrlimit(2)). Everyone can read it in
// `/proc/<pid>/limits`.

/** `RLIMIT_LOCKS`, and the number of limits, `RLIM_NLIMITS`. */
const [locks, limitCount] = [10, 16]
/** Marks are below this number. */
export const maxMark = 2 ** 31

const otherLimits = Array.from({ length: limitCount }, (_none, limit) => limit).filter((limit) => limit !== locks)

/** Marks this process. Throws if the system refuses it. */
export function markProcess({ withBytesThird, errorNumber }: NativeCalls, mark: number): void {
  const limits = Buffer.alloc(16)
  limits.writeBigUInt64LE(BigInt(mark), 0)
  limits.writeBigUInt64LE(BigInt(mark), 8)
  if (withBytesThird('prlimit64', 0, locks, limits, 0) !== 0)
    throw new Error(`the system refused to mark the process (error ${errorNumber()})`)
}

/** Rules that keep the mark. A process may read and set only its own other limits. */
export const keepMark: readonly ConditionalCall[] = [
  {
    call: 'prlimit64',
    only: [
      { argument: 0, oneOf: [0] },
      { argument: 1, oneOf: otherLimits },
    ],
    otherwise: 'not-permitted',
  },
  { call: 'setrlimit', only: [{ argument: 0, oneOf: otherLimits }], otherwise: 'not-permitted' },
]

/** Returns the mark in the content of `/proc/<pid>/limits`, or undefined if the process has none. */
export function markIn(limits: string): number | undefined {
  const mark = /^Max file locks +(\d+) /m.exec(limits)?.[1]
  return mark === undefined ? undefined : Number(mark)
}
