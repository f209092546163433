import { canFilterSystemCalls } from '../kernel/confine-process.ts'
import type { FileRule } from '../kernel/file-rules.ts'
import { nodeLauncher } from './launchers.ts'
import { filesOfProgram } from './program-files.ts'

/** What the kernel refuses to a program. `calls` covers system calls, and `files` covers access to files. */
export type ProgramConfinementKind = 'calls-and-files' | 'calls' | 'none'

/** How a program with one thread, such as git, is confined. */
export interface ProgramConfinement {
  readonly kind: ProgramConfinementKind
  /** Returns the command that starts the program. The program may read and write files only in this folder. */
  commandFor(folder: string): readonly string[]
}

const ownFolder = (path: string): FileRule => ({
  path,
  rights: ['read-file', 'write-file', 'read-dir', 'make-reg', 'remove-file'],
})

/**
 * Returns the ways to confine a program on this kind of machine, the strongest one first. Only a test run shows whether
 * the kernel supports one of them.
 *
 * @param program path of the program
 * @param name first word of the command, under which the program sees itself
 */
export function waysToConfine(program: string, name: string): readonly ProgramConfinement[] {
  const files = canFilterSystemCalls() ? filesOfProgram(program) : undefined
  if (files === undefined) return []
  return [
    {
      kind: 'calls-and-files',
      commandFor: (folder) => [...nodeLauncher({ program, files: [...files, ownFolder(folder)] }), name],
    },
    { kind: 'calls', commandFor: () => [...nodeLauncher({ program }), name] },
  ]
}
