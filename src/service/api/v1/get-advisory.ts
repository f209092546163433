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
import { Cvss } from '../../../engine/model/advisory.ts'
import { EventServer } from '../../webhooks/event-server.ts'
import { Grade } from '../../../engine/model/score.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'

const Package = z.object({
  ecosystem: z.string().meta({ description: 'Its ecosystem, as OSV names it.', examples: ['npm'] }),
  name: z.string().meta({ description: 'Its name, as the ecosystem compares names.', examples: ['flawed'] }),
})

const AffectedServer = EventServer.extend({
  version: z.string().meta({ description: 'The version that its score is of.', examples: ['1.0.0'] }),
  securityScore: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Its score.', examples: [52] }),
  grade: Grade,
  packages: z
    .array(
      Package.extend({ version: z.string().meta({ description: 'The version that it has.', examples: ['0.0.8'] }) }),
    )
    .meta({ description: 'What it brings that the advisory is about; 20 at most.' }),
}).meta({ id: 'AffectedServer', description: 'A server that an advisory is about, by what it brings.' })

/** What an advisory is, and whom it concerns. */
export const getAdvisory = endpoint({
  id: 'get-advisory',
  method: 'get',
  path: '/api/v1/advisories/:advisoryId',
  tag: 'servers',
  summary: 'Read an advisory and whom it concerns',
  description:
    'By its id or an alias. The servers are those that bring a version that it is about, the worst rated ' +
    "first; whoever asks with a key that may read scans is told of the account's repositories too.",
  permission: 'anyone',
  params: z.strictObject({
    advisoryId: z
      .string()
      .max(256)
      .regex(/^[^\0]+$/, 'should have no control characters')
      .meta({ description: 'Id of the advisory, or an alias.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
  }),
  query: PageQuery({ defaultLimit: 20 }),
  body: undefined,
  status: 200,
  data: z.object({
    id: z.string().meta({ description: 'The best known of its ids.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
    aliases: z
      .array(z.string())
      .meta({ description: 'Every other id of the same flaw.', examples: [['CVE-2021-00001']] }),
    url: z.url().meta({ description: 'Where to read it.' }),
    summary: z.string().meta({ description: 'What the flaw is, in a line.' }),
    severity: Severity,
    cwe: z.array(z.string()).meta({ description: 'Kinds of weakness.', examples: [['CWE-1321']] }),
    cvss: Cvss.optional(),
    isMalware: z.boolean().meta({ description: 'A package version itself is malware.' }),
    modified: z.iso.datetime().optional().meta({
      description: 'When its record was changed; absent where only records of other ids of the flaw are known.',
    }),
    withdrawn: z.iso.datetime().optional().meta({ description: 'When it was withdrawn; absent while it holds.' }),
    packages: z.array(Package).meta({ description: 'What its record names; 200 at most.' }),
    servers: z.array(AffectedServer).meta({ description: 'One page of them, the worst rated first.' }),
    repositories: z
      .array(
        z.object({
          scanId: z.string().meta({ description: 'Newest scan of the default branch.' }),
          url: z.string().meta({ description: 'The repository.' }),
        }),
      )
      .meta({
        description:
          'Repositories of the account that it is about; 100 at most, none without a key that may read scans.',
      }),
    pagination: Pagination,
  }),
  headers: { Link: 'Neighbouring pages of the servers, RFC 8288; absent when there is one page.' },
  errors: ['NOT_FOUND'],
  async respond({ db, publicUrl }, { caller, params: { advisoryId: id }, query }) {
    const found = await findToldAdvisory(db, id, {
      accountId: accountThatReads(caller),
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    if (!found) throw new ApiError('NOT_FOUND', `There is no advisory ${JSON.stringify(id)}.`)
    const { told, record, servers, total, repositories } = found
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/advisories/${encodeURIComponent(id)}`, query, pagination)
    const data = {
      ...told,
      ...(record && {
        modified: record.modified.toISOString(),
        ...(record.withdrawn && { withdrawn: record.withdrawn.toISOString() }),
      }),
      packages: [...(record?.packages ?? [])],
      servers: servers.map(({ packages, ...server }) => ({ ...server, packages: [...packages] })),
      repositories: [...repositories],
      pagination,
    }
    return { data, ...(links && { headers: { Link: links } }) }
  },
})

/** Whose repositories a caller is told of: those of the account, for a key that may read its scans. */
export function accountThatReads(caller: Caller | undefined): string | undefined {
  return caller && mayDo(caller, 'scans:read') ? caller.accountId : undefined
}

interface AdvisoryReader {
  /** Whose repositories are told of; undefined: nobody's. */
  readonly accountId: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * An advisory by any of its ids, one page of the servers that it is about, and the repositories of an account;
 * undefined where it is not known. What is stored of a flaw is told only where the reader sees something that has it:
 * else it would say that somebody's private project does. An alias of what the reader sees nothing of is answered as
 * the published record that names it would be.
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
  const told =
    flaw && (total > 0 || repositories.length > 0) ? toldOfFlaw(flaw) : record && toldOfRecord(id, record.document)
  return told && { told, record, servers, total, repositories }
}

/** What a stored flaw says of itself. */
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

/** Nothing that is stored has it: what its own record says. */
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
