import { z } from 'zod'
import { upstreamLimits } from './upstream-limits.ts'

/** `_meta` key of the official registry's data about a publication. The generic API uses the same key. */
const officialMeta = 'io.modelcontextprotocol.registry/official'

const text = z.string().max(2_048)

/** The owner's namespace and a server name, as in the server.json schema. */
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

/** Required parts of a server.json. Other parts are stored unchanged. */
const PublishedServer = z.object({
  name: ServerName,
  version: z.string().min(1).max(255),
  description: z.string().max(10_000).optional().catch(undefined),
  repository: PublishedRepository.optional().catch(undefined),
  // An unreadable package must not make the others unreadable.
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

/** A validated version of a server, as listed by a registry. */
export interface Publication {
  readonly server: PublishedServer
  readonly document: object
  readonly status: 'active' | 'deprecated' | 'deleted'
  readonly isLatest: boolean
  readonly publishedAt: Date | null
  readonly updatedAt: Date
}

/** Page of a registry's list. */
export interface PublicationPage {
  readonly publications: readonly Publication[]
  /** Sentences that name the unreadable records. */
  readonly skipped: readonly string[]
  /** Undefined for the last page. */
  readonly nextCursor: string | undefined
}

const Page = z.object({
  // A page with more records than requested is rejected to limit its size.
  servers: z.array(z.unknown()).max(upstreamLimits.maxPageRecords).nullable(),
  metadata: z.object({ nextCursor: z.string().max(upstreamLimits.maxCursorCharacters).nullish() }).nullish(),
})

/**
 * Parses a page from the `v0.1` API of MCP registries. Returns undefined if it is invalid. Records without an update
 * time get `now`.
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
  // PostgreSQL cannot store such text.
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

/** Returns a printable name for an unreadable record. */
function nameIn(record: unknown): string {
  const name = z.object({ server: z.object({ name: ServerName }) }).safeParse(record).data?.server.name
  return name === undefined ? '' : `, ${name}`
}
