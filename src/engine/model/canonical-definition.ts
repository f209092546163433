import { createHash } from 'node:crypto'
import type { ScannedTool } from './scanned-tool.ts'

/**
 * What models are told of a tool, as canonical JSON: the members below, those that are absent left out, written as RFC
 * 8785 writes them (keys in the order of their UTF-16 units, no white space, texts as `JSON.stringify` escapes them).
 * Parameters are in the order of their names, because no client heeds another one. A tool that is declared several
 * times has its other definitions too. Its location and the capabilities of its code are not part of it.
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

/** Other definitions of a tool as canonical JSON, each once and sorted: where they stand is no part of them. */
export function otherDefinitions({ alsoDeclared = [] }: Pick<ScannedTool, 'alsoDeclared'>): string[] {
  return [
    ...new Set(
      alsoDeclared.map(({ title, description, parameters }) =>
        canonicalJson({ title, description, parameters: parameters && canonicalParameters(parameters) }),
      ),
    ),
  ].toSorted()
}

function canonicalParameters(parameters: ScannedTool['parameters']): Canonical {
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

/** A tool with the SHA-256 of its canonical definition. */
export function withDefinitionHash(tool: Omit<ScannedTool, 'definitionHash'>): ScannedTool {
  return { ...tool, definitionHash: createHash('sha256').update(canonicalDefinition(tool)).digest('hex') }
}

/**
 * RFC 8785 for texts, booleans, lists and objects; numbers, which it writes in a way of its own, are none of a
 * definition.
 */
type Canonical = string | boolean | undefined | readonly Canonical[] | { readonly [key: string]: Canonical }

function canonicalJson(value: Canonical): string {
  if (Array.isArray(value)) return `[${value.map((one: Canonical) => canonicalJson(one)).join(',')}]`
  // A text with half a surrogate pair has no UTF-8: RFC 8785 forbids it, and here it stands for U+FFFD.
  if (typeof value !== 'object') return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return (
    `{${members.map(([key, member]) => `${JSON.stringify(key.toWellFormed())}:${canonicalJson(member)}`).join(',')}` +
    '}'
  )
}
