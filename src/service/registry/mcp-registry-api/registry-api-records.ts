import { z } from 'zod'
import { type RegistryApiPublication, type RegistryApiServer } from '../../db/registry/registry-api.ts'
import { listRegistryApiSources } from '../../db/registry/registry-api-versions.ts'
import type { ReceiptStatement } from '../../../engine/model/receipt.ts'
import { packagePageUrl } from '../../../engine/sources/package-naming.ts'
import { type Receipt, type ReceiptContext, receiptsOf } from '../receipts/issue-receipts.ts'
import { registryApiDocument } from './registry-api-document.ts'
import { registryApiNamespace } from './registry-api-name.ts'
import { type RegistryApiRecord, officialMeta } from './registry-api-shape.ts'

/** Returns publication records: the published documents, with data about their servers. */
export async function publishedRecords(
  context: ReceiptContext,
  publications: readonly RegistryApiPublication[],
  now: Date,
): Promise<RegistryApiRecord[]> {
  const receipts = await receiptsOf(context, idsOf(publications.map(({ server }) => server)), now)
  return publications.map(({ publication, server }) => {
    const { document, status, isLatest, publishedAt, updatedAt } = publication
    const receipt = server ? receipts.get(server.id) : undefined
    const published = z.looseObject({}).parse(document)
    return {
      server: published,
      _meta: {
        [officialMeta]: {
          status,
          ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
          updatedAt: updatedAt.toISOString(),
          isLatest,
        },
        ...(server &&
          ownMeta(context, server, {
            isLatest,
            receipt: receipt && isOf(receipt.statement, published, isLatest) ? receipt : undefined,
          })),
      },
    }
  })
}

/** Returns records for the current versions of servers not published by any followed registry. */
export async function unpublishedRecords(
  context: ReceiptContext,
  servers: readonly RegistryApiServer[],
  now: Date,
): Promise<RegistryApiRecord[]> {
  const [receipts, sources] = await Promise.all([
    receiptsOf(context, idsOf(servers), now),
    listRegistryApiSources(context.db, idsOf(servers)),
  ])
  return servers.flatMap((server) => {
    const { version } = server
    if (version === null) return []
    const document = registryApiDocument(server, {
      publicUrl: context.publicUrl,
      version,
      sources: sources.filter(({ serverId }) => serverId === server.id),
    })
    return [{ server: document, _meta: ownMeta(context, server, { isLatest: true, receipt: receipts.get(server.id) }) }]
  })
}

/** Returns records for a server's versions, with or without the current one. */
export async function versionRecords(
  context: ReceiptContext,
  server: RegistryApiServer,
  versions: readonly string[],
  now: Date,
): Promise<RegistryApiRecord[]> {
  const [receipts, sources] = await Promise.all([
    receiptsOf(context, [server.id], now),
    listRegistryApiSources(context.db, [server.id]),
  ])
  return versions.map((version) => {
    const isLatest = version === server.version
    return {
      server: registryApiDocument(server, { publicUrl: context.publicUrl, version, sources }),
      _meta: ownMeta(context, server, { isLatest, receipt: isLatest ? receipts.get(server.id) : undefined }),
    }
  })
}

function ownMeta(
  { publicUrl }: ReceiptContext,
  server: RegistryApiServer,
  { isLatest, receipt }: { readonly isLatest: boolean; readonly receipt: Receipt | undefined },
): Record<string, object> {
  const namespace = registryApiNamespace(publicUrl)
  const { slug, status, version, securityScore, grade, lastScannedAt, updatedAt } = server
  const score = {
    ...(version !== null && { version }),
    ...(securityScore !== null && { securityScore }),
    ...(grade && { grade }),
    ...(lastScannedAt && { scannedAt: lastScannedAt.toISOString() }),
  }
  return {
    [`${namespace}/entry`]: {
      slug,
      url: `${publicUrl}/api/v1/servers/${slug}`,
      status,
      ...score,
      updatedAt: updatedAt.toISOString(),
      isLatest,
    },
    ...(receipt && { [`${namespace}/receipt`]: receipt.envelope }),
  }
}

const NamedPackages = z.object({
  packages: z
    .array(
      z.looseObject({
        registryType: z.string().catch(''),
        identifier: z.string().catch(''),
        version: z.string().catch(''),
      }),
    )
    .catch([]),
  repository: z
    .looseObject({ url: z.string().catch(''), subfolder: z.string().catch('') })
    .optional()
    .catch(undefined),
})

/** Reports whether the receipt is for this version. */
function isOf({ predicate: { source } }: ReceiptStatement, document: object, isLatest: boolean): boolean {
  const { packages, repository } = NamedPackages.parse(document)
  const { type } = source
  if (type === 'git')
    return (
      isLatest &&
      packages.length === 0 &&
      repository !== undefined &&
      sameAddress(repository.url, source.url) &&
      repository.subfolder.replace(/(?<!\/)\/+$/, '') === (source.folder ?? '')
    )
  return packages.some(
    ({ registryType, identifier, version }) =>
      registryType === type && version === source.revision && packagePageUrl(type, identifier) === source.url,
  )
}

function sameAddress(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other)
}

function plainAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')
}

function idsOf(servers: readonly ({ readonly id: string } | null)[]): string[] {
  return [...new Set(servers.flatMap((server) => server?.id ?? []))]
}
