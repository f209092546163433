import type { PomProfile } from './pom-model.ts'
import { allowsVersion, parseRanges } from './version-range.ts'

/** Platform that Maven projects are resolved for, for display. */
export const mavenPlatform = 'Java 17 on Linux x86-64'

const javaVersion = '17.0.15'
const os = { name: 'linux', family: 'unix', arch: 'amd64' } as const

/** System properties on this platform. All other properties and all environment variables are unset. */
export const systemProperties: ReadonlyMap<string, string> = new Map([
  ['java.version', javaVersion],
  ['java.specification.version', '17'],
  ['java.vendor', 'Debian'],
  ['os.name', 'Linux'],
  ['os.arch', 'amd64'],
  ['file.separator', '/'],
  ['path.separator', ':'],
])

/** Reports whether a profile depends on the machine, the environment, or a file. */
export const isConditional = ({ property, jdk, os: system, hasFile }: PomProfile): boolean =>
  property !== undefined || jdk !== undefined || system !== undefined || hasFile !== undefined

/**
 * Returns the profiles in a POM that are active on the platform without command-line options: profiles whose conditions
 * are all met, or else those that are active by default. See
 * https://maven.apache.org/guides/introduction/introduction-to-profiles.html
 */
export function activeProfiles(profiles: readonly PomProfile[]): PomProfile[] {
  const active = profiles.filter((profile) => isConditional(profile) && holds(profile))
  return active.length > 0 ? active : profiles.filter(({ isActiveByDefault }) => isActiveByDefault)
}

function holds({ property, jdk, os: system, hasFile }: PomProfile): boolean {
  return (
    (property === undefined || holdsProperty(property)) &&
    (jdk === undefined || holdsJdk(jdk)) &&
    (system === undefined ||
      (isSame(system.name, os.name) &&
        isSame(system.family, os.family) &&
        isSame(system.arch, os.arch) &&
        system.version === undefined)) &&
    hasFile !== false
  )
}

function holdsProperty({ name, value }: { readonly name: string; readonly value?: string | undefined }): boolean {
  const isNegated = name.startsWith('!')
  const known = systemProperties.get(isNegated ? name.slice(1) : name)
  if (isNegated) return known === undefined
  if (value === undefined) return known !== undefined
  return value.startsWith('!') ? known !== value.slice(1) : known === value
}

/** Evaluates a `<jdk>` condition: a version prefix, `!` and a prefix, or a range. */
function holdsJdk(text: string): boolean {
  if (text.startsWith('!')) return !javaVersion.startsWith(text.slice(1))
  const ranges = /^[[(]/.test(text) ? parseRanges(text) : undefined
  if (ranges !== undefined) return allowsVersion(ranges, javaVersion)
  return javaVersion.startsWith(text)
}

function isSame(condition: string | undefined, value: string): boolean {
  if (condition === undefined) return true
  const wanted = condition.toLowerCase()
  return wanted.startsWith('!') ? wanted.slice(1) !== value : wanted === value
}
