import { z } from 'zod'
import type { VulnerableFunctions } from '../vulnerable-functions.ts'
import { deriveFunctions } from './derive-functions.ts'
import type { FixedRelease, PackageFiles } from './package-files.ts'

const Digests = z.array(z.tuple([z.string(), z.string()]))
const Input = z.object({
  release: z.object({
    ecosystem: z.enum(['npm', 'PyPI']),
    name: z.string(),
    affectedVersion: z.string(),
    fixedVersion: z.string(),
  }),
  before: Digests,
  after: Digests,
})

/** Prefixes of requested names. */
const sides = { before: 'before/', after: 'after/' } as const

/** Serializes the input of `deriveFromFiles`: the versions, and the digest of each file by path. */
export function packDerivation(
  release: FixedRelease,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Buffer {
  return Buffer.from(
    JSON.stringify({ release, before: [...before], after: [...after] } satisfies z.input<typeof Input>),
  )
}

/** Returns the version and path of a file that `deriveFromFiles` requests, or undefined if it requests no such file. */
export function requestedFile(name: string): { readonly side: 'before' | 'after'; readonly path: string } | undefined {
  for (const side of ['before', 'after'] as const)
    if (name.startsWith(sides[side])) return { side, path: name.slice(sides[side].length) }
  return undefined
}

/** Part of the isolation's `TaskFile` that the task uses. */
export interface DerivationFile {
  readonly content: Buffer
  readonly beside: (name: string) => Buffer | undefined
}

/**
 * Derives vulnerable functions in a child process. `content` comes from `packDerivation`. Requests files from the
 * parent one at a time, as `before/PATH` and `after/PATH`. Requests only files whose digests differ, and files that may
 * read changed state. The parent reads these names with `requestedFile`, and validates the result with the schema
 * `VulnerableFunctions`.
 * Throws if `packDerivation` did not create the content.
 */
export function deriveFromFiles({ content, beside }: DerivationFile): VulnerableFunctions {
  const { release, before, after } = Input.parse(JSON.parse(content.toString('utf8')))
  const filesOf = (side: 'before' | 'after', digests: z.infer<typeof Digests>): PackageFiles => ({
    digests: new Map(digests),
    read: (path) => beside(sides[side] + path),
  })
  return deriveFunctions(release, filesOf('before', before), filesOf('after', after))
}
