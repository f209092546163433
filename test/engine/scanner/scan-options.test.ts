import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scan, type ScanOptions, ScanOptionsError } from '../../../src/engine/index.ts'
import { detectorIds } from '../../../src/engine/rules/detector-ids.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-scan-options-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'index.js'), 'export const answer = 42\n')

const nowhere = 'https://registry.example/'
const registries = {
  npm: nowhere,
  publicNpm: nowhere,
  pypi: nowhere,
  pypiFiles: nowhere,
  maven: nowhere,
  crates: nowhere,
  sigstoreTrust: nowhere,
}

/** Calls `scan` with untyped options, as JavaScript can, and returns its problems. */
async function problemsOf(options: object, target: unknown = folder) {
  try {
    await scan(target as string, options as ScanOptions)
  } catch (error) {
    if (error instanceof ScanOptionsError) return error.problems.map(({ option, message }) => `${option}: ${message}`)
    throw error
  }
  return []
}

describe('scan()', () => {
  it('accepts every option', async () => {
    const stages: string[] = []
    const report = await scan(folder, {
      registries: { ...registries, npmByScope: new Map([['@scope', nowhere]]) },
      allowedNetworks: [{ purpose: 'upstream', cidr: '10.0.0.0/8', port: 443 }],
      failOn: 'medium',
      trustsProject: true,
      without: new Set(['vulnerable-dependencies', 'supply-chain']),
      onProgress: (stage) => void stages.push(stage),
      signal: AbortSignal.timeout(60_000),
      temporaryFolder: tmpdir(),
    })
    expect(report.error).toBeUndefined()
    expect(stages).toContain('code')
    expect(stages).not.toContain('advisories')
    expect(report.coverage?.detectors.flatMap(({ id, status }) => (status === 'skipped' ? [id] : []))).toEqual([
      'supply-chain',
      'vulnerable-dependencies',
    ])
  })

  it('treats undefined as absent', async () => {
    const options = { registries, failOn: undefined, without: undefined, signal: undefined, log: undefined }
    expect(await problemsOf(options, 'nothing-of-this-name')).toEqual([])
  })

  it.each<[string, object, string]>([
    [
      'an unknown severity',
      { failOn: 'hgih' },
      'failOn: Unknown severity "hgih". Use one of: critical, high, medium, ',
    ],
    ['a severity that is no string', { failOn: 3 }, 'failOn: Unknown severity number. Use one of: critical, '],
    [
      'an unknown detector',
      { without: new Set(['exposed-servers', 'guesswork']) },
      'without: Unknown detector "guesswork". Use one of: configuration, dangerous-flows, ',
    ],
    ['an array of detectors', { without: ['supply-chain'] }, 'without: The value is not a Set of detector ids.'],
    ['all detectors', { without: new Set(detectorIds) }, 'without: No detector remains. Keep at least one.'],
    ['a text as a flag', { trustsProject: 'no' }, 'trustsProject: The value is not a boolean. Use true or false.'],
    ['an option that does not exist', { failon: 'low' }, 'options: Unknown option "failon". Check its spelling.'],
    ['no registries', { registries: undefined }, 'registries: The value is missing or not an object.'],
    [
      'a registry that is no address',
      { registries: { ...registries, npm: 'npm' } },
      'registries.npm: The value is not',
    ],
    ['an unknown registry', { registries: { ...registries, nuget: nowhere } }, 'registries: Unknown option "nuget".'],
    [
      'a scope without @',
      { registries: { ...registries, npmByScope: new Map([['scope', nowhere]]) } },
      'registries.npmByScope: A scope does not start with @.',
    ],
    [
      'an unknown purpose of a network',
      { allowedNetworks: [{ purpose: 'all', cidr: '10.0.0.0/8' }] },
      'allowedNetworks: Unknown purpose "all". Use one of: upstream, source, webhook.',
    ],
    ['no function', { onProgress: true }, 'onProgress: The value is not a function.'],
    ['no signal', { signal: {} }, 'signal: The value is not an AbortSignal.'],
  ])('refuses %s, and names the option', async (_name, options, problem) => {
    expect(await problemsOf({ registries, ...options })).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    ['', 'target: The target is empty. Name a folder, or the URL of a package page or a repository.'],
    [' \n', 'target: The target is empty.'],
    [7, 'target: The value is not a string.'],
    ['./nowhere/at/all', 'target: ./nowhere/at/all does not exist.'],
  ])('refuses the target %j', async (target, problem) => {
    expect(await problemsOf({ registries }, target)).toEqual([expect.stringContaining(problem)])
  })

  it('names all problems at once', async () => {
    const problems = await problemsOf({ registries, failOn: 'severe', without: new Set(['x']), trustsProject: 1 }, '')
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'failOn',
      'target',
      'trustsProject',
      'without',
    ])
  })

  it.each([undefined, null, 7])('refuses %j in place of the options', async (options) => {
    await expect(Reflect.apply(scan, undefined, [folder, options])).rejects.toThrow(/^registries: The value is missing/)
  })
})
