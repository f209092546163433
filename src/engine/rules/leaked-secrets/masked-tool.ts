import type { ScannedTool, ToolParameter } from '../../model/scanned-tool.ts'
import { maskSecrets } from './mask-secrets.ts'
import { maskedCutText } from './masked-part.ts'

type OtherDefinition = NonNullable<ScannedTool['alsoDeclared']>[number]

/** Longest texts of a definition that are kept: one that is so long was cut. */
const longest = { name: 300, type: 300, title: 1_000, parameterText: 5_000, text: 20_000 }

/**
 * A tool as it may be stored and served: no secret in what its definition says. Its hash stays that of the definition
 * as it was written.
 */
export function maskedTool({ title, description, template, alsoDeclared, ...tool }: ScannedTool): ScannedTool {
  return {
    ...tool,
    name: maskedCutText(tool.name, longest.name, tool.path),
    ...(title !== undefined && { title: maskedCutText(title, longest.title, tool.path) }),
    ...(description !== undefined && { description: maskedCutText(description, longest.text, tool.path) }),
    ...(template !== undefined && { template: maskedCutText(template, longest.text, tool.path) }),
    ...(alsoDeclared && { alsoDeclared: alsoDeclared.map((other) => maskedDefinition(other)) }),
    parameters: tool.parameters.map((parameter) => maskedParameter(parameter, tool.path)),
  }
}

function maskedDefinition({ description, title, parameters, ...other }: OtherDefinition): OtherDefinition {
  return {
    ...other,
    ...(description !== undefined && { description: maskedCutText(description, longest.text, other.path) }),
    ...(title !== undefined && { title: maskedCutText(title, longest.title, other.path) }),
    ...(parameters && { parameters: parameters.map((parameter) => maskedParameter(parameter, other.path)) }),
  }
}

function maskedParameter(
  { description, type, enum: values, default: fallback, ...parameter }: ToolParameter,
  path: string,
): ToolParameter {
  const { name } = parameter
  return {
    ...parameter,
    name: maskedCutText(name, longest.name, path),
    ...(description !== undefined && { description: maskedCutText(description, longest.parameterText, path) }),
    ...(type !== undefined && { type: maskedCutText(type, longest.type, path) }),
    ...(values && { enum: values.map((value) => maskedValue(name, value, longest.type, path)) }),
    ...(fallback !== undefined && { default: maskedValue(name, fallback, longest.parameterText, path) }),
  }
}

/** A value of a parameter: some secrets are known as such by the name to which they are given. */
function maskedValue(name: string, value: string, most: number, path: string): string {
  const before = `${name} = "`
  const known = value.length < most ? maskSecrets(`${before}${value}"`, path) : ''
  return known.startsWith(before)
    ? known.slice(before.length).replace(/"$/, '').slice(0, most)
    : maskedCutText(value, most, path)
}
