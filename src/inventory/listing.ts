import { limits } from '../model/limits.ts'
import { type ListedPackage, type ListedRequest, type ManifestReading, UnreadableManifest } from './manifest-reader.ts'

/** What is known of one key so far. */
interface Entry {
  readonly first: ListedPackage
  direct: boolean | undefined
  dev: boolean
  inMainGroup: boolean
  readonly groups: Set<string>
  readonly requires: Set<string>
}

/**
 * Collects what a file lists. A package that is listed twice under the same key is one: direct if any
 * is, for development if all are, in the main group if any is. The same holds for requests of one name with
 * the same words, as of the parts of an action that one workflow uses. Time grows with what is listed.
 */
export class Listing {
  readonly #entries = new Map<string, Entry>()
  readonly #requests = new Map<string, ListedRequest>()

  add(listed: ListedPackage): void {
    const key = listed.key ?? `${listed.name}@${listed.version}`
    const entry = this.#entries.get(key) ?? { first: listed, direct: undefined, dev: true, inMainGroup: false, groups: new Set(), requires: new Set() }
    this.#entries.set(key, entry)
    if (listed.direct !== undefined) entry.direct = entry.direct === true || listed.direct
    entry.dev &&= listed.dev
    entry.inMainGroup ||= listed.groups.length === 0
    for (const group of listed.groups) entry.groups.add(group)
    for (const required of listed.requires ?? []) entry.requires.add(required)
    this.#bound()
  }

  request(request: ListedRequest): void {
    const identity = JSON.stringify([request.key, request.name, request.ecosystem, request.requested, request.reason])
    const known = this.#requests.get(identity)
    this.#requests.set(identity, known === undefined ? request : merged(known, request))
    this.#bound()
  }

  reading(rest: Omit<ManifestReading, 'packages' | 'requests'> = {}): ManifestReading {
    return { ...rest, packages: [...this.#entries.values()].map(asPackage), requests: [...this.#requests.values()] }
  }

  #bound(): void {
    if (this.#entries.size + this.#requests.size > limits.inventory.components) throw new UnreadableManifest(`lists more than ${limits.inventory.components} packages`)
  }
}

/** Groups are a few; with 1,000 a request has been told often enough. */
const mostGroups = 1_000

function merged(known: ListedRequest, other: ListedRequest): ListedRequest {
  const inMainGroup = known.groups.length === 0 || other.groups.length === 0
  const isNew = known.groups.length < mostGroups && other.groups.some((group) => !known.groups.includes(group))
  return { ...known, dev: known.dev && other.dev, groups: inMainGroup ? [] : isNew ? [...known.groups, ...other.groups.filter((group) => !known.groups.includes(group))] : known.groups }
}

const asPackage = ({ first: { requires: _first, ...listed }, direct, dev, inMainGroup, groups, requires }: Entry): ListedPackage => ({
  ...listed,
  ...(direct === undefined ? {} : { direct }),
  dev,
  groups: inMainGroup ? [] : [...groups],
  ...(requires.size === 0 ? {} : { requires: [...requires] }),
})
