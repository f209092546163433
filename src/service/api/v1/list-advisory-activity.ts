import { z } from 'zod'
import { listAdvisoryActivity as listActivity } from '../../db/advisories/advisory-activity.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { EventServer } from '../../webhooks/event-server.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks, wholeNumber } from '../pagination.ts'
import { accountThatReads } from './get-advisory.ts'

const change = {
  change: z.enum(['opened', 'changed', 'closed']).meta({
    description:
      'Kind of change. `opened`: the advisory began to affect the project. `changed`: the severity changed. ' +
      '`closed`: the advisory was withdrawn or no longer affects the project.',
  }),
  at: z.iso.datetime().meta({ description: 'Time of the change.' }),
  scoreBefore: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Score before the change.', examples: [92] }),
  scoreAfter: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Score after the change.', examples: [52] }),
}

const AdvisoryActivity = z
  .object({
    id: z.string().meta({ description: 'Advisory ID.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
    aliases: z
      .array(z.string())
      .meta({ description: 'All other IDs for the same vulnerability.', examples: [['CVE-2021-00001']] }),
    url: z.url().meta({
      description: 'URL of the published advisory.',
      examples: ['https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc'],
    }),
    summary: z
      .string()
      .meta({ description: 'Short description of the vulnerability.', examples: ['Prototype pollution in flawed'] }),
    severity: Severity,
    at: z.iso.datetime().meta({ description: 'Time of the latest change.' }),
    servers: z
      .array(EventServer.extend(change))
      .meta({ description: 'Servers whose results changed, latest change first. Contains at most 20 servers.' }),
    serverCount: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of servers whose results changed.', examples: [1] }),
    repositories: z
      .array(
        z.object({
          scanId: z.string().meta({
            description: 'ID of the scan whose results changed: the latest scan of the default branch at that time.',
          }),
          url: z.string().meta({ description: 'Repository URL.' }),
          ...change,
        }),
      )
      .meta({
        description:
          'Repositories in the account whose results changed, latest change first. Contains at most 20 ' +
          'repositories. Empty unless the API key has the `scans:read` permission.',
      }),
    repositoryCount: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of repositories in the account whose results changed.', examples: [0] }),
  })
  .meta({
    id: 'AdvisoryActivity',
    description: 'An advisory that changed the results of earlier scans.',
  })

/** Lists advisories that recently changed the results of earlier scans. */
export const listAdvisoryActivity = endpoint({
  id: 'list-advisory-activity',
  method: 'get',
  path: '/api/v1/advisories',
  tag: 'servers',
  summary: 'List recent advisory changes',
  description:
    'Returns advisories that were recently published, changed, or withdrawn, and that changed the results of earlier ' +
    'scans. These results are updated without a new scan. The advisories with the latest changes are listed first. ' +
    'Each advisory includes the servers that it affected. If the API key has the `scans:read` permission, the ' +
    "response also includes the account's repositories.",
  permission: 'anyone',
  readsReplica: true,
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 20 }).extend({
    days: wholeNumber('days', 90).default(7).meta({ description: 'Number of days to look back.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    advisories: z.array(AdvisoryActivity).meta({ description: 'Advisories, most recent change first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { caller, query }) {
    const since = new Date(Date.now() - query.days * 24 * 60 * 60_000)
    const { advisories, total } = await listActivity(
      db,
      { since, accountId: accountThatReads(caller) },
      { limit: query.limit, offset: (query.page - 1) * query.limit },
    )
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/advisories`, query, pagination)
    const shown = advisories.map(({ aliases, at, servers, repositories, ...advisory }) => ({
      ...advisory,
      aliases: [...aliases],
      at: at.toISOString(),
      servers: servers.map(withTime),
      repositories: repositories.map(withTime),
    }))
    return { data: { advisories: shown, pagination }, ...(links && { headers: { Link: links } }) }
  },
})

function withTime<Changed extends { readonly at: Date }>({ at, ...changed }: Changed) {
  return { ...changed, at: at.toISOString() }
}
