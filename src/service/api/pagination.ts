import { z } from 'zod'

/** Maximum page number. Keeps the offset within PostgreSQL's range. */
const maxPage = 1_000_000

/** Returns the schema for a positive integer parameter. */
export const wholeNumber = (name: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `should be a whole number from 1 to ${max}`)
    // Parameters arrive as text, so the numeric type for the API reference is set here.
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: max })
      },
    })
    .transform(Number)
    .pipe(z.int().min(1, `${name} starts at 1`).max(max, `should be at most ${max}`))

/** Schema for the `page` and `limit` parameters of all lists. */
export const PageQuery = ({ defaultLimit }: { defaultLimit: number }) =>
  z.strictObject({
    page: wholeNumber('page', maxPage)
      .default(1)
      .meta({ description: 'Page number (1-based). Pages after the last page are empty.' }),
    limit: wholeNumber('limit', 100).default(defaultLimit).meta({ description: 'Number of items per page.' }),
  })

export const Pagination = z
  .object({
    page: z.int().positive().meta({ description: 'Page number (1-based).' }),
    limit: z
      .int()
      .positive()
      .meta({ description: 'Number of items per page.', examples: [50] }),
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Total number of items across all pages.', examples: [1] }),
    totalPages: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of pages.', examples: [1] }),
  })
  .meta({ id: 'Pagination', description: 'Pagination details for this page.' })
export type Pagination = z.infer<typeof Pagination>

/** Returns the pagination for the requested page of `total` items. */
export function paginate({ page, limit }: { page: number; limit: number }, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/**
 * Returns the `Link` header (RFC 8288) with the first, previous, next, and last page, or undefined if there is only one
 * page.
 */
export function paginationLinks(
  url: string,
  query: Readonly<Record<string, unknown>>,
  { page, totalPages }: Pagination,
): string | undefined {
  if (totalPages <= 1) return undefined
  const pages: [string, number, boolean][] = [
    ['first', 1, true],
    ['prev', Math.min(page - 1, totalPages), page > 1],
    ['next', page + 1, page < totalPages],
    ['last', totalPages, true],
  ]
  return pages
    .filter(([, , exists]) => exists)
    .map(([relation, number]) => {
      const parameters = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...query, page: number }))
        if (value !== undefined) parameters.set(name, String(value))
      return `<${url}?${parameters}>; rel="${relation}"`
    })
    .join(', ')
}
