import type { DependencyChange } from '../../model/dependency-change.ts'
import type { Capability } from '../../model/scanned-tool.ts'

/** A host or an environment variable in the code of a tool. The array of them is readonly, as in the API client. */
export interface ToolReach {
  readonly name: string
  readonly path: string
  readonly line: number
}

/** A tool, resource, prompt, or set of instructions that a change adds, removes, or changes. */
export interface ToolDifference {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly what: 'tool' | 'resource' | 'prompt' | 'instructions'
  readonly name: string
  /** The declaration in the head. Absent for a removed one. */
  readonly place?: { readonly path: string; readonly line: number }
  /** New capabilities. For an added tool, all of them. */
  readonly capabilities: readonly Capability[]
  /** Hosts in the code that were not there before. For an added tool, all of them. */
  readonly destinations?: readonly ToolReach[]
  /** Environment variables with secrets that the code did not read before. For an added tool, all of them. */
  readonly secrets?: readonly ToolReach[]
  /** The code may connect to other new hosts, or read other new secrets. Absent if all are known. */
  readonly areReachesUnknown?: boolean
  /** A model can do or pass more than before. False for added and removed ones. */
  readonly isWidened: boolean
  /** Other differences as phrases, most important first. Plain text that contains untrusted names. */
  readonly differences: readonly string[]
  /** The description for models before and after, if it changed. Untrusted text. */
  readonly description?: { readonly before: string; readonly after: string }
}

export type DependencyDifference = DependencyChange

/** What a change does to a project, other than its findings. */
export interface ProjectChanges {
  /** Sorted by name. */
  readonly tools: readonly ToolDifference[]
  /** Direct dependencies first, then sorted by name. */
  readonly dependencies: readonly DependencyDifference[]
}

/**
 * Whether a reviewer should read a tool again: it can do more, connects to another host, reads another secret, may
 * do so in code that is not listed, or has another description for models.
 */
export function needsReview(tool: ToolDifference): boolean {
  const { kind, capabilities, destinations = [], secrets = [], areReachesUnknown, isWidened, description } = tool
  const isReaching = areReachesUnknown === true || capabilities.length + destinations.length + secrets.length > 0
  return kind !== 'removed' && (isReaching || isWidened || description !== undefined)
}
