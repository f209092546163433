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

/** Category or language name. */
const Word = z
  .string()
  .min(1, 'should not be empty')
  .max(catalogueLimits.maxFilterCharacters)
  .regex(/^[a-z0-9][a-z0-9+#._ -]*$/, 'should contain only lowercase letters, digits, dashes, and dots')

/** Search text. Its length is limited, because every word makes the query slower. */
export const SearchText = z
  .string()
  .trim()
  .min(1, 'should not be empty')
  .max(catalogueLimits.maxSearchCharacters)
  .regex(/^[^\0]*$/, 'should not contain control characters')
  .refine((text) => text.isWellFormed(), 'should not contain invalid Unicode')

/** Parameters shared by all server lists. */
export const ServerListQuery = PageQuery({ defaultLimit: 20 }).extend({
  category: Word.optional().meta({
    description: 'Returns only servers in the category with this slug.',
    examples: ['files'],
  }),
  grade: Grade.optional().meta({ description: 'Returns only servers with this grade.' }),
  sourceType: ServerSourceType.optional().meta({
    description: 'Returns only servers whose score applies to this kind of source.',
  }),
  language: Word.optional().meta({
    description: 'Returns only servers with this main programming language. Specify the language in lowercase.',
    examples: ['typescript'],
  }),
  status: ServerStatus.optional().meta({ description: 'Returns only servers with this status.' }),
})

/** Pagination of a server list, including the precision of the total. */
export const SearchPagination = Pagination.extend({ totalRelation: TotalRelation }).meta({
  id: 'ServerPagination',
  description: 'Pagination details for this page of servers.',
})

/**
 * Throws INVALID_REQUEST for pages beyond the search depth. Such pages are expensive, because all earlier results must
 * be sorted.
 */
export function requireSearchDepth({ page, limit }: { readonly page: number; readonly limit: number }): void {
  const { maxSearchDepth: searchDepth } = catalogueLimits
  if (page * limit <= searchDepth) return
  throw new ApiError(
    'INVALID_REQUEST',
    'The request has invalid or unknown fields. Correct the fields listed in `details`.',
    {
      details: [
        {
          path: 'query.page',
          message:
            `should be at most ${Math.floor(searchDepth / limit)}, because a search returns only the first ` +
            `${searchDepth} results`,
        },
      ],
    },
  )
}

export const Order = z.enum(['asc', 'desc'])

export function filterOf({ category, grade, sourceType, language, status }: ServerFilter): ServerFilter {
  return { category, grade, sourceType, language, status }
}
