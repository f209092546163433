import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ConfinedProgram, waysToConfine } from '../../../../src/engine/isolation/programs/confine-program.ts'
import { filesOfProgram } from '../../../../src/engine/isolation/programs/program-files.ts'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { createObjectStore } from '../../../../src/engine/sources/git/object-store.ts'
import { attack, canCompile, compileHostileProgram } from '../../isolation/support/hostile-program.ts'
import {
  attemptsOnFiles,
  attemptsOnTheSystem,
  neededCalls,
  readHead,
} from '../../isolation/support/program-attempts.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'assay-confine-git-')))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const scene = { secret: join(place, 'master.key'), fresh: join(place, 'fresh') }
const trial = { temporaryFolder: place, limits: gitLimits }
const { kind, bound } = await confineGit(trial)

describe('an object store', () => {
  it('starts git in the strongest way that this machine supports', async () => {
    const signal = AbortSignal.timeout(30_000)
    await using store = await createObjectStore({ git: trial, limits: gitLimits, objectFormat: undefined, signal })
    expect(store.confinement).toMatchObject({ kind, bound })
    expect(store.run.command.length > 1).toBe(kind !== 'none')
  })
})

/** Ways that work on this machine. */
const ways = kind !== 'none' && kind !== 'absent' && canCompile ? await workingWays() : []

async function workingWays() {
  const found: { launcher: string; kind: string; program: ConfinedProgram }[] = []
  for (const [index, way] of waysToConfine(compileHostileProgram(place)).entries()) {
    const home = join(place, `home-${index}`)
    mkdirSync(home)
    const program = await way.open(home)
    writeFileSync(join(program.folder, 'HEAD'), 'ref: refs/heads/main\n')
    if (Number(await attack(program, readHead)) >= 0)
      found.push({ launcher: basename(program.command[0] ?? ''), kind: way.kind, program })
  }
  writeFileSync(scene.secret, 'secret', { mode: 0o600 })
  return found
}

describe.each(ways)('a compromised git, started by $launcher with $kind,', ({ kind: restricted, program }) => {
  const before = readdirSync(place)
  const restrictsFiles = restricted === 'calls-and-files'

  it.each(neededCalls)('may %s', async (_deed, call) => {
    expect(Number(await attack(program, call))).toBeGreaterThanOrEqual(0)
  })

  it.each(attemptsOnTheSystem(scene))('cannot %s', async (_deed, call, outcome) => {
    expect(await attack(program, call)).toBe(outcome)
  })

  it.runIf(restrictsFiles).each(attemptsOnFiles(scene))('cannot %s', async (_deed, call, outcome) => {
    expect(await attack(program, call)).toBe(outcome)
  })

  it.runIf(restrictsFiles)('cannot run another program through the dynamic linker', async () => {
    const linker = filesOfProgram(join(place, 'git'))?.[1]?.path
    expect(await attack(program, `-1 ${linker} /bin/true`)).toMatch(/\/bin\/true.*cannot open.*Permission denied/)
  })

  it('has left everything as it was', () => {
    expect(readFileSync(scene.secret, 'utf8')).toBe('secret')
    expect(readdirSync(place)).toEqual(before)
    expect(readdirSync(program.folder)).toEqual(['HEAD'])
  })
})
