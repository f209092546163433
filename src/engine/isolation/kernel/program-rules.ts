import { allowedCalls, conditionalCalls, fatalCalls, unimplementedCalls } from './child-rules.ts'
import type { FilterRules } from './filter-rules.ts'
import type { SystemCall } from './system-calls.ts'

/** Calls that the dynamic linker and the C library make to start a program. */
const startCalls: readonly SystemCall[] = ['arch_prctl', 'set_tid_address']

/**
 * Calls that take a path. `file-rules.ts` restricts the files that they can read and write. No call is allowed that it
 * does not restrict and that changes a file, such as `chmod`, `truncate`, or `utimensat`.
 */
const pathCalls: readonly SystemCall[] = [
  ...(['open', 'openat', 'stat', 'lstat', 'newfstatat', 'statx'] as const),
  ...(['access', 'faccessat', 'faccessat2', 'readlink', 'readlinkat', 'getcwd'] as const),
  ...(['link', 'linkat', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'mkdir', 'mkdirat'] as const),
]

/** Calls on open descriptors. */
const fileCalls: readonly SystemCall[] = [
  ...(['fstat', 'getdents64', 'pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'dup', 'dup2', 'dup3'] as const),
]

/**
 * Returns the rules of a program with one thread, such as git, that reads and writes files but never uses the network
 * and never starts a process. The launcher installs the filter before it executes the program, so `execve` is allowed.
 * `file-rules.ts` restricts the programs.
 *
 * @param processId ID of the process. If it is unknown, the process cannot send signals to itself.
 */
export function programRules(processId?: number): FilterRules {
  return {
    allowed: [...allowedCalls, ...startCalls, ...pathCalls, ...fileCalls, 'execve', 'setitimer', 'umask', 'getppid'],
    conditional: conditionalCalls(processId),
    rejected: { 'not-implemented': unimplementedCalls, kill: fatalCalls.filter((call) => call !== 'execve') },
  }
}

/** `PR_SET_KEEPCAPS` and `PR_SET_NO_NEW_PRIVS`. */
const setprivOptions = [8, 38]

/**
 * Returns the rules of a program that setpriv starts. setpriv installs the filter first. It then sets its capabilities,
 * which can only shrink, and restricts the files.
 */
export function setprivRules(): FilterRules {
  const { allowed, conditional, rejected } = programRules()
  return {
    allowed: [...allowed, 'capget', 'capset', 'landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self'],
    conditional: conditional.map((rule) =>
      rule.call === 'prctl'
        ? { ...rule, only: rule.only.map((only) => ({ ...only, oneOf: [...only.oneOf, ...setprivOptions] })) }
        : rule,
    ),
    rejected,
  }
}
