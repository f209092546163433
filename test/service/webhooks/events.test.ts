import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from '../../../src/service/api/openapi.ts'
import { deliveryLimits } from '../../../src/service/webhooks/delivery-limits.ts'
import type { WebhookEventName } from '../../../src/engine/model/webhook-event.ts'
import { deliveryDays } from '../../../src/service/accounts/retention/terms.ts'
import { webhookEventType, webhookEventTypes } from '../../../src/service/webhooks/catalogue.ts'
import { outgoingEvent } from '../../../src/service/webhooks/event-message.ts'
import { retryMinutes } from '../../../src/service/webhooks/schedule.ts'
import { envelopeOf } from '../../../src/service/webhooks/webhook-event-type.ts'
import { schemaCompilerOf } from '../api/conformance/answer-validator.ts'
import { dependencyFinding } from '../../support/findings.ts'
import { testDatabase } from '../../support/test-database.ts'

const accountId = '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'
const createdAt = new Date('2026-01-31T12:00:00.000Z')
const exampleOf = (event: WebhookEventName) => webhookEventType(event).example
const made = (event: WebhookEventName, subject = 'one', data: unknown = exampleOf(event)) =>
  outgoingEvent({ accountId, event, subject, data, createdAt })

describe('an event', () => {
  it.each(webhookEventTypes.map(({ name }) => name))(
    '%s has a description of every field, a JSON Schema, and an example that it keeps whole',
    (name) => {
      const type = webhookEventType(name)
      expect(type.data.parse(type.example)).toEqual(type.example)
      const envelope = envelopeOf(type)
      const body: unknown = JSON.parse(made(name).body)
      expect(envelope.parse(body)).toEqual(body)
      const schema = z.toJSONSchema(envelope) as Schema
      expect(schema.required).toEqual(['id', 'event', 'timestamp', 'data'])
      expect(undescribed(schema)).toEqual([])
    },
  )

  it('is the fixed envelope, with milliseconds', () => {
    const event = made('ping')
    expect(JSON.parse(event.body)).toEqual({
      id: event.id,
      event: 'ping',
      timestamp: '2026-01-31T12:00:00.000Z',
      data: exampleOf('ping'),
    })
    expect(event).toMatchObject({ accountId, event: 'ping', scanId: null, createdAt })
  })

  it('has the same id for the same that happened, and another one for anything else', () => {
    const { id } = made('ping')
    expect(id).toMatch(/^evt_[\w-]{43}$/)
    expect(made('ping').id).toBe(id)
    const other = outgoingEvent({
      accountId: 'a1b2c3d4-7a3f-4d6e-9a41-5c2f8e7d3b10',
      event: 'ping',
      subject: 'one',
      data: exampleOf('ping'),
      createdAt,
    })
    expect(new Set([id, made('ping', 'two').id, made('scan.failed').id, other.id]).size).toBe(4)
  })

  it('is refused when its data has not the shape, and loses what the shape does not name', () => {
    expect(() => made('ping', 'one', { message: 'hello' })).toThrow('webhookId')
    expect(() =>
      made('vulnerability.found', 'one', { ...(exampleOf('vulnerability.found') as object), severity: 'low' }),
    ).toThrow()
    expect(made('ping', 'one', { ...(exampleOf('ping') as object), secret: 'not told' }).body).not.toContain('not told')
  })
})

describe('hostile text in an event', () => {
  it('comes out as JSON that Postgres stores as text and as jsonb', async () => {
    const { db } = await testDatabase()
    const title = 'a\0b \ud800 c \udfff " \\ </script> \u202e 🎉'
    const { body } = made('vulnerability.found', 'hostile', {
      scanId: 'scan_a',
      vulnerability: dependencyFinding('GHSA-aaaa-bbbb-cccc', { title }),
      severity: 'high',
    })
    const shown = 'a\ufffdb \ufffd c \ufffd " \\ </script> \u202e 🎉'
    expect((JSON.parse(body) as { data: { vulnerability: { title: string } } }).data.vulnerability.title).toBe(shown)
    expect(Buffer.from(body, 'utf8').toString('utf8')).toBe(body)
    const [row] = await db.execute<{ stored: string; title: string }>(
      `select $json$${body}$json$::text as stored, $json$${body}$json$::jsonb #>> ` +
        "'{data,vulnerability,title}' as title",
    )
    expect(row).toEqual({ stored: body, title: shown })
  })
})

