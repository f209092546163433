import { z } from 'zod'
import { Grade } from './score.ts'

/** Kinds of sources that a server of the registry has its score of. */
export const ServerSourceType = z
  .enum(['git', 'npm', 'pypi'])
  .meta({ id: 'ServerSourceType', description: 'Kind of the source that the score is of.', examples: ['npm'] })
export type ServerSourceType = z.infer<typeof ServerSourceType>

/** How a server is kept by those who publish it. */
export const ServerStatus = z.enum(['active', 'deprecated', 'archived', 'removed']).meta({
  id: 'ServerStatus',
  description:
    '`deprecated`: whoever publishes it advises against it. `archived`: its repository is read-only. ' +
    '`removed`: it can no longer be had.',
  examples: ['active'],
})
export type ServerStatus = z.infer<typeof ServerStatus>

/** Which servers a list has; absent parts are open. */
export interface ServerFilter {
  readonly category?: string | undefined
  readonly grade?: Grade | undefined
  readonly sourceType?: ServerSourceType | undefined
  /** Lower case. */
  readonly language?: string | undefined
  readonly status?: ServerStatus | undefined
}

export const serverSorts = ['name', 'score', 'created'] as const
export type ServerSort = (typeof serverSorts)[number]

export interface ServerOrder {
  readonly sort: ServerSort
  readonly order: 'asc' | 'desc'
}

/** How sure the total of a search is: all were counted, or there are at least so many. */
export const TotalRelation = z.enum(['exact', 'at-least']).meta({
  id: 'TotalRelation',
  description: '`exact`: so many match. `at-least`: so many were counted, and there are more.',
  examples: ['exact'],
})
export type TotalRelation = z.infer<typeof TotalRelation>

/** A page of servers by their ids, in order. */
export interface ServerPage {
  readonly ids: readonly string[]
  readonly total: number
}
