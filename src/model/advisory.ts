import { z } from 'zod'
import type { Component } from './component.ts'
import { Severity } from './severity.ts'

/** A CVSS rating: the vector as published and the base score computed from it. */
export const Cvss = z.object({ version: z.string(), vector: z.string(), score: z.number().min(0).max(10) }).meta({ id: 'Cvss' })
export type Cvss = z.infer<typeof Cvss>

/** What a finding says of the advisory behind it. */
export const AdvisoryReference = z.object({
  id: z.string(),
  /** Every other id of the same flaw, sorted. */
  aliases: z.array(z.string()),
  url: z.url(),
  /** The smallest version above the installed one in which the flaw is fixed. */
  fixedVersion: z.string().optional(),
  cvss: Cvss.optional(),
  /** How likely it is to be exploited within 30 days, https://www.first.org/epss/, on `date`. */
  epss: z.object({ score: z.number().min(0).max(1), percentile: z.number().min(0).max(1), date: z.iso.date() }).optional(),
  /** It is being exploited: an entry of CISA's catalogue, https://www.cisa.gov/known-exploited-vulnerabilities-catalog. */
  kev: z.object({ addedAt: z.iso.date(), ransomware: z.boolean() }).optional(),
}).meta({ id: 'AdvisoryReference' })
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
export const AdvisoryDate = z.object({
  syncedAt: z.iso.datetime(),
  /** Newest `modified` of a record that is not after `syncedAt`; some records carry future dates. */
  newestModified: z.iso.datetime().optional(),
  /** Records of the feeds that could not be read, and so were not looked at. */
  unreadable: z.int().positive().optional(),
}).meta({ id: 'AdvisoryDate' })
export type AdvisoryDate = z.infer<typeof AdvisoryDate>
