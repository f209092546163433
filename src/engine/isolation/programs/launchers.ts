import { fileURLToPath } from 'node:url'
import { childModule } from '../built-module.ts'
import type { FileRule } from '../kernel/file-rules.ts'

/** What a launcher does before it becomes a program. */
export interface LaunchPlan {
  /** Path of the program. */
  readonly program: string
  /** Files that the program may use. Undefined if the kernel cannot restrict them. */
  readonly files?: readonly FileRule[]
  /**
   * `program`: one thread, no network, and no other processes. `scan-process`: the rules of `scanProcessRules`.
   * `fetcher`: the rules of `fetcherStartRules`. Descriptors 3 and 4 of the last two stay open. Defaults to `program`.
   */
  readonly kind?: 'program' | 'scan-process' | 'fetcher'
  /** Mark of the program and of all programs that it starts, see `markProcess`. Only for `scan-process`. */
  readonly mark?: number
}

/**
 * Returns the command prefix that starts a program with setpriv of util-linux, in about 1 ms. Versions from 2.41 on
 * support both options.
 *
 * @param filter path of a system call filter for the rules `setprivRules`
 */
export function setprivLauncher(
  { program, files }: Required<Pick<LaunchPlan, 'program' | 'files'>>,
  filter: string,
): string[] {
  const rules = files.flatMap(({ path, rights }) => ['--landlock-rule', `path-beneath:${rights.join(',')}:${path}`])
  return ['setpriv', '--no-new-privs', '--landlock-access', 'fs', ...rules, '--seccomp-filter', filter, '--', program]
}

const launchProgram = fileURLToPath(childModule(new URL('launch.ts', import.meta.url)))

/**
 * Node options of the launcher. Without just-in-time compilation and threads of V8, Node reserves 600 MiB of address
 * space instead of 1,300 MiB (measured), so it starts under the limit that applies to the program.
 */
const nodeOptions = ['--no-warnings', '--jitless', '--v8-pool-size=0']

/** Returns the command prefix that starts a program with a launcher of Assay, in about 50 ms of CPU time. */
export function nodeLauncher(plan: LaunchPlan, name: string): string[] {
  return [process.execPath, ...nodeOptions, launchProgram, JSON.stringify(plan), name]
}
