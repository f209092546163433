import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { canFilterSystemCalls } from '../kernel/confine-process.ts'
import type { FileRule } from '../kernel/file-rules.ts'
import { filterProgram } from '../kernel/filter-program.ts'
import { setprivRules } from '../kernel/program-rules.ts'
import { isKnownArchitecture } from '../kernel/system-calls.ts'
import { hasInheritedDescriptors } from './inherited-descriptors.ts'
import { type LaunchPlan, nodeLauncher, setprivLauncher } from './launchers.ts'
import { perlLauncher } from './perl-launcher.ts'
import { filesOfProgram } from './program-files.ts'

/** What the kernel refuses to a program. `calls` covers system calls, and `files` covers access to files. */
export type ProgramConfinementKind = 'calls-and-files' | 'calls' | 'none'

/** How a program with one thread, such as git, is confined. */
export interface ProgramConfinement {
  readonly kind: ProgramConfinementKind
  /** Creates the program's folder in a folder that the program cannot reach. */
  open(home: string): Promise<ConfinedProgram>
}

export interface ConfinedProgram {
  /** The only folder in which the program may read and write files. */
  readonly folder: string
  /** Command that starts the program. */
  readonly command: readonly string[]
}

/** Returns the confinement of a program that is started without a launcher. */
export const unconfinedProgram = (program: string): ProgramConfinement => ({
  kind: 'none',
  open: async (home) => ({ folder: await makeFolder(home), command: [program] }),
})

async function makeFolder(home: string): Promise<string> {
  const folder = join(home, 'own')
  await mkdir(folder, { mode: 0o700 })
  return folder
}

const ownFolder = (path: string): FileRule => ({
  path,
  rights: ['read-file', 'write-file', 'read-dir', 'make-reg', 'remove-file'],
})

/**
 * Returns the ways to confine a program on this kind of machine, in order of preference. Only a test run shows whether
 * the machine supports one of them.
 *
 * @param program path of the program
 */
export function waysToConfine(program: string): readonly ProgramConfinement[] {
  const { platform, arch } = process
  const files = platform === 'linux' && isKnownArchitecture(arch) ? filesOfProgram(program) : undefined
  if (files === undefined || !isKnownArchitecture(arch)) return []
  const name = basename(program)
  const withSetpriv: ProgramConfinement = {
    kind: 'calls-and-files',
    async open(home) {
      const folder = await makeFolder(home)
      const filter = join(home, 'filter')
      await writeFile(filter, filterProgram(arch, setprivRules()))
      return { folder, command: setprivLauncher({ program, files: [...files, ownFolder(folder)] }, filter) }
    },
  }
  const startedBy = (
    launcher: (plan: LaunchPlan) => string[],
    kind: Exclude<ProgramConfinementKind, 'none'>,
  ): ProgramConfinement => ({
    kind,
    async open(home) {
      const folder = await makeFolder(home)
      const plan = kind === 'calls' ? { program } : { program, files: [...files, ownFolder(folder)] }
      return { folder, command: launcher(plan) }
    },
  })
  const perl = (plan: LaunchPlan) => perlLauncher(plan, name, arch)
  const node = (plan: LaunchPlan) => nodeLauncher(plan, name)
  const launchers = canFilterSystemCalls() ? [perl, node] : [perl]
  return [
    // setpriv does not close descriptors that the program that started Assay left open.
    ...(hasInheritedDescriptors() ? [] : [withSetpriv]),
    ...launchers.map((launcher) => startedBy(launcher, 'calls-and-files')),
    ...launchers.map((launcher) => startedBy(launcher, 'calls')),
  ]
}
