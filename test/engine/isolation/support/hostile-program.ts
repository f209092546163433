import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Whether this machine has a C compiler. */
export const canCompile = spawnSync('cc', ['--version']).status === 0

/** Compiles the hostile program into a folder and returns its path. */
export function compileHostileProgram(folder: string): string {
  const program = join(folder, 'git')
  execFileSync('cc', ['-O1', '-o', program, join(import.meta.dirname, 'hostile-program.c')], { stdio: 'pipe' })
  return program
}
