import type { ScannedTool } from '../../../model/scanned-tool.ts'

/** A text that models are told of something that a server offers. */
export interface DefinitionText {
  /** For people: `description`, `parameter note`. */
  readonly where: string
  readonly part: 'name' | 'title' | 'description' | 'template' | 'parameter' | 'value'
  readonly text: string
}

/** All texts of a definition, those that a model heeds most first. */
export function definitionTexts({ name, title, description, template, parameters }: ScannedTool): DefinitionText[] {
  return [
    { where: 'description', part: 'description' as const, text: description },
    { where: 'title', part: 'title' as const, text: title },
    { where: 'text', part: 'template' as const, text: template },
    { where: 'name', part: 'name' as const, text: name },
    ...parameters.flatMap((parameter) => [
      { where: `parameter ${parameter.name}`, part: 'parameter' as const, text: parameter.description },
      { where: `default of the parameter ${parameter.name}`, part: 'parameter' as const, text: parameter.default },
      { where: 'name of a parameter', part: 'name' as const, text: parameter.name },
      ...(parameter.enum ?? []).map((value) => ({
        where: `value of the parameter ${parameter.name}`,
        part: 'value' as const,
        text: value,
      })),
    ]),
  ].flatMap(({ where, part, text }) => (text === undefined ? [] : [{ where, part, text }]))
}
