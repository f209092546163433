import { z } from 'zod'
import { type Caller, mayDo } from '../../accounts/authenticate.ts'
import { describeAdvisory } from '../../../engine/advisories/description.ts'
import { primaryId } from '../../../engine/advisories/group.ts'
import { OsvDescription } from '../../../engine/advisories/osv-record.ts'
import { severityOf } from '../../../engine/advisories/severity.ts'
import {
  findAdvisoryRecord,
  findStoredFlaw,
  listAffectedRepositories,
  listAffectedServers,
  listAliasedRecords,
} from '../../db/advisories/advisory-servers.ts'
import type { VersionFlaw } from '../../../engine/advisories/match-component.ts'
import type { Database } from '../../db/client.ts'
import { AdvisoryReference, Cvss } from '../../../engine/model/advisory.ts'
import { findExploitation } from '../../db/advisories/exploitation.ts'
import { worstOf } from '../../scans/advisories/exploitation/with-exploitation.ts'
import { cvesOf, type PublishedParts, publishedParts } from '../../scans/advisories/published-parts.ts'
import { EventServer } from '../../webhooks/event-server.ts'
import { Grade } from '../../../engine/model/score.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { AdvisedPackage, DescribedPackage } from './advised-package.ts'
import { describePackages } from './describe-advised-packages.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'

const AffectedServer = EventServer.extend({
  version: z.string().meta({ description: 'Version to which the score applies.', examples: ['1.0.0'] }),
  securityScore: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: "The server's security score.", examples: [52] }),
  grade: Grade,
  packages: z
    .array(
      AdvisedPackage.extend({ version: z.string().meta({ description: 'Package version.', examples: ['0.0.8'] }) }),
    )
    .meta({ description: 'Affected packages that the server depends on. Contains at most 20 packages.' }),
}).meta({ id: 'AffectedServer', description: 'A server that is affected by an advisory.' })

