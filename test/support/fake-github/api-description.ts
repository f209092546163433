import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

interface Operation {
  readonly parameters?: readonly Record<string, unknown>[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: object }>>
  }
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, unknown>>
}

let loaded: ReturnType<typeof load> | undefined

function load() {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  const description: Description = JSON.parse(readFileSync(file, 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'https://github.example/api', components: description.components })
  const templates = Object.keys(description.paths).map((template) => ({
    template,
    pattern: new RegExp(
      `^${template
        .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
        .replaceAll(/\{[^}]+\}/g, (name) =>
          name === '{path}' || name === '{basehead}' || name === '{ref}' ? '(.+)' : '([^/]+)',
        )}$`,
    ),
  }))
  // Templates with more fixed parts match better.
  templates.sort(
    (a, b) => a.template.split('{').length - b.template.split('{').length || b.template.length - a.template.length,
  )
  return { description, ajv, templates, compiled: new Map<object, ValidateFunction>() }
}

/** Makes the references of a schema relative to the whole description. */
const absolute = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"https://github.example/api#/'))

/**
 * Returns the problems of a request according to GitHub's own OpenAPI description: unknown operations, unknown or
 * invalid query parameters, and bodies with another schema. Empty if it is valid.
 */
export function requestProblems(method: string, path: string, query: URLSearchParams, body: string): string[] {
  const { description, ajv, templates, compiled } = (loaded ??= load())
  const operation = templates
    .filter(({ pattern }) => pattern.test(path))
    .map(({ template }) => description.paths[template]?.[method.toLowerCase()])
    .find((known) => known !== undefined)
  if (!operation) return [`GitHub has no ${method} ${path}`]
  const problems: string[] = []
  const check = (schema: object, value: unknown, what: string) => {
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema))
    compiled.set(schema, validate)
    if (!validate(value))
      problems.push(
        ...(validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${method} ${path}: ${what}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
        ),
      )
  }
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(description, parameter))
  for (const [name, text] of query) {
    const parameter = parameters.find((known) => known['in'] === 'query' && known['name'] === name)
    if (!parameter) problems.push(`${method} ${path}: there is no query parameter ${name}`)
    else
      check(
        parameter['schema'] as object,
        typeOf(parameter['schema']) === 'integer' ? Number(text) : text,
        `query.${name}`,
      )
  }
  for (const parameter of parameters)
    if (parameter['in'] === 'query' && parameter['required'] === true && !query.has(String(parameter['name'])))
      problems.push(`${method} ${path}: ${String(parameter['name'])} is missing`)
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema && (body !== '' || operation.requestBody?.required === true)) {
    const value: unknown = body === '' ? undefined : JSON.parse(body)
    check(schema, value, 'body')
    const known = Object.keys(propertiesOf(schema))
    if (known.length > 0)
      for (const name of Object.keys(value as object))
        if (!known.includes(name)) problems.push(`${method} ${path}: there is no body field ${name}`)
  }
  return problems
}

function resolved(description: Description, parameter: Record<string, unknown>): Record<string, unknown> {
  const name = /^#\/components\/parameters\/(.+)$/.exec(String(parameter['$ref'] ?? ''))?.[1]
  return name === undefined
    ? parameter
    : ((description.components['parameters'] as Record<string, Record<string, unknown>>)[name] ?? {})
}

const typeOf = (schema: unknown) => (schema as { type?: string } | undefined)?.type

/** Returns every property of all alternatives of a body. */
function propertiesOf(schema: object): object {
  const {
    properties = {},
    oneOf = [],
    anyOf = [],
    allOf = [],
  } = schema as { properties?: object; oneOf?: object[]; anyOf?: object[]; allOf?: object[] }
  return Object.assign({}, properties, ...[...oneOf, ...anyOf, ...allOf].map(propertiesOf))
}
