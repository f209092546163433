import { gauge } from './registry.ts'

/** Absent for ecosystems that were never synced or that no feed has. */
export const advisoryAge = gauge({
  name: 'assay_advisory_age_seconds',
  help: "Since the last whole sync of an ecosystem's advisories.",
  labels: ['ecosystem'],
})

export const advisoryFailing = gauge({
  name: 'assay_advisory_sync_failing',
  help: '1 where the last attempt to sync an ecosystem failed.',
  labels: ['ecosystem'],
})

/** `feed`: `kev` or `epss`. */
export const exploitationAge = gauge({
  name: 'assay_exploitation_age_seconds',
  help: 'Since KEV and EPSS were last read.',
  labels: ['feed'],
})

/** Of all processes together; a package may count more than once. */
export const touchedPackages = gauge({
  name: 'assay_touched_packages',
  help: 'Packages whose advisories a sync changed and that were not matched again yet, counted up to 10,000.',
})
