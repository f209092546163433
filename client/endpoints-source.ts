import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../src/service/api/reference/json-schema.ts'
import type { OpenApiDocument, Operation } from '../src/service/api/reference/openapi-document.ts'
import { propertiesSource, typeSource } from './type-source.ts'

interface Part {
  readonly name: string
  /** Where it goes: as `EndpointCall` has it. */
  readonly place: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/**
 * The text of `endpoints.ts`: a type for each named shape and each input, and a class with a method for each endpoint.
 */
export function endpointsSource(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const shapes = Object.entries(document.components.schemas ?? {}).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeSource(schema)}\n`,
  )
  const inputs = operations.flatMap(({ operation }) => inputSource(operation))
  const methods = operations.map(({ path, method, operation }) => methodSource(path, method, operation))
  return [
    '// Written by generate.ts from the catalogue of endpoints; a test says when it has to be written ' +
      "again.\nimport { type CallOptions, Transport } from './transport.ts'\n",
    ...shapes,
    ...inputs,
    `/** A method for each endpoint of the API. */\nexport class AssayEndpoints extends Transport ` +
      `{\n${methods.join('\n')}}\n`,
  ].join('\n')
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const inputName = ({ operationId }: Operation) => `${capitalized(operationId)}Input`

function partsOf({ operationId, parameters = [], requestBody }: Operation): Part[] {
  const body = requestBody?.content['application/json']?.schema
  const parts = [
    // Without a cache there is nothing to revalidate.
    ...parameters
      .filter(({ name }) => name !== 'If-None-Match')
      .map(({ name, in: place, required = false, schema, description }) => ({
        name: place === 'header' ? camelCase(name) : name,
        place: place === 'header' ? `header ${name}` : place,
        schema: description === undefined ? schema : { ...schema, description },
        isRequired: required,
      })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      place: 'body',
      schema,
      isRequired: body?.required?.includes(name) ?? false,
    })),
  ]
  const names = parts.map(({ name }) => name)
  if (new Set(names).size < names.length)
    throw new Error(`${operationId}: two parts of the request have the same name.`)
  return parts
}

function inputSource(operation: Operation): string[] {
  const parts = partsOf(operation)
  if (parts.length === 0) return []
  const properties = Object.fromEntries(parts.map(({ name, schema }) => [name, schema]))
  const required = parts.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return [
    `/** What \`${operation.operationId}\` takes. */\nexport interface ${inputName(operation)} ` +
      `${propertiesSource({ properties, required }, '')}\n`,
  ]
}

function methodSource(path: string, method: string, operation: Operation): string {
  const parts = partsOf(operation)
  const { type, answer } = answerOf(operation)
  const isOptional = parts.every(({ isRequired }) => !isRequired)
  const parameters =
    parts.length === 0
      ? 'options?: CallOptions'
      : `input: ${inputName(operation)}${isOptional ? ' = {}' : ''}, options?: CallOptions`
  const places = parts.map(({ name, place }) => `${name}: '${place}'`).join(', ')
  const call =
    `{ method: '${method.toUpperCase()}', path: '${path}', parts: {${places === '' ? '' : ` ${places} `}}, ` +
    `answer: '${answer}' }`
  const deprecated = operation.deprecated ? '\n\n@deprecated' : ''
  return (
    `${comment(`${operation.summary}. ${operation.description}${deprecated}`, '  ')}  ` +
    `${operation.operationId}(${parameters}): Promise<${type}> {\n    return this.call(${call}, ` +
    `${parts.length === 0 ? '{}' : 'input'}, options)\n  }\n`
  )
}

function answerOf({ responses, operationId }: Operation): { type: string; answer: string } {
  const [mediaType, content] =
    Object.entries(
      Object.entries(responses).find(([status]) => status.startsWith('2') && status !== '204')?.[1].content ?? {},
    )[0] ?? []
  if (mediaType === undefined || !content) throw new Error(`${operationId}: no good answer is described.`)
  if (mediaType === 'application/json')
    return { type: typeSource(content.schema.properties?.data ?? {}, '  '), answer: 'data' }
  return /[+/]json\b/.test(mediaType)
    ? {
        type: isDeepStrictEqual(Object.keys(content.schema.properties ?? {}), [])
          ? 'Readonly<Record<string, unknown>>'
          : typeSource(content.schema, '  '),
        answer: 'document',
      }
    : { type: 'Response', answer: 'response' }
}

function camelCase(header: string): string {
  return header.toLowerCase().replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A docstring, which cannot be ended by its text. */
function comment(text: string | undefined, indent = ''): string {
  if (text === undefined) return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
