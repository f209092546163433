import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { assertGitIsFit, runGit, startGit } from '../../../../src/engine/sources/git/git-program.ts'
import { processesNaming } from '../../../support/processes.ts'

let folder = ''
const path = process.env['PATH']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-program-'))
})
afterEach(() => {
  process.env['PATH'] = path
  delete process.env['ASSAY_SECRET_OF_TEST']
  rmSync(folder, { recursive: true, force: true })
})

const run = (signal = AbortSignal.timeout(20_000)) => ({
  folder,
  command: ['git'],
  limits: gitLimits,
  signal,
})

/** Replaces git with a script. */
function playGit(script: string): void {
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'git'), 0o755)
  process.env['PATH'] = `${folder}:${path}`
}

it.each(['', '.', 'bin/..'])('git is not searched for in its own folder, with "%s" in PATH', async (entry) => {
  playGit('echo compromised')
  process.env['PATH'] = `${entry}:${path}`
  await expect(runGit(['version'], run())).resolves.toMatch(/^git version/)
})

/** These run before the first valid git, whose version is then cached. */
describe('without a fit git program', () => {
  it('that is missing, the failure says what to install', async () => {
    process.env['PATH'] = folder
    await expect(assertGitIsFit(run())).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'INTERNAL',
      message: expect.stringContaining('this machine has no git program'),
    })
  })

  it('that is too old, it says so', async () => {
    playGit('echo git version 2.20.1')
    await expect(assertGitIsFit(run())).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'INTERNAL',
      message: expect.stringContaining('has git 2.20, but Assay needs git 2.30 or newer'),
    })
  })

  it('a newer one is fit', async () => {
    playGit('echo "git version 2.30.0 (Apple Git-130)"')
    await expect(assertGitIsFit(run())).resolves.toEqual({ takesCommands: false })
  })
})

describe('a git process', () => {
  it('finds nothing of ours in its environment, and limits around it', async () => {
    process.env['ASSAY_SECRET_OF_TEST'] = 'our-secret'
    process.env['GIT_DIR'] = '/elsewhere'
    playGit('env; ulimit -v; ulimit -f; ulimit -t; printf "%s\\n" "$@"')
    const output = await runGit(['status', '--', 'x'], run()).finally(() => {
      delete process.env['GIT_DIR']
    })
    expect(output).not.toContain('our-secret')
    const names = [...output.matchAll(/^([A-Z_]+)=/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'PWD' && name !== 'OLDPWD' && name !== 'SHLVL' && name !== '_')
    expect(names.sort()).toEqual([
      'GIT_ALLOW_PROTOCOL',
      'GIT_ASKPASS',
      'GIT_ATTR_NOSYSTEM',
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_NOSYSTEM',
      'GIT_DIR',
      'GIT_NO_LAZY_FETCH',
      'GIT_NO_REPLACE_OBJECTS',
      'GIT_OPTIONAL_LOCKS',
      'GIT_TERMINAL_PROMPT',
      'HOME',
      'LC_ALL',
      'PATH',
      'SSH_ASKPASS',
      'TMPDIR',
      'XDG_CONFIG_HOME',
    ])
    expect(output).toContain('GIT_DIR=.\n')
    expect(output).toContain(`\n${gitLimits.maxProcessBytes / 1024}\n`)
    expect(output).toContain(`\n${gitLimits.maxProcessSeconds}\n`)
    expect(output).toContain('\ncore.hooksPath=/dev/null\n')
    expect(output).toMatch(/\nstatus\n--\nx\n$/)
  })

  it('is killed with all that it started when the scan is aborted', async () => {
    playGit('sleep 7321 & sleep 7321')
    const controller = new AbortController()
    const git = startGit(['anything'], run(controller.signal))
    await expect.poll(() => processesNaming('sleep 7321').length).toBe(2)
    controller.abort()
    expect(await git.ended).toMatchObject({ signal: 'SIGKILL' })
    await expect.poll(() => processesNaming('sleep 7321')).toEqual([])
  })

  it('that writes messages without end is ended', async () => {
    playGit('exec yes compromised >&2')
    await using git = startGit(['anything'], run())
    const { signal, words } = await git.ended
    // The signal of an aborted scan.
    expect(signal).not.toBe('SIGKILL')
    expect(words.length).toBe(4_096)
  })

  it('does not start when the scan is over already', async () => {
    playGit(`sleep 0.2; touch ${join(folder, 'started')}`)
    await using git = startGit(['anything'], run(AbortSignal.abort()))
    expect((await git.ended).signal).toBe('SIGKILL')
    await pause(300)
    await expect(runGit(['version'], { ...run(), signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow(
      'over',
    )
  })
})
