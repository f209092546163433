import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A temporary folder of a test, with a function to run git. */
export interface WorkingTree extends Disposable {
  /** Real path without symbolic links. */
  readonly path: string
  write(files: Readonly<Record<string, string | Buffer>>): void
  /** Runs git in the folder, without the settings of the machine or user. Returns its output. */
  git(words: readonly string[], input?: string): string
}

/** Creates a temporary folder with these files. */
export function workingTree(files: Readonly<Record<string, string | Buffer>> = {}): WorkingTree {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'assay-tree-')))
  const tree: WorkingTree = {
    path,
    write(written) {
      for (const [name, content] of Object.entries(written)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), content)
      }
    },
    git: (words, input) => {
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: path,
        XDG_CONFIG_HOME: path,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@a.example',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@a.example',
      }
      try {
        return execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...words], {
          cwd: path,
          env,
          input: input === undefined ? '' : Buffer.from(input),
          encoding: 'latin1',
          stdio: ['pipe', 'pipe', 'ignore'],
          maxBuffer: 2 ** 28,
        })
      } catch (error) {
        // `check-ignore` exits with 1 if nothing is ignored.
        if (error instanceof Error && 'status' in error && error.status === 1 && 'stdout' in error)
          return String(error.stdout)
        throw error
      }
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
  tree.write(files)
  return tree
}
