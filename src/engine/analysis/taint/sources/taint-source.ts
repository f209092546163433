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
  /** Node of the value: a parameter or a call. */
  readonly node: number
  readonly shape: Shape
  readonly label: SourceLabel
  /** Index of the tool in `TaintSources.tools`. */
  readonly tool?: number
  /**
   * Host that sent a response. Present only if the program names the host and uses TLS, because otherwise another host
   * can send the response.
   */
  readonly host?: string
  /** Request parts that a stored value comes from, if middleware stored it. */
  readonly kept?: readonly KeptValue[]
}

/** A tool, resource, or prompt that the server offers. */
export interface OfferedTool {
  readonly kind: OfferedKind
  readonly name: string
  readonly description: string | undefined
  /** True if the description, or part of it, is known only at run time. */
  readonly isDynamic: boolean
  /** Values that provide the description, in all places that define the tool. */
  readonly described: readonly number[]
  readonly title: string | undefined
  /** Node that registers the tool. */
  readonly node: number
  /** Other registrations with the same kind and name but a different definition. */
  readonly others: readonly OtherDefinition[]
  /** True if there are more such registrations than the limit allows. */
  readonly isCut: boolean
  /** Functions that run when a client calls the tool. */
  readonly functions: readonly number[]
  /** Regions that run for this tool, if one function serves several tools. Empty if the whole function runs for it. */
  readonly regions: readonly number[]
  /** Regions, inside or next to the tool's own, in which the tool name is certainly a different one. */
  readonly excluded: readonly number[]
  /** Parameters declared by the schema, if it could be read. */
  readonly parameters: readonly OfferedParameter[]
  /** True if the schema also accepts other parameters. */
  readonly isOpen: boolean
  /** Hints in the annotations, such as `readOnlyHint`. */
  readonly annotations: Readonly<Record<string, boolean>>
}

/**
 * Another definition with the same kind and name as a tool. Parts that it does not declare, or that are the same, are
 * absent.
 */
export interface OtherDefinition {
  readonly node: number
  readonly description: string | undefined
  readonly title: string | undefined
  readonly parameters: readonly OfferedParameter[]
}

/** A parameter declared by a schema or a function. */
export type OfferedParameter = Pick<ToolParameter, 'name' | 'type' | 'required' | 'isDynamic' | 'default'> & {
  readonly description: string | undefined
  readonly enum?: readonly string[]
}

/** Instructions that a server sends to models when they connect. */
export interface ServerInstructions {
  /** Name of the server. Undefined if it is known only at run time. */
  readonly name: string | undefined
  readonly text: string | undefined
  readonly isDynamic: boolean
  readonly node: number
  /** Value that provides the text. */
  readonly described: number
}

export interface TaintSources {
  readonly entries: readonly TaintSource[]
  readonly tools: readonly OfferedTool[]
  readonly instructions: readonly ServerInstructions[]
}
