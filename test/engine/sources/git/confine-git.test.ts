import { type StdioOptions, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { setprivRules } from '../../../../src/engine/isolation/kernel/program-rules.ts'
import { systemCallNumber } from '../../../../src/engine/isolation/kernel/system-calls.ts'
import { filesOfProgram } from '../../../../src/engine/isolation/programs/program-files.ts'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { createObjectStore } from '../../../../src/engine/sources/git/object-store.ts'
import {
  attack,
  attackEach,
  canCompile,
  compileHostileProgram,
  workingWays,
} from '../../isolation/support/hostile-program.ts'
import {
  attemptsOnFiles,
  attemptsOnTheSystem,
  inheritedDescriptor,
  neededCalls,
  refusals,
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
const ways =
  kind !== 'none' && kind !== 'absent' && canCompile ? await workingWays(compileHostileProgram(place), place) : []
writeFileSync(scene.secret, 'secret', { mode: 0o600 })

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

  it('has exactly the system calls that the rules allow', async () => {
    const { allowed, conditional } = setprivRules()
    const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
    const named = new Set(
      [...allowed, ...conditional.map(({ call }) => call)].map((call) => systemCallNumber(call, architecture)),
    )
    const others = Array.from({ length: 700 }, (_, number) => number).filter((number) => !named.has(number))
    const results = await attackEach(program, others)
    expect(results.size).toBe(others.length)
    const passed = [...results].filter(([, result]) => !refusals.includes(result)).map(([number]) => number)
    // `uretprobe` and `uprobe` of x64, which the kernel exempts from filters. They fail unless the kernel calls them.
    expect(passed.filter((number) => architecture === 'arm64' || (number !== 335 && number !== 336))).toEqual([])
  }, 60_000)

  it('has left everything as it was', () => {
    expect(readFileSync(scene.secret, 'utf8')).toBe('secret')
    expect(readdirSync(place)).toEqual(before)
    expect(readdirSync(program.folder)).toEqual(['HEAD'])
  })
})

describe.runIf(ways.length > 0)('a descriptor that Assay has inherited', () => {
  it('does not reach a compromised git', () => {
    const file = openSync(scene.secret, 'r')
    const closed = Array.from({ length: inheritedDescriptor }, (_, descriptor) => (descriptor < 3 ? 'pipe' : 'ignore'))
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--no-warnings',
        fileURLToPath(new URL('../../isolation/support/attack-owner.ts', import.meta.url)),
        join(place, 'git'),
      ],
      { stdio: [...closed, file] as StdioOptions, encoding: 'utf8' },
    )
    closeSync(file)
    expect({ stderr, ...JSON.parse(stdout) }).toMatchObject({ stderr: '', unexpected: [] })
    expect(JSON.parse(stdout).launchers).not.toContain('setpriv')
  }, 60_000)
})
