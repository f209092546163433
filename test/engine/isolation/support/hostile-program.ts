import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { ConfinedProgram } from '../../../../src/engine/isolation/programs/confine-program.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { startGit } from '../../../../src/engine/sources/git/git-program.ts'

/** Whether this machine has a C compiler. */
export const canCompile = spawnSync('cc', ['--version']).status === 0

/** Compiles the hostile program into a folder and returns its path. */
export function compileHostileProgram(folder: string): string {
  const program = join(folder, 'git')
  execFileSync('cc', ['-O1', '-o', program, join(import.meta.dirname, 'hostile-program.c')], { stdio: 'pipe' })
  return program
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
