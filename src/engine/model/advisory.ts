import { z } from 'zod'
import type { Component } from './component.ts'
import type { Reachability } from './reachability.ts'
import { Severity } from './severity.ts'

/** A CVSS rating: the published vector and the base score computed from it. */
export const Cvss = z
  .object({
    version: z.string().meta({ description: 'CVSS version.', examples: ['3.1'] }),
    vector: z
      .string()
      .meta({ description: 'Published CVSS vector.', examples: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'] }),
    score: z
      .number()
      .min(0)
      .max(10)
      .meta({ description: 'Base score computed from the vector.', examples: [9.8] }),
  })
  .meta({ id: 'Cvss', description: 'CVSS rating.' })
export type Cvss = z.infer<typeof Cvss>

/** The advisory that a finding refers to. */
export const AdvisoryReference = z
  .object({
    id: z.string().meta({ description: 'Advisory ID.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
    aliases: z
      .array(z.string().meta({ examples: ['CVE-2021-00001'] }))
      .meta({ description: 'All other IDs for the same vulnerability, sorted.' }),
    url: z.url().meta({
      description: 'URL of the published advisory.',
      examples: ['https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc'],
    }),
    fixedVersion: z
      .string()
      .optional()
      .meta({
        description:
          'Lowest version that fixes the vulnerability and is higher than the installed version. Omitted if no such ' +
          'version is known.',
        examples: ['1.2.6'],
      }),
    unknownUpperBound: z
      .literal(true)
      .optional()
      .meta({
        description:
          'Always true. Present if the advisory does not state the last affected version, so that the installed ' +
          'version might not be affected. The finding then has `low` precision.',
      }),
    cvss: Cvss.optional(),
    epss: z
      .object({
        score: z.number().min(0).max(1).meta({ description: 'Estimated probability.' }),
        percentile: z.number().min(0).max(1).meta({
          description: 'Percentile of the score: the share of all vulnerabilities with the same or a lower score.',
        }),
        date: z.iso.date().meta({ description: 'Date of the estimate.' }),
      })
      .optional()
      .meta({
        description:
          'Probability that the vulnerability is exploited within the next 30 days, from EPSS. See ' +
          'https://www.first.org/epss/.',
      }),
    kev: z
      .object({
        addedAt: z.iso.date().meta({ description: 'Date when the vulnerability was added to the catalog.' }),
        ransomware: z
          .boolean()
          .meta({ description: 'True if the vulnerability is known to be exploited in ransomware campaigns.' }),
      })
      .optional()
      .meta({
        description:
          'Entry in the CISA Known Exploited Vulnerabilities catalog. See ' +
          'https://www.cisa.gov/known-exploited-vulnerabilities-catalog.',
      }),
  })
  .meta({ id: 'AdvisoryReference', description: 'Advisory that a finding refers to.' })
export type AdvisoryReference = z.infer<typeof AdvisoryReference>

/** A component's vulnerability, with all advisories about it grouped by alias. */
export interface AdvisoryMatch {
  readonly component: Component
  readonly advisory: AdvisoryReference
  readonly summary: string
  readonly severity: Severity
  readonly cwe: readonly string[]
  /** True if the package version itself is malware (an OSV `MAL-` record). */
  readonly malicious: boolean
  /** Whether the project reaches the vulnerable code. Absent if it was not judged. */
  readonly reachability?: Reachability
}

/** State of one ecosystem's advisories at the time of a scan. */
export const AdvisoryDate = z
  .object({
    syncedAt: z.iso.datetime().meta({ description: 'Time when the advisories were last synced.' }),
    /** Capped at `syncedAt`, because some records have dates in the future. */
    newestModified: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time of the most recent change to any record. Never later than `syncedAt`.' }),
    unreadable: z
      .int()
      .positive()
      .optional()
      .meta({
        description:
          'Number of records that were not matched because they could not be read. Omitted if all records were ' +
          'read successfully.',
      }),
  })
  .meta({ id: 'AdvisoryDate', description: 'State of the advisory data for one ecosystem at the time of a scan.' })
export type AdvisoryDate = z.infer<typeof AdvisoryDate>
