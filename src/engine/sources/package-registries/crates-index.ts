import semver from 'semver'
import { z } from 'zod'
import type { Network } from '../../net/network.ts'
import { packumentLimits } from './packument-limits.ts'
import { askRegistry, type Lookup, parseBoundedJson } from './registry-request.ts'

const Texts = z.array(z.string())
const FeatureTable = z.record(z.string(), Texts)

/** Schema of an index line, https://doc.rust-lang.org/cargo/reference/registry-index.html#json-schema */
const IndexLine = z.object({
  vers: z.string(),
  deps: z.array(
    z.object({
      name: z.string(),
      req: z.string(),
      features: Texts.default([]),
      optional: z.boolean().default(false),
      default_features: z.boolean().default(true),
      kind: z.string().nullish(),
      registry: z.string().nullish(),
      package: z.string().nullish(),
    }),
  ),
  features: FeatureTable.default({}),
  features2: FeatureTable.nullish(),
  yanked: z.boolean().default(false),
  rust_version: z.string().nullish(),
  pubtime: z.string().nullish(),
})

export interface CrateDependency {
  /** Name used in the manifest. Features refer to this name. */
  readonly alias: string
  /** Name in the index, under which the crate was published. */
  readonly name: string
  readonly requirement: string
  readonly features: readonly string[]
  readonly defaultFeatures: boolean
  readonly optional: boolean
  /** True for a development dependency. */
  readonly dev: boolean
  /** True if the crate comes from a different registry. */
  readonly isElsewhere: boolean
}

export interface CrateVersion {
  readonly name: string
  readonly version: string
  readonly dependencies: readonly CrateDependency[]
  readonly features: Readonly<Record<string, readonly string[]>>
  readonly yanked: boolean
  readonly rustVersion: string | undefined
  /** Publication time, ISO 8601. Undefined for versions listed without a time. */
  readonly publishedAt: string | undefined
}

export type CrateLookup = Lookup<{ readonly versions: readonly CrateVersion[] }>

/** Client for a sparse crates index. Has no cache. */
export interface CratesIndex {
  /** Returns all versions of a crate. Throws only if `signal` aborts. */
  versions(name: string, signal?: AbortSignal): Promise<CrateLookup>
}

/** Creates a client for the sparse index at `index`, https://doc.rust-lang.org/cargo/reference/registry-index.html */
export function createCratesIndex({
  network,
  index,
}: {
  readonly network: Network
  /** Configured base URL, with or without a trailing slash. */
  readonly index: string
}): CratesIndex {
  const base = index.endsWith('/') ? index : `${index}/`
  return {
    async versions(name, signal) {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return { status: 'not-found' }
      const answer = await askRegistry('the crates index', signal, () =>
        network.get({
          url: base + indexPath(name.toLowerCase()),
          purpose: 'upstream',
          maxBytes: packumentLimits.maxBytes,
          signal,
        }),
      )
      if (answer.status === 'too-large' || answer.status === 'address-not-allowed')
        return { status: 'unavailable', reason: answer.reason }
      if (answer.status !== 'found') return answer
      return { status: 'found', versions: versionsOf(name, answer.response.body) }
    },
  }
}

/** Returns a path such as `1/a`, `2/ab`, `3/a/abc`, or `ab/cd/abcd`. */
function indexPath(name: string): string {
  if (name.length <= 2) return `${name.length}/${name}`
  return name.length === 3 ? `3/${name.slice(0, 1)}/${name}` : `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`
}

/** Parses the versions. Skips invalid lines, like Cargo does. */
function versionsOf(name: string, body: Buffer): CrateVersion[] {
  const versions: CrateVersion[] = []
  for (let start = 0; start < body.length;) {
    const newline = body.indexOf(10, start)
    const end = newline < 0 ? body.length : newline
    const line = IndexLine.safeParse(parseBoundedJson(body.subarray(start, end))).data
    start = end + 1
    if (line === undefined || semver.valid(line.vers) === null) continue
    versions.push({
      name,
      version: line.vers,
      dependencies: line.deps.map((dep) => ({
        alias: dep.name,
        name: dep.package ?? dep.name,
        requirement: dep.req,
        features: dep.features,
        defaultFeatures: dep.default_features,
        optional: dep.optional,
        dev: dep.kind === 'dev',
        isElsewhere: typeof dep.registry === 'string',
      })),
      features: { ...line.features, ...line.features2 },
      yanked: line.yanked,
      rustVersion: line.rust_version ?? undefined,
      publishedAt: line.pubtime ?? undefined,
    })
  }
  return versions
}
