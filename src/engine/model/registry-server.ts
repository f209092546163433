import { publicSourceTypes } from './target.ts'
import { z } from 'zod'
import { Grade } from './score.ts'

/** Kinds of sources that a server's score can refer to. */
export const ServerSourceType = z
  .enum(publicSourceTypes)
  .meta({ id: 'ServerSourceType', description: 'Kind of source that the score applies to.', examples: ['npm'] })
export type ServerSourceType = z.infer<typeof ServerSourceType>

/** Maintenance status of a server. */
export const ServerStatus = z.enum(['active', 'deprecated', 'archived', 'removed']).meta({
  id: 'ServerStatus',
  description:
    'Maintenance status. `deprecated`: the publisher advises against using the server. `archived`: the ' +
    'repository is read-only. `removed`: the server is no longer available.',
  examples: ['active'],
})
export type ServerStatus = z.infer<typeof ServerStatus>

/** Filter for a list of servers. Absent properties match all servers. */
export interface ServerFilter {
  readonly category?: string | undefined
  readonly grade?: Grade | undefined
  readonly sourceType?: ServerSourceType | undefined
  /** Lowercase language name. */
  readonly language?: string | undefined
  readonly status?: ServerStatus | undefined
}

export const serverSorts = ['name', 'score', 'created'] as const
export type ServerSort = (typeof serverSorts)[number]

export interface ServerOrder {
  readonly sort: ServerSort
  readonly order: 'asc' | 'desc'
}

/** Precision of a search's total count. */
export const TotalRelation = z.enum(['exact', 'at-least']).meta({
  id: 'TotalRelation',
  description:
    'Whether the total is exact. `exact`: all matching servers were counted. `at-least`: counting stopped at this ' +
    'number, but more servers match.',
  examples: ['exact'],
})
export type TotalRelation = z.infer<typeof TotalRelation>

/** IDs of the servers on one page, in order. */
export interface ServerPage {
  readonly ids: readonly string[]
  readonly total: number
}
