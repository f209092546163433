import { z } from 'zod'

/** Fields of a published record that are not used for matching. Invalid fields are ignored. */
const Published = z.object({
  published: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional()
    .catch(undefined),
  references: z.array(z.object({ type: z.string().catch('WEB'), url: z.string() })).catch([]),
})
export type PublishedParts = z.infer<typeof Published>

/** Returns a record's publication time and links. */
export function publishedParts(document: unknown): PublishedParts {
  return Published.safeParse(document).data ?? { references: [] }
}

/** Returns the CVE IDs among an advisory's IDs. */
export function cvesOf({ id, aliases }: { readonly id: string; readonly aliases: readonly string[] }): string[] {
  return [id, ...aliases].filter((each) => /^CVE-\d{4}-\d{4,19}$/.test(each)).slice(0, 20)
}
