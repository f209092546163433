import { z } from 'zod'
import { findServerParts, findServers, type RegistryServerRow } from '../../db/registry/servers.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import { severities } from '../../../engine/model/severity.ts'
import { compareField } from '../../../engine/model/server-comparison.ts'
import { listReceiptedServers } from '../../registry/receipts/issue-receipts.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { serverDetail } from './server-answer.ts'
import { ServerDetail } from './server-shape.ts'
import { SlugText } from './require-server.ts'

const ComparedField = z
  .object({
    field: z
      .string()
      .meta({ description: 'Path of the server field that was compared.', examples: ['security.score'] }),
    values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'Value of the field for each server, in request order. Null if the value was not measured.',
      examples: [[80, 95]],
    }),
    best: z.array(z.int().nonnegative()).meta({
      description:
        'Zero-based indexes of the servers with the best value. Empty if all values are equal, or if no value of ' +
        'this field is better than another.',
      examples: [[1]],
    }),
  })
  .meta({ id: 'ComparedField', description: 'Comparison of one field across several servers.' })

export const compareServers = endpoint({
  id: 'compare-servers',
  method: 'post',
  path: '/api/v1/servers/compare',
  tag: 'servers',
  summary: 'Compare servers',
  description:
    `Compares up to ${catalogueLimits.maxComparedServers} servers field by field and identifies the servers with ` +
    'the best value of each field. Servers are returned in request order. If a server was merged into another ' +
    'server, the comparison uses that other server.',
  permission: 'anyone',
  readsReplica: true,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    servers: z
      .array(SlugText)
      .min(1, `should list 1 to ${catalogueLimits.maxComparedServers} servers`)
      .max(catalogueLimits.maxComparedServers, `should list 1 to ${catalogueLimits.maxComparedServers} servers`)
      .meta({
        description: 'Server IDs or slugs, without duplicates.',
        examples: [['npm-mkdirp', 'npm-rimraf']],
      }),
  }),
  status: 200,
  data: z.object({
    servers: z.array(ServerDetail).meta({ description: 'Servers, in request order.' }),
    comparison: z.array(ComparedField).meta({ description: 'Comparison for each field.' }),
  }),
  errors: ['NOT_FOUND', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond({ db, publicUrl }, { body }) {
    const found = await findServers(db, body.servers)
    const unknown = body.servers.find((_, place) => !found[place])
    if (unknown !== undefined)
      throw new ApiError('NOT_FOUND', `The registry has no server ${JSON.stringify(unknown)}. Check the ID or slug.`)
    const servers = found.filter((server) => server !== undefined)
    const repeated = servers.findIndex(({ id }, place) => servers.findIndex((other) => other.id === id) < place)
    if (repeated >= 0)
      throw new ApiError(
        'INVALID_REQUEST',
        'The request has invalid or unknown fields. Correct the fields listed in `details`.',
        {
          details: [{ path: `body.servers.${repeated}`, message: 'refers to the same server as an earlier entry' }],
        },
      )
    const receipted = await listReceiptedServers(
      db,
      servers.map(({ id }) => id),
    )
    const details = await Promise.all(
      servers.map(async (server) =>
        serverDetail(
          server,
          { ...(await findServerParts(db, server.id)), hasReceipt: receipted.has(server.id) },
          publicUrl,
        ),
      ),
    )
    return { data: { servers: details, comparison: comparisonOf(servers) } }
  },
})

/** Returns one row for each compared field, with every server's value. */
export function comparisonOf(servers: readonly RegistryServerRow[]): z.input<typeof ComparedField>[] {
  const field = (name: string, valueOf: (server: RegistryServerRow) => number | null, better: 'higher' | 'lower') =>
    compareField(name, servers.map(valueOf), better)
  const text = (name: string, valueOf: (server: RegistryServerRow) => string | null) =>
    compareField(name, servers.map(valueOf), 'neither')
  return [
    field('security.score', ({ securityScore }) => securityScore, 'higher'),
    text('security.grade', ({ grade }) => grade),
    ...severities.map((severity) =>
      field(`security.vulnerabilities.${severity}`, (server) => scanned(server, server[severity]), 'lower'),
    ),
    field(
      'security.vulnerabilities.total',
      (server) =>
        scanned(
          server,
          severities.reduce((total, severity) => total + server[severity], 0),
        ),
      'lower',
    ),
    field('quality.score', ({ quality }) => quality, 'higher'),
    field('quality.breakdown.maintenance', ({ maintenance }) => maintenance, 'higher'),
    field('quality.breakdown.popularity', ({ popularity }) => popularity, 'higher'),
    field('quality.breakdown.documentation', ({ documentation }) => documentation, 'higher'),
    field('quality.breakdown.compatibility', ({ compatibility }) => compatibility, 'higher'),
    field('stars', ({ stars }) => stars, 'higher'),
    field('downloads', ({ downloads }) => downloads, 'higher'),
    text('category', ({ category }) => category),
    text('language', ({ language }) => language || null),
    text('sourceType', ({ sourceType }) => sourceType),
    text('status', ({ status }) => status),
  ].map(({ field: name, values, best }) => ({ field: name, values: [...values], best: [...best] }))
}

/** Returns a count, or null if the server was not scanned. */
const scanned = ({ securityScore }: RegistryServerRow, count: number) => (securityScore === null ? null : count)
