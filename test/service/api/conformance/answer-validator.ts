import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '../../../../src/service/api/reference/json-schema.ts'
import type { OpenApiDocument, Operation } from '../../../../src/service/api/reference/openapi-document.ts'

/** Returns the problems of a value. Empty if it is valid. */
export type Problems = (value: unknown) => readonly string[]

/**
 * Compiles the schemas of a document. Objects are closed, although the document allows new response fields: the
 * document must describe every field of today's responses.
 */
export function schemaCompilerOf(document: OpenApiDocument): (schema: JsonSchema) => Problems {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.addVocabulary(['components'])
  const components = closed({ schemas: document.components.schemas })
  return (schema) => {
    const validate = ajv.compile({ ...(closed(schema) as object), components })
    return (value) =>
      validate(value)
        ? []
        : (validate.errors ?? []).map(
            ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
          )
  }
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'examples' || key === 'default' || key === 'enum' ? part : closed(part),
    ]),
  )
  return 'properties' in inside && inside.type === 'object' && !('additionalProperties' in inside)
    ? { ...inside, additionalProperties: false }
    : inside
}

/** A response that is compared with a document. */
export interface ObservedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Compares responses with the document: status, media type, headers, and body. */
export function answerValidator(
  document: OpenApiDocument,
): (operation: Operation, answer: ObservedAnswer) => readonly string[] {
  const compile = schemaCompilerOf(document)
  const compiled = new Map<JsonSchema, Problems>()
  const problemsBy = (schema: JsonSchema) => {
    const problems = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, problems)
    return problems
  }
  return (operation, { status, headers, text }) => {
    const response = operation.responses[status]
    if (!response) return [`${operation.operationId}: status ${status} is not in the document`]
    const mediaType = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    const missing = Object.keys(response.headers ?? {}).filter(
      (name) => /^(X-|RateLimit|WWW-)/.test(name) && !headers.has(name),
    )
    const content = response.content?.[mediaType]
    const problems = content
      ? problemsBy(content.schema)(parsed(text))
      : response.content
        ? [`media type ${mediaType} is not in the document`]
        : text === ''
          ? []
          : ['a body that is not in the document']
    return [...missing.map((name) => `header ${name} is missing`), ...problems].map(
      (problem) => `${operation.operationId} ${status}: ${problem}`,
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
