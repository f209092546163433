/**
 * How a function receives the program and its arguments: the program and a list, the program and separate arguments, or
 * a single list.
 */
export type Style =
  | 'program, list'
  | 'program, arguments'
  | 'list'
  | 'arguments'
  | { readonly program: string; readonly style: 'list' | 'arguments' }

/** A function that starts a program. No shell is involved unless an option requests one. */
export interface Starter {
  readonly language: string
  readonly callee: string
  readonly style: Style
  readonly example: string
}

export const git = { program: 'git', style: 'arguments' } as const

export const starters: readonly Starter[] = [
  ...['spawn', 'spawnSync', 'execFile', 'execFileSync'].map((name): Starter => ({
    language: 'javascript',
    callee: `child_process.${name}`,
    style: 'program, list',
    example:
      `import { ${name} } from 'node:child_process'; export const f = (tainted) => ${name}('git', ['clone', ` +
      'tainted])',
  })),
  {
    language: 'javascript',
    callee: 'child_process.fork',
    style: 'program, list',
    example: "import { fork } from 'node:child_process'; export const f = (tainted) => fork(tainted, [])",
  },
  ...['execa', 'execa.sync', 'execa.execaSync'].map((callee): Starter => ({
    language: 'javascript',
    callee,
    style: 'program, list',
    example:
      "import * as execa from 'execa'; export const f = (tainted) => " +
      `${callee === 'execa' ? 'execa.execa' : callee}('git', ['clone', tainted])`,
  })),
  {
    language: 'javascript',
    callee: 'node-pty.spawn',
    style: 'program, list',
    example: "import pty from 'node-pty'; export const f = (tainted) => pty.spawn('bash', ['-c', tainted])",
  },
  {
    language: 'javascript',
    callee: 'tinyexec.x',
    style: 'program, list',
    example: "import { x } from 'tinyexec'; export const f = (tainted) => x('git', ['clone', tainted])",
  },
  {
    language: 'javascript',
    callee: 'tinyexec.exec',
    style: 'program, list',
    example: "import { exec } from 'tinyexec'; export const f = (tainted) => exec('git', ['clone', tainted])",
  },
  {
    language: 'javascript',
    callee: 'spawn-rx.spawnPromise',
    style: 'program, list',
    example:
      "import { spawnPromise } from 'spawn-rx'; export const f = (tainted) => spawnPromise('git', ['clone', tainted])",
  },
  {
    language: 'javascript',
    callee: 'nano-spawn',
    style: 'program, list',
    example: "import spawn from 'nano-spawn'; export const f = (tainted) => spawn('git', ['clone', tainted])",
  },
  {
    language: 'javascript',
    callee: 'Bun.spawn',
    style: 'list',
    example: "export const f = (tainted) => Bun.spawn(['git', 'clone', tainted])",
  },
  {
    language: 'javascript',
    callee: 'Bun.spawnSync',
    style: 'list',
    example: "export const f = (tainted) => Bun.spawnSync(['git', 'clone', tainted])",
  },
  {
    language: 'javascript',
    callee: 'simple-git().raw',
    style: git,
    example: "import { simpleGit } from 'simple-git'; export const f = (tainted) => simpleGit().raw(['log', tainted])",
  },
  ...[
    'clone',
    'fetch',
    'pull',
    'push',
    'checkout',
    'diff',
    'show',
    'log',
    'listRemote',
    'addRemote',
    'mirror',
    'merge',
    'rebase',
    'reset',
  ].map((name): Starter => ({
    language: 'javascript',
    callee: `simple-git().${name}`,
    style: git,
    example: `import simpleGit from 'simple-git'; export const f = (tainted) => simpleGit().${name}(tainted)`,
  })),
  ...['run', 'Popen', 'call', 'check_call', 'check_output'].map((name): Starter => ({
    language: 'python',
    callee: `subprocess.${name}`,
    style: 'list',
    example: `import subprocess\ndef f(tainted):\n    subprocess.${name}(["git", "clone", tainted])`,
  })),
  {
    language: 'python',
    callee: 'asyncio.create_subprocess_exec',
    style: 'program, arguments',
    example: 'import asyncio\nasync def f(tainted):\n    await asyncio.create_subprocess_exec("git", "clone", tainted)',
  },
  {
    language: 'python',
    callee: 'asyncio.subprocess.create_subprocess_exec',
    style: 'program, arguments',
    example:
      'import asyncio\nasync def f(tainted):\n    await asyncio.subprocess.create_subprocess_exec("git", ' +
      '"clone", tainted)',
  },
  {
    language: 'python',
    callee: 'trio.run_process',
    style: 'list',
    example: 'import trio\nasync def f(tainted):\n    await trio.run_process(["git", "clone", tainted])',
  },
  {
    language: 'python',
    callee: 'anyio.open_process',
    style: 'list',
    example: 'import anyio\nasync def f(tainted):\n    await anyio.open_process(["git", "clone", tainted])',
  },
  ...['execv', 'execvp', 'execve', 'execvpe'].map((name): Starter => ({
    language: 'python',
    callee: `os.${name}`,
    style: 'program, list',
    example: `import os\ndef f(tainted):\n    os.${name}("git", ["git", "clone", tainted])`,
  })),
  {
    language: 'python',
    callee: 'git.Repo.clone_from',
    style: git,
    example: 'import git\ndef f(tainted):\n    git.Repo.clone_from(tainted, "x")',
  },
]

/** Methods of `repo.git` in GitPython pass their arguments to git. */
export const gitCommands = { language: 'python', name: /^git\..*\.git\.\w+$/ } as const
