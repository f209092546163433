import { createHash } from 'node:crypto'
import type { ScannedTool } from './scanned-tool.ts'

/**
 * Returns the part of a tool definition that models see, as canonical JSON (RFC 8785). Keys are sorted by UTF-16 code
 * units, there is no whitespace, and strings are escaped as `JSON.stringify` does. Absent members are omitted.
 * Parameters are sorted by name because no client depends on their order. If a tool is declared several times, its
 * other definitions are included. The definition's location and the capabilities of its code are excluded.
 */
export function canonicalDefinition({
  kind,
  name,
  title,
  description,
  template,
  parameters,
  isOpen,
  annotations,
  alsoDeclared,
}: Omit<ScannedTool, 'definitionHash'>): string {
  const others = otherDefinitions({ alsoDeclared })
  return canonicalJson({
    kind,
    name,
    title,
    description,
    template,
    annotations,
    isOpen: isOpen === true ? true : undefined,
    parameters: canonicalParameters(parameters),
    alsoDeclared: others.length > 0 ? others : undefined,
  })
}

/** Another declaration of a tool, reduced to its definition. The arrays are readonly, as in the API client. */
interface AlsoDeclared {
  readonly alsoDeclared?:
    | readonly {
        readonly title?: string | undefined
        readonly description?: string | undefined
        readonly parameters?: readonly DefinedParameter[] | undefined
      }[]
    | undefined
}

interface DefinedParameter {
  readonly name: string
  readonly description?: string | undefined
  readonly type?: string | undefined
  readonly required?: boolean | undefined
  readonly enum?: readonly string[] | undefined
  readonly default?: string | undefined
}

/**
 * Returns the other definitions of a tool as canonical JSON, without duplicates, sorted, and without their locations.
 */
export function otherDefinitions({ alsoDeclared = [] }: AlsoDeclared): string[] {
  return [
    ...new Set(
      alsoDeclared.map(({ title, description, parameters }) =>
        canonicalJson({ title, description, parameters: parameters && canonicalParameters(parameters) }),
      ),
    ),
  ].toSorted()
}

function canonicalParameters(parameters: readonly DefinedParameter[]): Canonical {
  return parameters
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((parameter) => ({
      name: parameter.name,
      description: parameter.description,
      type: parameter.type,
      required: parameter.required,
      enum: parameter.enum,
      default: parameter.default,
    }))
}

/** Adds the SHA-256 of the canonical definition to a tool. */
export function withDefinitionHash(tool: Omit<ScannedTool, 'definitionHash'>): ScannedTool {
  return { ...tool, definitionHash: createHash('sha256').update(canonicalDefinition(tool)).digest('hex') }
}

/**
 * JSON values in definitions. Numbers are excluded, because definitions contain none and RFC 8785 has its own format
 * for them.
 */
type Canonical = string | boolean | undefined | readonly Canonical[] | { readonly [key: string]: Canonical }

function canonicalJson(value: Canonical): string {
  if (Array.isArray(value)) return `[${value.map((one: Canonical) => canonicalJson(one)).join(',')}]`
  // RFC 8785 forbids lone surrogates because they have no UTF-8 encoding. They become U+FFFD.
  if (typeof value !== 'object') return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return (
    `{${members.map(([key, member]) => `${JSON.stringify(key.toWellFormed())}:${canonicalJson(member)}`).join(',')}` +
    '}'
  )
}
