import type { OsvAffected } from './osv-record.ts'

/** Returns the ranges of versions in an `affected` entry. Ranges of Git commits contain no versions. */
export function versionRanges({ ranges }: OsvAffected): OsvAffected['ranges'] {
  return ranges.filter(({ type }) => type !== 'GIT')
}

/** Returns the fixed versions that an `affected` entry lists, as published. */
export function fixedVersionsOf(entry: OsvAffected): string[] {
  return versionRanges(entry).flatMap(({ events }) => events.flatMap(({ fixed }) => fixed ?? []))
}
