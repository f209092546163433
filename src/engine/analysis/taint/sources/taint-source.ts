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
  /** Index in `TaintSources.tools`. */
  readonly tool?: number
  /**
   * Host that sent a response. Absent unless the program names the host and uses TLS, so that no other host can answer.
   */
  readonly host?: string
  /** For a value that middleware stores, the request parts that it comes from. */
  readonly kept?: readonly KeptValue[]
}

/** A tool, resource, or prompt that the server offers. */
export interface OfferedTool {
  readonly kind: OfferedKind
  readonly name: string
  readonly description: string | undefined
  /** True if the description, or part of it, is known only at run time. */
  readonly isDynamic: boolean
  readonly title: string | undefined
  /** Node that registers it. */
  readonly node: number
  /** Other registrations of the same kind and name with a different definition. */
  readonly others: readonly OtherDefinition[]
  /** True if there are more of them than the limit allows. */
  readonly isCut: boolean
  /** Functions that run when a client calls the tool. */
  readonly functions: readonly number[]
  /** If one function serves several tools, the regions that run for this tool's name. Empty for the whole function. */
  readonly regions: readonly number[]
  /** Regions inside or next to those in which the tool name is certainly a different one. */
  readonly excluded: readonly number[]
  /** Parameters that the schema declares, if it could be read. */
  readonly parameters: readonly OfferedParameter[]
  /** True if the schema accepts other parameters. */
  readonly isOpen: boolean
  /** Hints in the annotations, such as `readOnlyHint`. */
  readonly annotations: Readonly<Record<string, boolean>>
}

/**
 * Another definition of a tool with the same kind and name. Parts that are not declared there or are the same are
 * absent.
 */
export interface OtherDefinition {
  readonly node: number
  readonly description: string | undefined
  readonly title: string | undefined
  readonly parameters: readonly OfferedParameter[]
}

/** A parameter that a schema or a function declares. */
export type OfferedParameter = Pick<ToolParameter, 'name' | 'type' | 'required' | 'isDynamic' | 'default'> & {
  readonly description: string | undefined
  readonly enum?: readonly string[]
}

/** The instructions that a server sends to models when they connect. */
export interface ServerInstructions {
  /** Undefined if the name is known only at run time. */
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
