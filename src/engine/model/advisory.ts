import { z } from 'zod'
import type { Component } from './component.ts'
import { Severity } from './severity.ts'

/** A CVSS rating: the vector as published and the base score computed from it. */
export const Cvss = z
  .object({
    version: z.string().meta({ description: 'Version of CVSS.', examples: ['3.1'] }),
    vector: z
      .string()
      .meta({ description: 'The vector as published.', examples: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'] }),
    score: z
      .number()
      .min(0)
      .max(10)
      .meta({ description: 'The base score computed from it.', examples: [9.8] }),
  })
  .meta({ id: 'Cvss', description: 'A CVSS rating.' })
export type Cvss = z.infer<typeof Cvss>

/** What a finding says of the advisory behind it. */
export const AdvisoryReference = z
  .object({
    id: z.string().meta({ description: 'Id of the advisory.', examples: ['GHSA-aaaa-bbbb-cccc'] }),
    aliases: z
      .array(z.string().meta({ examples: ['CVE-2021-00001'] }))
      .meta({ description: 'Every other id of the same flaw, sorted.' }),
    url: z.url().meta({
      description: 'Where to read the advisory.',
      examples: ['https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc'],
    }),
    fixedVersion: z
      .string()
      .optional()
      .meta({
        description: 'The smallest version above the installed one in which the flaw is fixed.',
        examples: ['1.2.6'],
      }),
    cvss: Cvss.optional(),
    epss: z
      .object({
        score: z.number().min(0).max(1).meta({ description: 'The probability.' }),
        percentile: z.number().min(0).max(1).meta({ description: 'Share of all flaws that are as likely or less.' }),
        date: z.iso.date().meta({ description: 'The day of the estimate.' }),
      })
      .optional()
      .meta({ description: 'How likely it is to be exploited within 30 days, https://www.first.org/epss/' }),
    kev: z
      .object({
        addedAt: z.iso.date().meta({ description: 'Since when the catalogue has it.' }),
        ransomware: z.boolean().meta({ description: 'Ransomware is known to use it.' }),
      })
      .optional()
      .meta({
        description:
          "It is being exploited: an entry of CISA's catalogue, " +
          'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
      }),
  })
  .meta({ id: 'AdvisoryReference', description: 'What a finding says of the advisory behind it.' })
export type AdvisoryReference = z.infer<typeof AdvisoryReference>

/** One flaw that a component has: all advisories that tell of it, as one. */
export interface AdvisoryMatch {
  readonly component: Component
  readonly advisory: AdvisoryReference
  readonly summary: string
  readonly severity: Severity
  readonly cwe: readonly string[]
  /** The package version itself is malware (an OSV `MAL-` record), not merely flawed. */
  readonly malicious: boolean
}

/** State of one ecosystem's advisories at the time of a scan. */
export const AdvisoryDate = z
  .object({
    syncedAt: z.iso.datetime().meta({ description: 'When they were last brought up to date.' }),
    /** Some records carry future dates. */
    newestModified: z.iso
      .datetime()
      .optional()
      .meta({ description: 'When the newest record changed that is not after `syncedAt`.' }),
    unreadable: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Records that could not be read, and so were not looked at.' }),
  })
  .meta({ id: 'AdvisoryDate', description: "State of one ecosystem's advisories at the time of a scan." })
export type AdvisoryDate = z.infer<typeof AdvisoryDate>
