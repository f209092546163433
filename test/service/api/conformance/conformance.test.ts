import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src/service/api/openapi.ts'
import type { JsonSchema } from '../../../../src/service/api/reference/json-schema.ts'
import type { Operation } from '../../../../src/service/api/reference/openapi-document.ts'
import { permissions } from '../../../../src/service/accounts/permissions.ts'
import { testApi } from '../../../support/test-api.ts'
import { answerValidator } from './answer-validator.ts'
import { mixed, valid } from './schema-arbitrary.ts'

const document = openApiDocument('https://assay.example')
const named = document.components.schemas ?? {}
const problemsOf = answerValidator(document)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
)
const api = await testApi()
const holder = await api.account('holder', permissions)
const lacking = await api.account('lacking', ['webhooks:write'])
const { scanId } = (await holder.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/a' })).json
  .data as { scanId: string }
const { webhookId } = (await holder.call('POST', '/api/v1/webhooks', { url: 'https://hooks.example/' })).json.data as {
  webhookId: string
}
const { deliveryId } = (await holder.call('POST', `/api/v1/webhooks/${webhookId}/ping`)).json.data as {
  deliveryId: string
}

/** IDs that the key holder owns, in place of generated ones. */
const owned: Readonly<Record<string, string>> = { scanId, webhookId, deliveryId }

/**
 * Returns a path segment. Half of the requests use the holder's own resources, except for deletions. An empty segment,
 * or one with only dots, would change the path.
 */
function segment(name: string, text: string, method: string): string {
  if (text.length % 2 === 0 && method !== 'DELETE' && owned[name] !== undefined) return owned[name]
  return encodeURIComponent(/^\.{0,2}$/.test(text) ? 'x' : text)
}

/** Number of requests for each operation and kind of input. */
const runs = 16

interface Input {
  readonly path: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

function inputs({ parameters = [], requestBody }: Operation, arbitraryOf: typeof valid): fc.Arbitrary<Input> {
  const ofPlace = (place: string) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    const properties = Object.fromEntries(here.map(({ name, schema }) => [name, schema]))
    return {
      type: 'object',
      properties,
      required: here.filter(({ required }) => required).map(({ name }) => name),
    } satisfies JsonSchema
  }
  // Path parameters are always valid, because the path would be a different one without them.
  return fc.record({
    path: valid(ofPlace('path'), named),
    query: arbitraryOf(ofPlace('query'), named),
    headers: valid(ofPlace('header'), named),
    body: requestBody
      ? arbitraryOf(requestBody.content['application/json']?.schema ?? {}, named)
      : fc.constant(undefined),
  })
}

const entriesOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.entries(value) : [])
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

async function request(path: string, method: string, input: Input, key: string | undefined) {
  let filled = path
  for (const [name, value] of entriesOf(input.path))
    filled = filled.replace(`{${name}}`, () => segment(name, asText(value), method))
  const query = new URLSearchParams(
    entriesOf(input.query).map(([name, value]): [string, string] => [name, name === 'wait' ? '1' : asText(value)]),
  )
  const headers = new Headers(key === undefined ? {} : { 'X-API-Key': key })
  for (const [name, value] of entriesOf(input.headers))
    if (/^[\x21-\x7e]+$/.test(asText(value))) headers.set(name, asText(value))
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  const response = await fetch(`${api.address}${filled}?${query}`, {
    method,
    headers,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    signal: AbortSignal.timeout(10_000),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return undefined
  }
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe.each(operations)('$name', ({ method, path, operation }) => {
  it.each([
    { kind: 'valid', arbitraryOf: valid },
    { kind: 'mixed', arbitraryOf: mixed },
  ])('answers $kind input as the document says', async ({ arbitraryOf }) => {
    let validated = 0
    const keys = fc.constantFrom(
      holder.key,
      holder.key,
      holder.key,
      lacking.key,
      undefined,
      `mcp_abcdefgh_${'x'.repeat(32)}`,
    )
    await fc.assert(
      fc.asyncProperty(inputs(operation, arbitraryOf), keys, async (input, key) => {
        const answer = await request(path, method, input, key)
        if (!answer) return
        validated += 1
        expect(answer.status, answer.text).toBeLessThan(500)
        expect(problemsOf(operation, answer)).toEqual([])
      }),
      { numRuns: runs },
    )
    expect(validated).toBeGreaterThan(0)
  })
})