/** Returns an advisory with the servers and repositories that it affects. */
export const getAdvisory = endpoint({
  id: 'get-advisory',
  method: 'get',
  path: '/api/v1/advisories/:advisoryId',
  tag: 'servers',
  summary: 'Get an advisory',
  description:
    'Returns an advisory by ID or alias, with the servers that depend on an affected version, lowest score ' +
    "first. If the API key has the `scans:read` permission, the response also includes the account's " +
    'affected repositories.',
  permission: 'anyone',
  readsReplica: true,
  params: z.strictObject({
    advisoryId: z
      .string()
      .max(256)
      .regex(/^[^\0]+$/, 'should not contain control characters')
      .meta({ description: 'Advisory ID or alias.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
  }),
  query: PageQuery({ defaultLimit: 20 }),
  body: undefined,
  status: 200,
  data: z.object({
    id: z.string().meta({
      description: 'Primary ID of the vulnerability: the MAL ID for malware, otherwise the GHSA ID if there is one.',
      examples: ['GHSA-aaaa-bbbb-cccc'],
    }),
    aliases: z
      .array(z.string())
      .meta({ description: 'All other IDs for the same vulnerability.', examples: [['CVE-2021-00001']] }),
    url: z.url().meta({ description: 'URL of the published advisory.' }),
    summary: z.string().meta({ description: 'Short description of the vulnerability.' }),
    severity: Severity,
    cwe: z.array(z.string()).meta({ description: 'CWE IDs for the weakness.', examples: [['CWE-1321']] }),
    cvss: Cvss.optional(),
    isMalware: z.boolean().meta({ description: 'True if the advisory identifies the package as malware.' }),
    modified: z.iso
      .datetime()
      .optional()
      .meta({
        description:
          'Time when the advisory was last modified. Omitted if the vulnerability is known only ' +
          'from advisories with other IDs.',
      }),
    withdrawn: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the advisory was withdrawn. Omitted if the advisory was not withdrawn.' }),
    published: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the advisory was published. Omitted if it is unknown.' }),
    kev: AdvisoryReference.shape.kev,
    epss: AdvisoryReference.shape.epss,
    references: z
      .array(
        z.object({
          type: z.string().meta({ description: 'OSV reference type.', examples: ['FIX'] }),
          url: z.string().meta({ description: 'URL, which starts with `https://` or `http://`.' }),
        }),
      )
      .meta({ description: 'Links in the advisory. Contains at most 50 links.' }),
    packages: z
      .array(DescribedPackage)
      .meta({ description: 'Packages that the advisory affects. Contains at most 200 packages.' }),
    servers: z.array(AffectedServer).meta({ description: 'Affected servers on this page, lowest score first.' }),
    repositories: z
      .array(
        z.object({
          scanId: z.string().meta({ description: 'ID of the latest scan of the default branch.' }),
          url: z.string().meta({ description: 'Repository URL.' }),
        }),
      )
      .meta({
        description:
          'Affected repositories in the account. Contains at most 100 repositories. Empty unless the API key ' +
          'has the `scans:read` permission.',
      }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: ['NOT_FOUND'],
  async respond(context, { caller, params: { advisoryId: id }, query }) {
    const { db, publicUrl } = context
    const accountId = accountThatReads(caller)
    const found = await findToldAdvisory(db, id, {
      accountId,
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    if (!found) throw new ApiError('NOT_FOUND', `The advisory ${JSON.stringify(id)} does not exist. Check the ID.`)
    const { told, record, servers, total, repositories } = found
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/advisories/${encodeURIComponent(id)}`, query, pagination)
    const [exploitation, packages] = await Promise.all([
      findExploitation(db, cvesOf(told)),
      describePackages(context, {
        id: told.id,
        affectsVisibleProject: total > 0 || repositories.length > 0,
        accountId,
      }),
    ])
    const { published, references } = publishedParts(record?.document)
    const data = {
      ...told,
      ...(record && {
        modified: record.modified.toISOString(),
        ...(record.withdrawn && { withdrawn: record.withdrawn.toISOString() }),
      }),
      ...(published && { published: published.toISOString() }),
      ...worstOf(exploitation),
      references: linksOf(references),
      packages,
      servers: servers.map(({ packages: affected, ...server }) => ({ ...server, packages: [...affected] })),
      repositories: [...repositories],
      pagination,
    }
    return { data, ...(links && { headers: { Link: links } }) }
  },
})

const maxReferences = 50

/** Returns the links that start with `https://` or `http://`. */
function linksOf(references: PublishedParts['references']): PublishedParts['references'] {
  return references.filter(({ url }) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')).slice(0, maxReferences)
}

/** Returns the account whose repositories the caller may see, or undefined if the key may not read scans. */
export function accountThatReads(caller: Caller | undefined): string | undefined {
  return caller && mayDo(caller, 'scans:read') ? caller.accountId : undefined
}

interface AdvisoryReader {
  /** Account whose repositories are included. Undefined if no repositories are included. */
  readonly accountId: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * Returns an advisory by any of its IDs, with one page of affected servers and an account's affected repositories.
 * Returns undefined if the ID is unknown.
 *
 * Stored results are used only if the reader can see an affected server or repository. Otherwise they would reveal that
 * another account's private project is affected. An alias that has no such results resolves to the published advisory
 * that lists it.
 */
export async function findToldAdvisory(db: Database, id: string, reader: AdvisoryReader) {
  const found = await findByOwnId(db, id, reader)
  if (found) return found
  const records = await listAliasedRecords(db, id)
  const holding = records.filter(({ isWithdrawn }) => !isWithdrawn)
  const best = primaryId((holding.length > 0 ? holding : records).map((record) => record.id))
  return best === '' ? undefined : findByOwnId(db, best, reader)
}

async function findByOwnId(db: Database, id: string, { accountId, ...page }: AdvisoryReader) {
  const [flaw, record, { servers, total }, repositories] = await Promise.all([
    findStoredFlaw(db, id) as Promise<VersionFlaw | undefined>,
    findAdvisoryRecord(db, id),
    listAffectedServers(db, id, page),
    accountId === undefined ? [] : listAffectedRepositories(db, accountId, id),
  ])
  if (flaw && (total > 0 || repositories.length > 0)) {
    const told = toldOfFlaw(flaw)
    const own = told.id === id ? record : await findAdvisoryRecord(db, told.id)
    return { told, record: own ?? record, servers, total, repositories }
  }
  return record && { told: toldOfRecord(id, record.document), record, servers, total, repositories }
}

/** Returns an advisory from a stored vulnerability. */
function toldOfFlaw({ advisory: { id, aliases, url, cvss }, summary, severity, cwe, malicious }: VersionFlaw) {
  return {
    id,
    aliases: [...aliases],
    url,
    summary,
    severity,
    cwe: [...cwe],
    ...(cvss && { cvss }),
    isMalware: malicious,
  }
}

/** Returns an advisory from its published record, if the reader can see no affected project. */
function toldOfRecord(id: string, document: unknown) {
  const described = describeAdvisory(id, OsvDescription.parse(document), [])
  const { aliases, summary, cwe, cvss } = described
  return {
    id,
    aliases: [...aliases],
    url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
    summary,
    severity: severityOf([described]),
    cwe: [...cwe],
    ...(cvss && { cvss }),
    isMalware: id.startsWith('MAL-'),
  }
}
