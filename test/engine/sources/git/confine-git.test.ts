import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramConfinement, waysToConfine } from '../../../../src/engine/isolation/programs/confine-program.ts'
import { filesOfProgram } from '../../../../src/engine/isolation/programs/program-files.ts'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { createObjectStore } from '../../../../src/engine/sources/git/object-store.ts'
import { startGit } from '../../../../src/engine/sources/git/git-program.ts'
import { canCompile, compileHostileProgram } from '../../isolation/support/hostile-program.ts'
import { attemptsOnFiles, attemptsOnTheSystem, neededCalls } from '../../isolation/support/program-attempts.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'assay-confine-git-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const scene = { secret: join(home, 'master.key'), fresh: join(home, 'fresh') }
const folder = join(home, 'repository')

const { kind } = await confineGit({ temporaryFolder: home, limits: gitLimits })

/** Runs the hostile program in place of git, and returns its result or the signal that ended it. */
async function attack(way: ProgramConfinement, call: string): Promise<string> {
  const run = { folder, command: way.commandFor(folder), limits: gitLimits, signal: AbortSignal.timeout(30_000) }
  await using git = startGit(['attack', call.replace('PARENT', `${process.pid}`)], run)
  git.stdin.end()
  let output = ''
  for await (const chunk of git.stdout.setEncoding('utf8')) output += chunk
  const { signal, words } = await git.ended
  return signal ?? (output.trim() || words)
}

describe('an object store', () => {
  it('starts git in the strongest way that this machine supports', async () => {
    const { commandFor } = await confineGit({ temporaryFolder: home, limits: gitLimits })
    const signal = AbortSignal.timeout(30_000)
    await using store = await createObjectStore({
      temporaryFolder: home,
      objectFormat: undefined,
      limits: gitLimits,
      signal,
    })
    expect(store.run.command).toEqual(commandFor(store.run.folder))
    expect(store.run.command.length > 1).toBe(kind !== 'none')
  })
})

describe.runIf(canCompile && kind === 'calls-and-files')('a compromised git', () => {
  let ways: readonly ProgramConfinement[] = []
  beforeAll(() => {
    mkdirSync(folder)
    writeFileSync(scene.secret, 'secret', { mode: 0o600 })
    writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
    ways = waysToConfine(compileHostileProgram(home), 'git')
  })
  const strongest = () => ways[0] ?? expect.unreachable()

  it.each(neededCalls)('may %s', async (_deed, call) => {
    expect(Number(await attack(strongest(), call))).toBeGreaterThanOrEqual(0)
  })

  it.each([...attemptsOnFiles(scene), ...attemptsOnTheSystem(scene)])('cannot %s', async (_deed, call, outcome) => {
    expect(await attack(strongest(), call)).toBe(outcome)
  })

  it('cannot run another program through the dynamic linker', async () => {
    const linker = filesOfProgram(join(home, 'git'))?.[1]?.path
    expect(await attack(strongest(), `-1 ${linker} /bin/true`)).toMatch(/\/bin\/true.*cannot open.*Permission denied/)
  })

  it('has left everything as it was', () => {
    expect(readFileSync(scene.secret, 'utf8')).toBe('secret')
    expect(readdirSync(home).sort()).toEqual(['git', 'master.key', 'repository'])
    expect(readdirSync(folder)).toEqual(['HEAD'])
  })
})
