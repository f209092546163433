import { z } from 'zod'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import {
  type ServerFilter,
  ServerSourceType,
  ServerStatus,
  TotalRelation,
} from '../../../engine/model/registry-server.ts'
import { Grade } from '../../../engine/model/score.ts'
import { ApiError } from '../api-error.ts'
import { PageQuery, Pagination } from '../pagination.ts'

/** A word that stands for a category or a language. */
const Word = z
  .string()
  .min(1, 'should not be empty')
  .max(catalogueLimits.maxFilterCharacters)
  .regex(/^[a-z0-9][a-z0-9+#._ -]*$/, 'should be lower case letters, digits, dashes and dots')

/** What is searched for: bounded, as each of its words costs. */
export const SearchText = z
  .string()
  .trim()
  .min(1, 'should not be empty')
  .max(catalogueLimits.maxSearchCharacters)
  .regex(/^[^\0]*$/, 'should have no control characters')
  .refine((text) => text.isWellFormed(), 'should have no broken Unicode in it')

/** Parameters of everything that lists servers. */
export const ServerListQuery = PageQuery({ defaultLimit: 20 }).extend({
  category: Word.optional().meta({ description: 'Only servers of the category with this slug.', examples: ['files'] }),
  grade: Grade.optional().meta({ description: 'Only servers with this grade.' }),
  sourceType: ServerSourceType.optional().meta({
    description: 'Only servers whose score is of a source of this kind.',
  }),
  language: Word.optional().meta({
    description: 'Only servers whose code is mostly in this language, lower case.',
    examples: ['typescript'],
  }),
  status: ServerStatus.optional().meta({ description: 'Only servers with this status.' }),
})

/** Where in a list of servers a page is, and how sure the total is. */
export const SearchPagination = Pagination.extend({ totalRelation: TotalRelation }).meta({
  id: 'ServerPagination',
  description: 'Where in a list of servers this page is.',
})

/**
 * Throws INVALID_REQUEST for a page of a search that lies deeper than is searched: to find what comes after so many,
 * all of them have to be ordered.
 */
export function requireSearchDepth({ page, limit }: { readonly page: number; readonly limit: number }): void {
  const { maxSearchDepth: searchDepth } = catalogueLimits
  if (page * limit <= searchDepth) return
  throw new ApiError('INVALID_REQUEST', 'The request has wrong or unknown fields.', {
    details: [
      {
        path: 'query.page',
        message:
          `should be at most ${Math.floor(searchDepth / limit)}: pages of a search reach to its first ` +
          `${searchDepth} results`,
      },
    ],
  })
}

export const Order = z.enum(['asc', 'desc'])

export function filterOf({ category, grade, sourceType, language, status }: ServerFilter): ServerFilter {
  return { category, grade, sourceType, language, status }
}
