import { z } from 'zod'

/** Offsets beyond this are answered as an empty page: the number must stay one that Postgres takes. */
const maxPage = 1_000_000

/** A parameter that is a whole number from 1. */
export const wholeNumber = (name: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `should be a whole number from 1 to ${max}`)
    // Parameters come as text; the reference tells what the text has to be.
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: max })
      },
    })
    .transform(Number)
    .pipe(z.int().min(1, `${name} starts at 1`).max(max, `should be at most ${max}`))

/** The parameters `page` and `limit` of every list. */
export const PageQuery = ({ defaultLimit }: { defaultLimit: number }) =>
  z.strictObject({
    page: wholeNumber('page', maxPage)
      .default(1)
      .meta({ description: 'Which page, from 1. A page past the end is empty.' }),
    limit: wholeNumber('limit', 100).default(defaultLimit).meta({ description: 'Elements of a page.' }),
  })

export const Pagination = z
  .object({
    page: z.int().positive().meta({ description: 'The page that this is, from 1.' }),
    limit: z
      .int()
      .positive()
      .meta({ description: 'Elements of a page.', examples: [50] }),
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Elements of all pages.', examples: [1] }),
    totalPages: z
      .int()
      .nonnegative()
      .meta({ description: 'Pages there are.', examples: [1] }),
  })
  .meta({ id: 'Pagination', description: 'Where in a list this page is.' })
export type Pagination = z.infer<typeof Pagination>

/** Describes the page that was asked for out of `total` elements. */
export function paginate({ page, limit }: { page: number; limit: number }, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** The `Link` header (RFC 8288) with the neighbours and ends of a list; undefined when there is one page only. */
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
