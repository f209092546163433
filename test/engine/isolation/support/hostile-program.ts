import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type ConfinedProgram,
  type ProgramConfinement,
  waysToConfine,
} from '../../../../src/engine/isolation/programs/confine-program.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { startGit } from '../../../../src/engine/sources/git/git-program.ts'
import { readHead } from './program-attempts.ts'

/** Whether this machine has a C compiler. */
export const canCompile = spawnSync('cc', ['--version']).status === 0

/** Compiles the hostile program into a folder and returns its path. */
export function compileHostileProgram(folder: string): string {
  const program = join(folder, 'git')
  execFileSync('cc', ['-O1', '-o', program, join(import.meta.dirname, 'hostile-program.c')], { stdio: 'pipe' })
  return program
}

export interface WorkingWay {
  /** Name of the program that starts the hostile program. */
  readonly launcher: string
  readonly kind: ProgramConfinement['kind']
  readonly program: ConfinedProgram
}

/** Returns the ways in which this machine can confine the hostile program. Each has a folder below `place`. */
export async function workingWays(hostile: string, place: string): Promise<WorkingWay[]> {
  const found: WorkingWay[] = []
  for (const [index, way] of waysToConfine(hostile).entries()) {
    const home = join(place, `home-${index}`)
    mkdirSync(home)
    const program = await way.open(home)
    writeFileSync(join(home, 'filter'), '', { flag: 'a' })
    writeFileSync(join(program.folder, 'HEAD'), 'ref: refs/heads/main\n')
    if (Number(await attack(program, readHead)) >= 0)
      found.push({ launcher: basename(program.command[0] ?? ''), kind: way.kind, program })
  }
  return found
}

/** Runs the hostile program in place of git, and returns its result or the signal that ended it. */
export async function attack(program: ConfinedProgram, call: string): Promise<string> {
  const run = { ...program, limits: gitLimits, signal: AbortSignal.timeout(30_000) }
  await using git = startGit(['attack', call.replace('PARENT', `${process.pid}`)], run)
  git.stdin.end()
  let output = ''
  for await (const chunk of git.stdout.setEncoding('utf8')) output += chunk
  const { signal, words } = await git.ended
  return signal ?? (output.trim() || words)
}

/**
 * Makes system calls by number, with invalid arguments. Returns the results by number: negative error numbers, or the
 * signal that ended the program, which is then started again for the rest.
 */
export async function attackEach(program: ConfinedProgram, numbers: readonly number[]): Promise<Map<number, string>> {
  const results = new Map<number, string>()
  for (let left = numbers; left.length > 0; left = left.filter((number) => !results.has(number))) {
    const run = { ...program, limits: gitLimits, signal: AbortSignal.timeout(30_000) }
    await using git = startGit(['attack', `each ${left.join(' ')}`], run)
    git.stdin.end()
    let output = ''
    for await (const chunk of git.stdout.setEncoding('utf8')) output += chunk
    const { signal } = await git.ended
    const lines = output.split('\n').filter((line) => line !== '')
    if (lines.length === 0) throw new Error('the hostile program did not start')
    for (const line of lines) {
      const [number = '', result = ''] = line.split(' ')
      results.set(Number(number), result === '' ? `${signal}` : result)
    }
  }
  return results
}
