import type { DependencyChange } from '../../model/dependency-change.ts'
import type { AddedCapabilities } from '../../model/capability-tree.ts'
import type { Capability } from '../../model/scanned-tool.ts'

/** Host or environment variable used by a tool's code. Arrays are readonly, as in the API client. */
export interface ToolReach {
  readonly name: string
  readonly path: string
  readonly line: number
}

/** Tool, resource, prompt, or set of instructions that a change adds, removes, or modifies. */
export interface ToolDifference {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly what: 'tool' | 'resource' | 'prompt' | 'instructions'
  readonly name: string
  /** Location of the declaration in the head. Absent if the declaration was removed. */
  readonly place?: { readonly path: string; readonly line: number }
  /** New capabilities, or all capabilities of an added tool. */
  readonly capabilities: readonly Capability[]
  /** Hosts that the code did not contact before, or all hosts of an added tool. */
  readonly destinations?: readonly ToolReach[]
  /** Environment variables with secrets that the code did not read before, or all such variables for an added tool. */
  readonly secrets?: readonly ToolReach[]
  /** True if the code may use new hosts or secrets beyond those listed. Absent if the lists are complete. */
  readonly areReachesUnknown?: boolean
  /** True if a model can do or pass more than before. False for added and removed tools. */
  readonly isWidened: boolean
  /** Other differences as phrases, most important first. Plain text that may contain untrusted names. */
  readonly differences: readonly string[]
  /** Description shown to models, before and after the change. Absent if unchanged. Untrusted text. */
  readonly description?: { readonly before: string; readonly after: string }
}

export type DependencyDifference = DependencyChange

/** Changes to a project, not including its findings. */
export interface ProjectChanges {
  /** Tool differences, sorted by name. */
  readonly tools: readonly ToolDifference[]
  /** Dependency differences. Direct dependencies come first; each group is sorted by name. */
  readonly dependencies: readonly DependencyDifference[]
  /** What the changed dependencies can do. Absent if the packages of neither side were read. */
  readonly capabilities?: AddedCapabilities
}

/**
 * Reports whether a reviewer should look at a tool again: it can do more, contacts a new host, reads a new secret, may
 * do so in code that is not listed, or has a new description for models.
 */
export function needsReview(tool: ToolDifference): boolean {
  const { kind, capabilities, destinations = [], secrets = [], areReachesUnknown, isWidened, description } = tool
  const isReaching = areReachesUnknown === true || capabilities.length + destinations.length + secrets.length > 0
  return kind !== 'removed' && (isReaching || isWidened || description !== undefined)
}
