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
      '`opened`: it is about this. `changed`: it weighs otherwise. `closed`: it was withdrawn, or is about ' +
      'this version no more.',
  }),
  at: z.iso.datetime().meta({ description: 'When.' }),
  scoreBefore: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'The score until then.', examples: [92] }),
  scoreAfter: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'The score from then on.', examples: [52] }),
}

const AdvisoryActivity = z
  .object({
    id: z.string().meta({ description: 'Id of the advisory.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
    aliases: z
      .array(z.string())
      .meta({ description: 'Every other id of the same flaw.', examples: [['CVE-2021-00001']] }),
    url: z
      .url()
      .meta({ description: 'Where to read it.', examples: ['https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc'] }),
    summary: z
      .string()
      .meta({ description: 'What the flaw is, in a line.', examples: ['Prototype pollution in flawed'] }),
    severity: Severity,
    at: z.iso.datetime().meta({ description: 'When it last changed something here.' }),
    servers: z
      .array(EventServer.extend(change))
      .meta({ description: 'Servers that it changed, the last first; 20 at most.' }),
    serverCount: z
      .int()
      .nonnegative()
      .meta({ description: 'How many servers it changed.', examples: [1] }),
    repositories: z
      .array(
        z.object({
          scanId: z.string().meta({ description: 'The newest scan of the default branch then.' }),
          url: z.string().meta({ description: 'The repository.' }),
          ...change,
        }),
      )
      .meta({
        description:
          'Repositories of the account that it changed, the last first; 20 at most. None without a key that ' +
          'may read scans.',
      }),
    repositoryCount: z
      .int()
      .nonnegative()
      .meta({ description: "How many of the account's repositories it changed.", examples: [0] }),
  })
  .meta({
    id: 'AdvisoryActivity',
    description: 'An advisory that changed what is known of something that was scanned before.',
  })

/** What advisories of the last days did to what was scanned before. */
export const listAdvisoryActivity = endpoint({
  id: 'list-advisory-activity',
  method: 'get',
  path: '/api/v1/advisories',
  tag: 'servers',
  summary: 'List what advisories did since',
  description:
    'Advisories that came, changed or were withdrawn in the last days and concern something that was ' +
    'scanned before, without another scan: the last first, each with the servers that it changed and, for ' +
    'who asks with a key that may read scans, the repositories of the account.',
  permission: 'anyone',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 20 }).extend({
    days: wholeNumber('days', 90).default(7).meta({ description: 'How far back.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    advisories: z.array(AdvisoryActivity).meta({ description: 'The last first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
