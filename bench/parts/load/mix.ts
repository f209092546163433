import type { DatabaseClient } from '../../../src/service/db/client.ts'
import type { MixedRequest } from './mixed-traffic.ts'

/** Number of requests per submission of a scan, so that scans run nearly all the time. */
const submissionEvery = 200
/** Number of recently submitted scans to read, because users view recent ones. */
const lastSubmitted = 50
/** Number of servers to view. */
const watchedServers = 500

const page = (name: string) => `https://www.npmjs.com/package/${name}`
const submission = (number: number): MixedRequest => ({
  method: 'POST',
  path: '/api/v1/scans/url',
  body: JSON.stringify({ url: page(number % (2 * submissionEvery) === 0 ? 'server' : 'fine'), force: true }),
})

/** Alternating requests, and the results seen in their responses. */
export interface Mix {
  readonly requestOf: (number: number) => MixedRequest
  readonly onAnswer: (asked: MixedRequest, status: number, text: string) => void
  /** Number of scans that were seen as completed. */
  readonly completed: () => number
}

/** Returns servers from all parts of a registry, by ID and slug. */
export async function serversToRead({ sql }: Pick<DatabaseClient, 'sql'>): Promise<readonly string[]> {
  const found = await sql<
    { id: string; slug: string }[]
  >`select id, slug from registry_servers where slug like '%0' order by id desc limit ${watchedServers}`
  return found.map(({ id, slug }, index) => (index % 2 === 0 ? id : slug))
}

/** Returns alternating reads of scans, the registry, and the account, with occasional submissions. */
export function mixOfRequests(servers: readonly string[]): Mix {
  const known: string[] = []
  const completed = new Set<string>()
  const requestOf = (number: number): MixedRequest => {
    const scanId = known[number % Math.max(1, known.length)]
    if (number % submissionEvery === 0 || scanId === undefined) return submission(number)
    const round = Math.floor(number / paths.length)
    const server = servers[round % Math.max(1, servers.length)] ?? ''
    return paths[number % paths.length]?.({ scanId, server, round }) ?? submission(number)
  }
  const onAnswer = ({ method, path }: MixedRequest, status: number, text: string) => {
    if (method === 'POST' && status === 202) known.push((JSON.parse(text) as { data: { scanId: string } }).data.scanId)
    if (known.length > lastSubmitted) known.shift()
    if (/^\/api\/v1\/scans\/scan_[\w-]+$/.test(path) && text.includes('"status":"completed"')) completed.add(path)
  }
  return { requestOf, onAnswer, completed: () => completed.size }
}

interface Turn {
  readonly scanId: string
  readonly server: string
  readonly round: number
}

const words = ['postgres', 'server', 'browser screenshot', 'kuberntes', 'trans']
const lists = ['', '?grade=B&sort=score&order=desc', '?sourceType=npm&status=active&page=3', '?limit=50&order=asc']
const inTurn = (list: readonly string[], round: number) => list[round % list.length] ?? ''
const get = (path: string): MixedRequest => ({ method: 'GET', path })

/** Each path has the same frequency. */
const paths: readonly ((turn: Turn) => MixedRequest)[] = [
  ({ scanId }) => get(`/api/v1/scans/${scanId}`),
  ({ server }) => get(`/api/v1/servers/${server}`),
  ({ round }) => get(`/api/v1/servers/search?q=${encodeURIComponent(inTurn(words, round))}`),
  ({ scanId }) => get(`/api/v1/scans/${scanId}`),
  ({ round }) => get(`/api/v1/servers${inTurn(lists, round)}`),
  () => get('/api/v1/account'),
  ({ server }) => get(`/api/v1/servers/${server}/history`),
  () => get('/api/v1/scans'),
  ({ server }) => get(`/servers/${server}/badge.svg`),
  () => get('/api/v1/servers/stats'),
]
