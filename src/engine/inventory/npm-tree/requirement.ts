import npa from 'npm-package-arg'
import semver from 'semver'
import type { NpmManifest } from '../../sources/package-registries/npm-packument.ts'

/** Parsed requirement for a name in a manifest. */
export type Requirement =
  /** Version, range, or tag of the package `name`. For an alias, `name` differs from the requested name. */
  | {
      readonly kind: 'registry'
      readonly name: string
      readonly selector: string
      readonly range: semver.Range | 'any' | 'tag'
    }
  /** Archive URL. */
  | { readonly kind: 'remote'; readonly url: string; readonly reason: string }
  | { readonly kind: 'unsupported'; readonly reason: string }

const reasons: Readonly<Record<string, string>> = {
  git: 'it comes from a git repository, which Assay does not resolve',
  file: 'it is an archive on the disk of the installing user',
  directory: 'it is a folder on the disk of the installing user',
}

const known = new Map<string, Requirement>()
const maxKnown = 50_000
const maxKnownLength = 256
/** Maximum range length, far above that of any real range. Limits the input of regular expressions. */
const maxSpecLength = 4_096

/**
 * Parses `spec` as npm does. Never throws. Cached, because many packages share requirements, and parsing took half the
 * time of a walk.
 */
export function parseRequirement(name: string, spec: string): Requirement {
  const key = `${name}@${spec}`
  let requirement = known.get(key)
  if (requirement === undefined) {
    requirement = parse(name, spec)
    if (known.size >= maxKnown) known.clear()
    if (key.length <= maxKnownLength) known.set(key, requirement)
  }
  return requirement
}

/** Reports whether a package with the required name satisfies the requirement. */
export function isSatisfied(
  requirement: Requirement,
  { manifest, semver: version }: { readonly manifest: NpmManifest; readonly semver: semver.SemVer | undefined },
): boolean {
  if (requirement.kind === 'remote') return manifest.dist.tarball === requirement.url
  if (requirement.kind === 'unsupported') return false
  // Any published version satisfies a tag, because the tag may have moved.
  if (typeof requirement.range === 'string') return true
  return version !== undefined && requirement.range.test(version)
}

function parse(name: string, spec: string): Requirement {
  if (spec.length > maxSpecLength)
    return { kind: 'unsupported', reason: `the requested version is longer than ${maxSpecLength} characters` }
  let parsed: npa.Result
  try {
    parsed = npa.resolve(name, spec === '' ? '*' : spec)
    if (parsed.type === 'alias') parsed = (parsed as npa.AliasResult).subSpec
  } catch {
    return { kind: 'unsupported', reason: 'npm cannot parse the requested version' }
  }
  const { type, fetchSpec } = parsed
  if (type === 'remote')
    return { kind: 'remote', url: fetchSpec ?? spec, reason: 'it is an archive at a URL outside the registry' }
  if (!parsed.registry || parsed.name === null || fetchSpec === null)
    return { kind: 'unsupported', reason: reasons[type] ?? 'npm cannot parse the requested version' }
  return {
    kind: 'registry',
    name: parsed.name,
    selector: fetchSpec,
    range: type === 'tag' ? 'tag' : rangeOf(fetchSpec),
  }
}

function rangeOf(selector: string): semver.Range | 'any' | 'tag' {
  if (selector === '*') return 'any'
  try {
    return new semver.Range(selector, true)
  } catch {
    return 'tag'
  }
}
