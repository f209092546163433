import type { ToolParameter } from '../../../model/scanned-tool.ts'
import type { Shape } from '../../schemas/shape.ts'
import type { OfferedKind } from './offered-kind.ts'
import type { KeptValue } from './request-derivation.ts'
import type { SourceLabel } from './source-label.ts'

export const taintSourceKinds = [
  'tool-argument',
  'resource-uri',
  'prompt-argument',
  'http-request',
  'remote-response',
  'cli-argument',
  'api-argument',
  'stored-data',
] as const
export type TaintSourceKind = (typeof taintSourceKinds)[number]

/** A value that an attacker may control. */
export interface TaintSource {
  readonly kind: TaintSourceKind
  /** The node of the value: a parameter, or what a call gives. */
  readonly node: number
  readonly shape: Shape
  readonly label: SourceLabel
  /** Index in `Entries.tools`. */
  readonly tool?: number
  /**
   * Of an answer: the host that was asked, where the program names it itself and asks in a way that nobody answers in
   * its place.
   */
  readonly host?: string
  /** Of what middleware keeps of a request: where the parts of the request come from. */
  readonly kept?: readonly KeptValue[]
}

/** Something that the server offers to a model. */
export interface OfferedTool {
  readonly kind: OfferedKind
  readonly name: string
  readonly description: string | undefined
  /** A part of the description, or all of it, is only known while the code runs. */
  readonly isDynamic: boolean
  readonly title: string | undefined
  /** Where it is registered. */
  readonly node: number
  /** Where else one of the same kind and name is registered, with another definition. */
  readonly others: readonly OtherDefinition[]
  /** There are more of them than are kept. */
  readonly isCut: boolean
  /** Functions that run when it is called. */
  readonly functions: readonly number[]
  /**
   * For tools told apart inside one function by their name: regions in which the name is this one. Empty: the whole
   * function.
   */
  readonly regions: readonly number[]
  /** Regions inside those, or beside them, in which the name is certainly another one. */
  readonly excluded: readonly number[]
  /** Parameters as its schema names them, where that could be read. */
  readonly parameters: readonly OfferedParameter[]
  /** Its schema says that it takes others, too. */
  readonly isOpen: boolean
  /** Hints of its annotations, such as `readOnlyHint`. */
  readonly annotations: Readonly<Record<string, boolean>>
}

/**
 * What another place tells models of a tool of the same kind and name. Absent parts are not declared there or are the
 * same.
 */
export interface OtherDefinition {
  readonly node: number
  readonly description: string | undefined
  readonly title: string | undefined
  readonly parameters: readonly OfferedParameter[]
}

/** A parameter as a schema or a function names it. */
export type OfferedParameter = Pick<ToolParameter, 'name' | 'type' | 'required' | 'isDynamic' | 'default'> & {
  readonly description: string | undefined
  readonly enum?: readonly string[]
}

/** What a server tells models of itself when they connect. */
export interface ServerInstructions {
  /** Undefined where it is only known while the code runs. */
  readonly name: string | undefined
  readonly text: string | undefined
  readonly isDynamic: boolean
  readonly node: number
}

export interface TaintSources {
  readonly entries: readonly TaintSource[]
  readonly tools: readonly OfferedTool[]
  readonly instructions: readonly ServerInstructions[]
}
