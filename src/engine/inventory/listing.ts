import { inventoryLimits } from './inventory-limits.ts'
import type { ListedPackage, ListedRequest, ManifestReading } from './manifest-reader.ts'
import { UnreadableManifest } from './unreadable-manifest.ts'
import type { WorkBudget } from './work-budget.ts'

/** Merged data of all entries with the same key. */
interface Entry {
  readonly first: ListedPackage
  direct: boolean | undefined
  dev: boolean
  inMainGroup: boolean
  readonly groups: Set<string>
  readonly requires: Set<string>
  /** List that was added last. If the same list is added to the same key again, it is skipped. */
  lastRequires: readonly string[] | undefined
}

/** Requirement without a version, and the groups it has occurred in so far. */
interface RequestEntry {
  readonly first: ListedRequest
  dev: boolean
  inMainGroup: boolean
  readonly groups: Set<string>
}

/**
 * Collects a file's entries and merges those with the same key. A merged entry is direct if any of its entries is
 * direct, it is only for development if all are, and it is in the main group if any is. Requirements with the same name
 * and version text are merged in the same way, for example several uses of the same action in a workflow. Linear in the
 * number of entries.
 */
export class Listing {
  readonly #entries = new Map<string, Entry>()
  readonly #requests = new Map<string, RequestEntry>()
  readonly #work: WorkBudget | undefined

  constructor(work?: WorkBudget) {
    this.#work = work
  }

  add(listed: ListedPackage): void {
    const key = listed.key ?? `${listed.name}@${listed.version}`
    const entry = this.#entries.get(key) ?? {
      first: listed,
      direct: undefined,
      dev: true,
      inMainGroup: false,
      groups: new Set(),
      requires: new Set(),
      lastRequires: undefined,
    }
    this.#entries.set(key, entry)
    if (listed.direct !== undefined) entry.direct = entry.direct === true || listed.direct
    entry.dev &&= listed.dev
    entry.inMainGroup ||= listed.groups.length === 0
    this.#work?.spend(1 + listed.groups.length)
    for (const group of listed.groups) entry.groups.add(group)
    if (listed.requires !== undefined && listed.requires !== entry.lastRequires) {
      this.#work?.spend(listed.requires.length)
      for (const required of listed.requires) entry.requires.add(required)
      entry.lastRequires = listed.requires
    }
    this.#bound()
  }

  request(request: ListedRequest): void {
    const identity = JSON.stringify([request.key, request.name, request.ecosystem, request.requested, request.reason])
    const entry = this.#requests.get(identity) ?? { first: request, dev: true, inMainGroup: false, groups: new Set() }
    this.#requests.set(identity, entry)
    this.#work?.spend(1 + request.groups.length)
    entry.dev &&= request.dev
    entry.inMainGroup ||= request.groups.length === 0
    // Skipped if the requirement already has the maximum number of groups.
    if (entry.groups.size < maxGroups) for (const group of request.groups) entry.groups.add(group)
    this.#bound()
  }

  reading(rest: Omit<ManifestReading, 'packages' | 'requests'> = {}): ManifestReading {
    return {
      ...rest,
      packages: [...this.#entries.values()].map(asPackage),
      requests: [...this.#requests.values()].map(asRequest),
    }
  }

  #bound(): void {
    if (this.#entries.size + this.#requests.size > inventoryLimits.maxComponents)
      throw new UnreadableManifest({ code: 'package-limit', count: inventoryLimits.maxComponents })
  }
}

/** Maximum number of groups recorded for one requirement. Real projects have a few. */
const maxGroups = 1_000

const asRequest = ({ first, dev, inMainGroup, groups }: RequestEntry): ListedRequest => ({
  ...first,
  dev,
  groups: inMainGroup ? [] : [...groups],
})

const asPackage = ({
  first: { requires: _first, ...listed },
  direct,
  dev,
  inMainGroup,
  groups,
  requires,
}: Entry): ListedPackage => ({
  ...listed,
  ...(direct === undefined ? {} : { direct }),
  dev,
  groups: inMainGroup ? [] : [...groups],
  ...(requires.size === 0 ? {} : { requires: [...requires] }),
})
