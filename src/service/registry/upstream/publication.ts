import { z } from 'zod'
import { upstreamLimits } from './upstream-limits.ts'

/**
 * The part of `_meta` in which the official registry tells what it knows of a publication; the generic API has the
 * same.
 */
const officialMeta = 'io.modelcontextprotocol.registry/official'

const text = z.string().max(2_048)

/** Names are an owner's name space and a server's name, as the schema of server.json has them. */
const ServerName = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, 'is not a name such as io.github.owner/server')

const PublishedPackage = z.object({
  registryType: z.string().max(100),
  registryBaseUrl: text.optional().catch(undefined),
  identifier: text,
  version: z.string().max(255).optional().catch(undefined),
})

const PublishedRepository = z.object({
  url: text,
  source: z.string().max(100).optional().catch(undefined),
  subfolder: z.string().max(1_024).optional().catch(undefined),
})

/** What is needed of a server.json; everything else of it is kept as it came. */
const PublishedServer = z.object({
  name: ServerName,
  version: z.string().min(1).max(255),
  description: z.string().max(10_000).optional().catch(undefined),
  repository: PublishedRepository.optional().catch(undefined),
  // One package that cannot be read hides no other.
  packages: z
    .array(z.unknown())
    .max(100)
    .catch([])
    .default([])
    .transform((packages) => packages.flatMap((one) => PublishedPackage.safeParse(one).data ?? [])),
})
export type PublishedServer = z.infer<typeof PublishedServer>

const moment = z.iso.datetime({ offset: true }).transform((date) => new Date(date))

const OfficialMeta = z.object({
  status: z.enum(['active', 'deprecated', 'deleted']),
  publishedAt: moment.optional().catch(undefined),
  updatedAt: moment.optional().catch(undefined),
  isLatest: z.boolean().optional().catch(undefined),
})

const Listed = z.object({ server: PublishedServer, _meta: z.object({ [officialMeta]: OfficialMeta }) })

/** A version of a server as a registry lists it, checked. */
export interface Publication {
  readonly server: PublishedServer
  /** As it came. */
  readonly document: object
  readonly status: 'active' | 'deprecated' | 'deleted'
  readonly isLatest: boolean
  readonly publishedAt: Date | null
  readonly updatedAt: Date
}

/** A page of a list, and which of its records could not be read. */
export interface PublicationPage {
  readonly publications: readonly Publication[]
  /** Sentences that name a record. */
  readonly skipped: readonly string[]
  /** Undefined: this was the last one. */
  readonly nextCursor: string | undefined
}

const Page = z.object({
  // More than was asked for is no page: it would have no bound.
  servers: z.array(z.unknown()).max(upstreamLimits.maxPageRecords).nullable(),
  metadata: z.object({ nextCursor: z.string().max(upstreamLimits.maxCursorCharacters).nullish() }).nullish(),
})

/**
 * Reads a page as the `v0.1` API of MCP registries has it; undefined when it is none. `now` stands in where a record
 * does not tell when it was updated.
 */
export function readPublicationPage(document: unknown, now: Date): PublicationPage | undefined {
  const page = Page.safeParse(document).data
  if (!page) return undefined
  const publications: Publication[] = []
  const skipped: string[] = []
  for (const [index, record] of (page.servers ?? []).entries()) {
    const read = readRecord(record, now)
    if (typeof read === 'string') skipped.push(`Record ${index + 1} of a page${nameIn(record)}: ${read}.`)
    else publications.push(read)
  }
  return { publications, skipped, nextCursor: page.metadata?.nextCursor || undefined }
}

function readRecord(record: unknown, now: Date): Publication | string {
  const { data, error } = Listed.safeParse(record)
  if (!data) {
    const [issue] = error.issues
    return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'cannot be read'}`.trim().slice(0, 300)
  }
  const document = typeof record === 'object' && record !== null && 'server' in record ? record.server : undefined
  if (typeof document !== 'object' || document === null) return 'it contains no server'
  const written = JSON.stringify(document)
  if (written.length > upstreamLimits.maxRecordCharacters)
    return `it has more than ${upstreamLimits.maxRecordCharacters} characters`
  // PostgreSQL stores no such text.
  if (written.includes('\\u0000') || !written.isWellFormed()) return 'it contains characters that cannot be stored'
  const { status, publishedAt, updatedAt, isLatest } = data['_meta'][officialMeta]
  return {
    server: data.server,
    document,
    status,
    isLatest: isLatest ?? false,
    publishedAt: publishedAt ?? null,
    updatedAt: updatedAt ?? publishedAt ?? now,
  }
}

/** A name that can be shown, of something that could not be read. */
function nameIn(record: unknown): string {
  const name = z.object({ server: z.object({ name: ServerName }) }).safeParse(record).data?.server.name
  return name === undefined ? '' : `, ${name}`
}
