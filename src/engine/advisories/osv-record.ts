import { z } from 'zod'

/**
 * OSV records as published, https://ossf.github.io/osv-schema/. Invalid parts are ignored instead of rejected. Values
 * are never converted: the number 1.0 is not the version "1.0".
 */

/** Accepts the valid items in a list and drops the others. Any other value becomes an empty list. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((candidate): z.output<Item>[] => {
        const { success, data } = item.safeParse(candidate)
        return success ? [data] : []
      }),
    )

/** Like `listOf(z.string())`, but does not parse each item, because an advisory may list 1,000 versions. */
const texts = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.filter((item) => typeof item === 'string'))

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/**
 * Accepts strings without control characters and lone surrogates. Postgres COPY uses control characters to separate
 * columns and rows, and UTF-8 cannot encode lone surrogates. Valid IDs and names contain neither. One check takes a
 * third of the time of three.
 */
const printable = (longest: number) => z.string().regex(new RegExp(String.raw`^[^\p{Cc}\p{Cs}]{1,${longest}}$`, 'u'))

const optionalText = z.string().optional().catch(undefined)

/** Required parts of a stored record. Optional parts are read separately, which takes half the time. */
export const OsvRecord = z.object({ id: printable(256), modified: z.iso.datetime({ offset: true }) })

/** Time of a withdrawal. Undefined if it is invalid. */
export const OsvWithdrawn = moment.optional().catch(undefined)

/** Package of an `affected` entry. */
export const OsvAffectedPackage = z.object({
  package: z.object({ ecosystem: printable(256), name: printable(1024) }),
})

const RangeEvent = z.object({
  introduced: optionalText,
  fixed: optionalText,
  last_affected: optionalText,
  limit: optionalText,
})
export type OsvRangeEvent = z.infer<typeof RangeEvent>

const Range = z.object({
  type: z.string(),
  events: listOf(RangeEvent),
  database_specific: z.object({ upper_bound_unknown: z.unknown() }).optional().catch(undefined),
})

/** Commit ranges in an `affected` entry. Some entries have no package. */
export const OsvAffectedCommits = z.object({
  versions: texts,
  ranges: listOf(z.object({ type: z.literal('GIT'), repo: printable(1024), events: listOf(RangeEvent) })),
})

/** Versions in an `affected` entry. */
export const OsvAffected = z.object({
  versions: texts,
  ranges: listOf(Range),
  /** Debian's rating for one release, such as `unimportant`. */
  ecosystem_specific: z.object({ urgency: optionalText }).optional().catch(undefined),
  /** CWEs of malware records. */
  database_specific: z
    .object({ cwes: listOf(z.object({ cweId: z.string() })) })
    .optional()
    .catch(undefined),
})
export type OsvAffected = z.infer<typeof OsvAffected>

/** Parts of a record that describe the vulnerability. */
export const OsvDescription = z.object({
  summary: optionalText,
  details: optionalText,
  aliases: texts,
  upstream: texts,
  severity: listOf(z.object({ type: z.string(), score: z.string() })),
  database_specific: z.object({ severity: optionalText, cwe_ids: texts }).optional().catch(undefined),
})
export type OsvDescription = z.infer<typeof OsvDescription>
