import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planFolderUpgrades } from '../../../../src/engine/scanner/upgrades/upgrades.ts'
import { advisory, changesOf, planOf, projectFolder, upgradeEngine, type UpgradeWorld } from './upgrade-engine.ts'

const world: UpgradeWorld = {
  pypi: { 'parser@1.0': {}, 'parser@1.5': {}, 'tool@1.0': {}, 'tool@1.1': {} },
  advisories: [
    advisory('PYSEC-1', 'parser', { fixed: '1.5', ecosystem: 'PyPI' }),
    advisory('PYSEC-2', 'tool', { fixed: '1.1', ecosystem: 'PyPI' }),
  ],
}

/** Writes the plans of all projects in a folder. Returns their files, and the contents of named files afterwards. */
async function writtenIn(files: Readonly<Record<string, string>>, names: readonly string[]) {
  const { path } = projectFolder(files)
  const { planned } = await planFolderUpgrades(
    { context: await upgradeEngine(world), signal: AbortSignal.timeout(60_000) },
    { type: 'folder', path },
    { strategy: 'minor', writes: true },
  )
  return {
    plans: planned.map(({ plan: { manifest, written }, failure }) => [manifest, failure?.message ?? written?.files]),
    contents: names.map((name) => readFileSync(join(path, name), 'utf8')),
  }
}

describe('a requirement with an environment marker', { timeout: 60_000 }, () => {
  it('is kept if the marker excludes the environment', async () => {
    const plan = await planOf(world, {
      'requirements.txt': 'parser==1.0 ; python_version < "3"\nparser==1.0 ; python_version >= "3"\n',
    })
    expect(changesOf(plan)).toEqual(['requirement parser 1.0 → 1.5: PYSEC-1'])
    expect(plan.changes[0]?.edits.map(({ line, to }) => [line, to])).toEqual([
      [2, 'parser==1.5 ; python_version >= "3"'],
    ])
  })

  it('is not planned if no other line requires the package', async () => {
    const plan = await planOf(world, { 'requirements.txt': 'parser==1.0; sys_platform == "win32"\ntool==1.0\n' })
    expect(changesOf(plan)).toEqual(['requirement tool 1.0 → 1.1: PYSEC-2'])
  })
})

describe('a requirement in an included file', { timeout: 60_000 }, () => {
  it('is changed at its place', async () => {
    const { plans, contents } = await writtenIn(
      { 'requirements.txt': '# web\n-r deps/base.txt\ntool==1.0\n', 'deps/base.txt': '\nparser==1.0 # pinned\n' },
      ['requirements.txt', 'deps/base.txt', 'deps/base.txt.assay-backup'],
    )
    expect(plans).toEqual([['requirements.txt', ['deps/base.txt', 'requirements.txt']]])
    expect(contents).toEqual([
      '# web\n-r deps/base.txt\ntool==1.1\n',
      '\nparser==1.5 # pinned\n',
      '\nparser==1.0 # pinned\n',
    ])
  })

  it('is changed once if two requirements files share it', async () => {
    const { plans, contents } = await writtenIn(
      { 'requirements-dev.txt': '-r requirements.txt\ntool==1.0\n', 'requirements.txt': 'parser==1.0\n' },
      ['requirements.txt', 'requirements-dev.txt', 'requirements.txt.assay-backup'],
    )
    expect(plans).toEqual([
      ['requirements.txt', ['requirements.txt']],
      ['requirements-dev.txt', ['requirements-dev.txt']],
    ])
    expect(contents).toEqual(['parser==1.5\n', '-r requirements.txt\ntool==1.1\n', 'parser==1.0\n'])
  })
})
