import { githubAppLimits } from './github-app-limits.ts'

/** Memory that the bodies of all deliveries in progress share, because anyone can send a body. */
export interface BodyMemory {
  /** Returns the share of one body. It must be disposed when the body is not needed any more. */
  open(): BodyShare
}

export interface BodyShare extends Disposable {
  /** Adds bytes to the share. Returns false, and adds nothing, if the memory is used up. */
  grow(bytes: number): boolean
}

/** Sizes in bytes, as in `githubAppLimits`. */
export interface BodyMemoryLimits {
  readonly maxSharedBodyBytes: number
  readonly freeBodyBytes: number
}

/**
 * Creates the memory for deliveries. The first bytes of each body are free, so that large bodies do not keep out the
 * small ones, which are almost all.
 */
export function createBodyMemory({
  maxSharedBodyBytes: maxBytes,
  freeBodyBytes: freeBytes,
}: BodyMemoryLimits = githubAppLimits): BodyMemory {
  let used = 0
  return {
    open() {
      let [free, taken] = [freeBytes, 0]
      return {
        grow(bytes) {
          const counted = Math.max(0, bytes - free)
          if (used + counted > maxBytes) return false
          free -= bytes - counted
          used += counted
          taken += counted
          return true
        },
        [Symbol.dispose]() {
          used -= taken
          taken = 0
        },
      }
    },
  }
}
