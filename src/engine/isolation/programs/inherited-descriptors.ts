import { readdirSync, readFileSync } from 'node:fs'

/** `O_CLOEXEC`, in the flags that the kernel reports. */
const closedOnExecution = 0o200_0000
/** First descriptor after the standard descriptors. */
const firstFurtherDescriptor = 3

/**
 * Reports whether this process has descriptors, apart from the standard ones, that the programs it starts inherit. Node
 * opens none. Returns true if the system does not list them.
 */
export function hasInheritedDescriptors(): boolean {
  try {
    return readdirSync('/proc/self/fd').some(
      (descriptor) => Number(descriptor) >= firstFurtherDescriptor && isInherited(descriptor),
    )
  } catch {
    return true
  }
}

/** False for the descriptor that listed the descriptors, because it is closed by then. */
function isInherited(descriptor: string): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
    return flags === undefined || (Number.parseInt(flags, 8) & closedOnExecution) === 0
  } catch {
    return false
  }
}
