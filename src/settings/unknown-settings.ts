import { nearestName } from '../engine/model/nearest-name.ts'

const prefix = 'ASSAY_'

/** Variables in the documentation's examples for receivers. Assay itself ignores them. */
const clientNames: ReadonlySet<string> = new Set(['ASSAY_WEBHOOK_SECRET'])

/** Returns one warning for each variable that starts with `ASSAY_` but is not a setting, which is probably a typo. */
export function unknownSettings(names: readonly string[], settings: readonly string[]): string[] {
  const suffixes = settings.map((name) => name.slice(prefix.length))
  return names
    .filter((name) => name.startsWith(prefix) && !settings.includes(name) && !clientNames.has(name))
    .map((name) => {
      // Compares without the common prefix, which would make any two names similar.
      const nearest = nearestName(name.slice(prefix.length), suffixes)
      const advice =
        nearest === undefined ? 'docs/reference/settings.md lists all settings.' : `Did you mean ${prefix}${nearest}?`
      return `${name} is not a setting and is ignored. ${advice}`
    })
}
