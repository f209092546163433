import { z } from 'zod'
import type { ScannedTool } from '../../../model/scanned-tool.ts'

/** Identifies a text in a definition. `name` is the name of the parameter or annotation. */
export const TextField = z.object({
  field: z.enum([
    'description',
    'title',
    'template',
    'name',
    'parameter',
    'parameter-name',
    'parameter-default',
    'parameter-value',
    'annotation',
    'schema',
    'result',
  ]),
  name: z.string().optional(),
})
export type TextField = z.infer<typeof TextField>

/** Text in a definition that a model reads. */
export interface DefinitionText {
  readonly field: TextField
  readonly part: 'name' | 'title' | 'description' | 'template' | 'parameter' | 'value'
  readonly text: string
}

/** Returns all texts in a definition, with those that have the most influence on a model first. */
export function definitionTexts({ name, title, description, template, parameters }: ScannedTool): DefinitionText[] {
  return [
    { field: { field: 'description' as const }, part: 'description' as const, text: description },
    { field: { field: 'title' as const }, part: 'title' as const, text: title },
    { field: { field: 'template' as const }, part: 'template' as const, text: template },
    { field: { field: 'name' as const }, part: 'name' as const, text: name },
    ...parameters.flatMap((parameter) => [
      {
        field: { field: 'parameter' as const, name: parameter.name },
        part: 'parameter' as const,
        text: parameter.description,
      },
      {
        field: { field: 'parameter-default' as const, name: parameter.name },
        part: 'parameter' as const,
        text: parameter.default,
      },
      {
        field: { field: 'parameter-name' as const, name: parameter.name },
        part: 'name' as const,
        text: parameter.name,
      },
      ...(parameter.enum ?? []).map((value) => ({
        field: { field: 'parameter-value' as const, name: parameter.name },
        part: 'value' as const,
        text: value,
      })),
    ]),
  ].flatMap(({ field, part, text }) => (text === undefined ? [] : [{ field, part, text }]))
}

/**
 * Returns the part of a fingerprint that identifies a text within its definition. It is stored with findings and must
 * never change. All parameter names share one part.
 */
export function textKey({ field, name = '' }: TextField): string {
  switch (field) {
    case 'template':
      return 'text'
    case 'parameter':
      return `parameter ${name}`
    case 'parameter-name':
      return 'name of a parameter'
    case 'parameter-default':
      return `default of the parameter ${name}`
    case 'parameter-value':
      return `value of the parameter ${name}`
    case 'annotation':
      return `annotation ${name}`
    default:
      return field
  }
}
