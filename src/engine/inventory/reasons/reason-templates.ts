import { isParameter, type ParameterValue } from './reason-parameters.ts'

/** Sentences by code. `{line}` is the parameter `line` from `reasonParameters`. */
export type ReasonTemplates = Readonly<Record<string, string>>

type ParametersOf<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never

/** A code whose template has no parameters, or a code with the parameters of its template. */
export type ReasonOf<Templates extends ReasonTemplates> = {
  [Code in keyof Templates]: [ParametersOf<Templates[Code]>] extends [never]
    ? Code
    : { readonly code: Code } & { readonly [Name in ParametersOf<Templates[Code]>]: ParameterValue<Name> }
}[keyof Templates]

const placeholder = /\{(\w+)\}/g

/** Returns the names of a template's parameters. */
export const parametersOf = (template: string): string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name)

/**
 * Reports whether a value is a reason with one of these codes and exactly the parameters of its template. Callers check
 * values from child processes, which may be compromised.
 */
export function isReasonOf<Templates extends ReasonTemplates>(
  templates: Templates,
  value: unknown,
): value is ReasonOf<Templates> {
  if (typeof value === 'string')
    return Object.hasOwn(templates, value) && parametersOf(templates[value] ?? '').length === 0
  if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'string') return false
  if (!Object.hasOwn(templates, value.code)) return false
  const { code, ...parameters } = value as { readonly code: string }
  const [names, given] = [parametersOf(templates[code] ?? ''), new Map(Object.entries(parameters))]
  return names.length > 0 && given.size === names.length && names.every((name) => isParameter(name, given.get(name)))
}

/** Returns the sentence of a reason. */
export function reasonText<Templates extends ReasonTemplates>(
  templates: Templates,
  reason: ReasonOf<Templates>,
): string {
  if (typeof reason === 'string') return templates[reason] ?? ''
  const { code, ...parameters } = reason as { readonly code: string }
  const values = new Map<string, unknown>(Object.entries(parameters))
  return (templates[code] ?? '').replaceAll(placeholder, (_match, name: string) => String(values.get(name)))
}
