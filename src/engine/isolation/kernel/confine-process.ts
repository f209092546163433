import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { childRules } from './child-rules.ts'
import { fetcherRules } from './fetcher-rules.ts'
import type { FilterRules } from './filter-rules.ts'
import { closeInherited, giveUpPrivileges, keepMessagesWhole } from './prepare-process.ts'
import { type NativeCalls, openNativeCalls } from './native-calls.ts'
import { isKnownArchitecture } from './system-calls.ts'

const actionsFile = '/proc/sys/kernel/seccomp/actions_avail'

/** Reports whether this system is likely to support system call filters. Only installing a filter can prove it. */
export function canFilterSystemCalls(): boolean {
  if (process.platform !== 'linux' || !isKnownArchitecture(process.arch)) return false
  try {
    // The native part is an optional dependency, which an installation can lack. Koffi looks for it in the folder next
    // to its own.
    const folder = dirname(createRequire(import.meta.url).resolve('koffi'))
    if (!existsSync(join(folder, `../@koromix/koffi-linux-${process.arch}`))) return false
    return existsSync(actionsFile) && /\bkill_process\b/.test(readFileSync(actionsFile, 'latin1'))
  } catch {
    return false
  }
}

/** First descriptor after the standard descriptors and the socket to the parent. */
const firstFurtherDescriptor = 4

/** Installs the filter permanently for all threads of this process. Throws if the kernel rejects the filter. */
export function confineProcess(): void {
  const calls = openNativeCalls()
  keepMessagesWhole(calls)
  giveUpPrivileges(calls)
  closeInherited(calls, firstFurtherDescriptor)
  filterAllThreads(calls, childRules(process.pid))
}

/** Installs the filter of a fetcher that a launcher has started, permanently and for all threads of this process. */
export function confineFetcher(calls: NativeCalls = openNativeCalls()): void {
  filterAllThreads(calls, fetcherRules(process.pid))
}

function filterAllThreads(calls: NativeCalls, rules: FilterRules): void {
  if (calls.installFilter(rules, { allThreads: true }) !== 0)
    throw new Error(`the system refused the filter for system calls (error ${calls.errorNumber()})`)
}
