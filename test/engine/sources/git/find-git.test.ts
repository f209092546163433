import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confineGit, forgetConfinement, gitConfinementInForce } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { createObjectStore } from '../../../../src/engine/sources/git/object-store.ts'
import { isolationOfScans } from '../../../../src/service/startup/isolation-of-scans.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'assay-find-git-')))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const trial = { temporaryFolder: place, limits: gitLimits }
const path = process.env['PATH']
beforeEach(forgetConfinement)
afterEach(() => {
  process.env['PATH'] = path
  forgetConfinement()
})

/** Creates a folder with a git that is a script, which cannot be confined. */
function folderWithScript(name: string, script = ''): string {
  const folder = join(place, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\necho "git version 2.50.0"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return folder
}

describe('git in a relative folder of PATH', () => {
  it('is not used, but the next one is', async () => {
    const { kind } = await confineGit(trial)
    forgetConfinement()
    process.env['PATH'] = `${relative(process.cwd(), folderWithScript('relative'))}:${path}`
    expect((await confineGit(trial)).kind).toBe(kind)
  })
})

describe.runIf(process.platform === 'linux')('a machine without git', () => {
  it('starts no git, and looks again for the next scan', async () => {
    process.env['PATH'] = place
    const { kind, open } = await confineGit(trial)
    expect(kind).toBe('absent')
    await expect(open(place)).rejects.toMatchObject({ code: 'INTERNAL', message: /no git program/ })
    process.env['PATH'] = path
    expect((await confineGit(trial)).kind).not.toBe('absent')
  })
})

describe.runIf(process.platform === 'linux')('a git that cannot be confined', () => {
  it('reads no repository if file rules are required, even if it was installed later', async () => {
    process.env['PATH'] = place
    await confineGit({ ...trial, requiresFileRules: true })
    process.env['PATH'] = folderWithScript('later')
    const signal = AbortSignal.timeout(30_000)
    const options = { objectFormat: undefined, limits: gitLimits, signal }
    const required = { temporaryFolder: place, requiresFileRules: true }
    await expect(createObjectStore({ ...options, git: required })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('cannot restrict the files of git'),
    })
    expect((await confineGit(trial)).kind).toBe('none')
  })

  it('is named for the service, even if it was installed later', async () => {
    const isolation = { inForce: { kind: 'confined-child-process' as const, bounds: [] } }
    const config = { dataDir: place, sandboxDemand: 'off', scanEnvironment: {} } as const
    process.env['PATH'] = place
    const inForce = await isolationOfScans({ config, isolation, log: { warn: () => {} } })
    expect(inForce.bounds).toEqual([
      'git: not installed',
      expect.stringMatching(/^scan process: /),
      expect.stringMatching(/^fetcher: /),
    ])
    process.env['PATH'] = folderWithScript('named')
    await confineGit(trial)
    expect(JSON.parse(JSON.stringify(inForce)).bounds[0]).toBe(gitConfinementInForce()?.bound)
    expect(inForce.bounds[0]).toMatch(/^git: no system call filter/)
  })
})

describe.runIf(process.platform === 'linux')('a git that writes output without end', () => {
  it('is ended, and its pack counts as broken', async () => {
    process.env['PATH'] = `${folderWithScript('endless', 'case "$*" in *index-pack*) exec yes ;; esac')}:${path}`
    const signal = AbortSignal.timeout(20_000)
    const git = { temporaryFolder: place }
    await using store = await createObjectStore({ git, objectFormat: undefined, limits: gitLimits, signal })
    const pack = Readable.from([Buffer.from('PACK')])
    await expect(store.takeIn(pack)).rejects.toThrow('sent a broken pack')
  }, 10_000)
})
