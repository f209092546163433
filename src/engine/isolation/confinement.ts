import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { IsolationInForce } from '../model/isolation-in-force.ts'
import { analysisChildLimits } from './analysis-child-limits.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import { canFilterSystemCalls } from './kernel/confine-process.ts'

/** Isolation features that this machine supports. */
export interface Confinement {
  /** Command prefix that runs a program without network access. Empty if the machine does not support this. */
  readonly withoutNetwork: readonly string[]
  /** True if children give up all system calls that they do not need. If a child fails to do so, it does not start. */
  readonly filtersSystemCalls: boolean
  /** True if the resident memory of processes can be read. */
  readonly memoryIsVisible: boolean
  /** Stack limit in KiB. Undefined if there is no limit. */
  readonly stackKiB: number | undefined
  readonly inForce: IsolationInForce
}

/**
 * Command prefix that creates separate network, user, and IPC namespaces. The network namespace has only a disabled
 * loopback interface.
 */
const inOwnNamespaces: readonly string[] = ['unshare', '-rni']

/**
 * Complete environment of child processes and their shell. The malloc threshold is fixed, because glibc by default
 * raises it to the size of the last freed block and then returns less memory to the system right away. With a fixed
 * threshold, the taint analysis uses a tenth less resident memory after arrays have grown (measured). Pages of 2 MiB
 * for large blocks save 6 of 41 ms of CPU time when a child reads its snapshot, and take 3 MB more (measured). The
 * system uses them if `/sys/kernel/mm/transparent_hugepage/enabled` is `madvise`, which is the default of most
 * distributions.
 */
export const childEnvironment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
} as const

/**
 * Shell script that sets limits for the shell and for the program that replaces it, as far as the system supports them:
 * $1 descriptors, $2 seconds, $3 reserved KiB, $4 KiB of stack. It also makes the system kill child processes first if
 * memory runs out. `ulimit -u` is not used because it would count all of the user's processes. `ulimit -v` is not used
 * because it would count memory that V8 reserves but never uses.
 */
export const boundsScript =
  `{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0 2>/dev/null; ulimit -f 0 2>/dev/null; ulimit -n "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ` +
  `ulimit -d "$3" 2>/dev/null
ulimit -s "$4" 2>/dev/null || ulimit -s "$(ulimit -H -s)" 2>/dev/null`

/** Returns the parameters of `boundsScript`. */
export function boundsOf({
  maxDescriptors: descriptors,
  maxCpuSeconds: cpuSeconds,
  maxReservedBytes: reservedBytes,
  maxStackBytes: stackBytes,
}: IsolationLimits): string[] {
  return [descriptors, cpuSeconds, reservedBytes / 1024, stackBytes / 1024].map(String)
}

/**
 * Shell script that reports which limits the system supports. The additional parameter $5 is the reserved KiB for
 * analysis children. It is tested first, because a limit set earlier would restrict it.
 */
const reportScript = `( ulimit -d "$5" 2>/dev/null; ulimit -d || echo unknown )
${boundsScript}
shift 5
for bound in -c -f -n -t -d -s; do ulimit $bound || echo unknown; done
"$@" cat /proc/self/net/dev`

/**
 * Detects the isolation features of this machine, in about 10 ms. `withoutNetwork` is the command prefix to try.
 * `filtersSystemCalls` enables the filter.
 */
export function probeConfinement(
  limits: IsolationLimits,
  { withoutNetwork = inOwnNamespaces, filtersSystemCalls = canFilterSystemCalls() } = {},
): Confinement {
  const bounds = boundsOf(limits)
  const flows = analysisChildLimits
  const flowsReserved = String(flows.maxReservedBytes / 1024)
  const { stdout } = spawnSync('/bin/sh', ['-c', reportScript, 'assay', ...bounds, flowsReserved, ...withoutNetwork], {
    env: childEnvironment,
    cwd: '/',
    encoding: 'utf8',
    timeout: limits.startTimeoutMs,
  })
  const [reservedForFlows, core, files, descriptors, seconds, reserved, stack, ...network] = (stdout ?? '')
    .trim()
    .split('\n')
  const interfaces = network.filter((line) => line.includes(':')).map((line) => line.split(':')[0]?.trim())
  const isCutOff = interfaces.length === 1 && interfaces[0] === 'lo'
  const memoryIsVisible = existsSync('/proc/self/status')
  const stackKiB = /^\d+$/.test(stack ?? '') ? Number(stack) : undefined
  return {
    withoutNetwork: isCutOff ? withoutNetwork : [],
    filtersSystemCalls,
    memoryIsVisible,
    stackKiB,
    inForce: {
      kind: filtersSystemCalls
        ? 'confined-child-process'
        : isCutOff
          ? 'child-process-without-network'
          : 'child-process',
      bounds: [
        isCutOff || filtersSystemCalls
          ? 'no network'
          : 'network access, because this machine does not support isolation',
        ...(isCutOff ? ['separate network namespace'] : []),
        ...(filtersSystemCalls
          ? [
              'system call filter of the kernel: no files, no other programs or processes, no signals, no network',
              'empty environment',
            ]
          : [
              'JavaScript code: no access to other files, no write access, no other programs, empty environment',
              'native code: no system call filter, because this machine does not support it',
            ]),
        `${limits.fileTimeoutMs / 1000} s per file`,
        memoryIsVisible
          ? `${mib(limits.maxMemoryBytes)} MiB of memory`
          : `${mib(heapBytes(limits))} MiB of JavaScript objects`,
        ...(reserved === bounds[2] ? [`${mib(limits.maxReservedBytes)} MiB of reserved memory`] : []),
        ...(stackKiB === undefined ? [] : [`${mib(stackKiB * 1024)} MiB of stack`]),
        ...(seconds === bounds[1] ? [`${limits.maxCpuSeconds} s of CPU time`] : []),
        ...(descriptors === bounds[0] ? [`${limits.maxDescriptors} open files`] : []),
        ...[
          `${flows.fileTimeoutMs / 1000} s per file`,
          `${flows.loweringTimeoutMs / 1000} s for all files`,
          `${(flows.analysisTimeoutMs + flows.startGraceMs) / 1000} s for each group of connected files`,
          memoryIsVisible
            ? `${mib(flows.maxMemoryBytes)} MiB of memory`
            : `${mib(heapBytes(flows))} MiB of JavaScript objects`,
          ...(reservedForFlows === flowsReserved ? [`${mib(flows.maxReservedBytes)} MiB of reserved memory`] : []),
        ].map((bound) => `${bound} (taint analysis)`),
        ...(core === '0' && files === '0' ? ['no file output, no core dumps'] : []),
      ],
    },
  }
}

/** Returns the maximum heap size. The rest of the memory is left for parsers and buffers. */
export function heapBytes({ maxMemoryBytes: memoryBytes }: Pick<IsolationLimits, 'maxMemoryBytes'>): number {
  return memoryBytes * 0.75
}

function mib(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}