describe('the OpenAPI document', () => {
  const { webhooks, ...document } = openApiDocument('https://assay.example')
  const compile = schemaCompilerOf({ ...document, webhooks })

  it('has every event, with an example that its schema allows, and one with a fault that it does not', () => {
    expect(Object.keys(webhooks)).toEqual(webhookEventTypes.map(({ name }) => name))
    for (const [name, { post }] of Object.entries(webhooks)) {
      const content = post.requestBody?.content['application/json']
      if (!content) expect.fail(`${name} has no body`)
      const check = compile(content.schema)
      expect(check(content.example), name).toEqual([])
      expect(check({ ...(content.example as object), timestamp: 'yesterday', data: {} }), name).not.toEqual([])
    }
  })
})

interface Schema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly description?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly const?: unknown
}

/** Returns the paths of fields without a description, at any depth. */
function undescribed(schema: Schema, path = ''): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      ...(field.description === undefined && field.$ref === undefined && `${path}${name}` !== 'data'
        ? [`${path}${name}`]
        : []),
      ...undescribed(field, `${path}${name}.`),
    ]),
    ...(schema.items ? undescribed(schema.items, `${path}[].`) : []),
    ...Object.entries(schema.$defs ?? {}).flatMap(([name, definition]) => undescribed(definition, `${name}: `)),
  ]
}

describe('docs/reference/webhooks.md', () => {
  const page = readFileSync('docs/reference/webhooks.md', 'utf8')

  it('has every event with its plans, when it is sent, and its example, and no other', () => {
    const sections = page.split(/^### /m).filter((text) => /^`[a-z_.]+`\n/.test(text))
    expect(sections.map((text) => /^`([^`]+)`/.exec(text)?.[1])).toEqual(webhookEventTypes.map(({ name }) => name))
    for (const [index, { name, summary, description, plans, data, example }] of webhookEventTypes.entries()) {
      const text = sections[index] ?? ''
      const prose = text.replaceAll(/\s+/g, ' ')
      expect(prose, name).toContain(`${summary}.`)
      expect(prose, name).toContain(description)
      expect(prose.includes('Plans: Pro and above.'), name).toBe(!plans.includes('free'))
      expect(JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? '{}'), name).toEqual(example)
      for (const [field, shape] of Object.entries(data.shape))
        expect(prose, `${name} ${field}`).toContain(`| \`${field}\` | ${descriptionOf(shape)} |`)
    }
  })
})

describe('docs/reference/webhooks.md on delivery', () => {
  it('gives the schedule and the bounds that hold', () => {
    const prose = readFileSync('docs/reference/webhooks.md', 'utf8').replaceAll(/\s+/g, ' ')
    const {
      attemptTimeoutMs: attemptMs,
      maxResponseHeadBytes: responseHeadBytes,
      maxConcurrentPerEndpoint: endpointAtOnce,
      maxConcurrentPerHost: hostAtOnce,
      maxPerHostMinute: hostAMinute,
      disableAfterMs: failingMs,
    } = deliveryLimits
    const days = (ms: number) => ms / (24 * 60 * 60_000)
    expect(
      retryMinutes
        .slice(1)
        .map((minutes, index) =>
          prose.includes(
            `| ${index + 2}${index + 2 === retryMinutes.length ? ', the last' : ''} | ${minutes} ` +
              `minute${minutes === 1 ? '' : 's'} after`,
          ),
        ),
    ).toEqual([true, true, true])
    for (const figure of [
      `within ${attemptMs / 1000} seconds`,
      `at most ${endpointAtOnce} attempts run at once`,
      `at most ${hostAtOnce} attempts at once and ${hostAMinute} a minute`,
      `failed for ${days(failingMs)} days`,
      `kept for ${deliveryDays.free} days, or for ${deliveryDays.team} days with the Team and Enterprise plans`,
    ])
      expect(prose).toContain(figure)
    expect(responseHeadBytes).toBe(1_024)
  })
})

function descriptionOf(shape: unknown): string {
  return shape instanceof z.ZodType ? (shape.description ?? '') : ''
}
