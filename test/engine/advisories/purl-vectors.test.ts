import { PackageURL } from 'packageurl-js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Ecosystem } from '../../../src/engine/model/component.ts'
import { packageUrl } from '../../../src/engine/model/purl.ts'
import { readVectors } from '../../service/scans/advisories/support/vectors.ts'

const vectors = await readVectors('purl')

const Parts = z.object({
  type: z.string(),
  namespace: z.string().nullish(),
  name: z.string().nullish(),
  version: z.string().nullish(),
  qualifiers: z.record(z.string(), z.string()).nullish(),
  subpath: z.string().nullish(),
})
const Case = z.object({
  description: z.string(),
  test_type: z.string(),
  input: z.unknown(),
  expected_output: z.unknown().optional(),
  expected_failure: z.boolean(),
})

const types = {
  cargo: 'crates.io',
  composer: 'Packagist',
  gem: 'RubyGems',
  golang: 'Go',
  hackage: 'Hackage',
  hex: 'Hex',
  maven: 'Maven',
  npm: 'npm',
  nuget: 'NuGet',
  pub: 'Pub',
  pypi: 'PyPI',
} as const satisfies Record<string, Ecosystem>

/** Returns the name in the notation of the ecosystem. Undefined for parts that components never have. */
function nameOf({ type, namespace, name, version, qualifiers, subpath }: z.infer<typeof Parts>): string | undefined {
  if (!name || !version || qualifiers || subpath) return undefined
  return namespace ? `${namespace}${type === 'maven' ? ':' : '/'}${name}` : name
}

/** Cases with a different result in Assay, with the reason. */
const disagreements: ReadonlyMap<string, string> = new Map()

describe.skipIf(!vectors)('package URLs', () => {
  it.each(Object.entries(types))('%s', (type, ecosystem) => {
    const { tests } = z.object({ tests: z.array(Case) }).parse(JSON.parse(vectors?.get(`${type}-test.json`) ?? '{}'))
    const wrong: string[] = []
    let built = 0
    for (const { description, test_type, input, expected_output, expected_failure } of tests) {
      const parts = Parts.safeParse(test_type === 'parse' ? expected_output : input).data
      const name = parts && !expected_failure ? nameOf(parts) : undefined
      if (!parts || name === undefined) continue
      built += 1
      const purl = packageUrl(ecosystem, name, parts.version ?? '')
      // The package URL must parse to the same parts and equal the URL of the fixture, if the fixture has one.
      const back = PackageURL.fromString(purl)
      const same =
        test_type === 'parse'
          ? back.name === parts.name &&
            (back.namespace ?? null) === (parts.namespace ?? null) &&
            back.version === parts.version
          : purl === expected_output
      if (!same) wrong.push(`${description}: ${purl}`)
    }
    process.stderr.write(
      `vectors purl ${type}: ${built - wrong.length} of ${built} agree, ${tests.length - built} have parts ` +
        `that components never have\n`,
    )
    expect(wrong.filter((line) => !disagreements.has(line))).toEqual([])
  })
})
