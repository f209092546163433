import type { Shape } from '../schemas/shape.ts'

export const entryKinds = ['tool-argument', 'resource-uri', 'prompt-argument', 'http-request', 'remote-response', 'cli-argument'] as const
export type EntryKind = (typeof entryKinds)[number]

/** A value that somebody outside decides. */
export interface Entry {
  readonly kind: EntryKind
  /** The node of the value: a parameter, or what a call gives. */
  readonly node: number
  readonly shape: Shape
  /** For people: `arguments of the tool read_file`, `query of GET /files`. */
  readonly label: string
  /** Index in `Entries.tools`. */
  readonly tool?: number
}

/** Something that the server offers to a model. */
export interface OfferedTool {
  readonly kind: 'tool' | 'resource' | 'prompt'
  readonly name: string
  readonly description: string | undefined
  readonly title: string | undefined
  /** Where it is registered. */
  readonly node: number
  /** Functions that run when it is called. */
  readonly functions: readonly number[]
  /** For tools told apart inside one function by their name: regions in which the name is this one. Empty: the whole function. */
  readonly regions: readonly number[]
  /** Parameters as its schema names them, where that could be read. */
  readonly parameters: readonly { readonly name: string; readonly description: string | undefined }[]
  /** Hints of its annotations, such as `readOnlyHint`. */
  readonly annotations: Readonly<Record<string, boolean>>
}

export interface Entries {
  readonly entries: readonly Entry[]
  readonly tools: readonly OfferedTool[]
}
