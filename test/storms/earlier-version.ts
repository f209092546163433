import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An earlier commit of this repository, installed in a folder of its own. The folder is removed on disposal. */
export interface EarlierVersion extends Disposable {
  readonly commit: string
  readonly folder: string
}

/**
 * Returns the commit from which to upgrade: `STORM_UPGRADE_FROM`, or the last commit without the newest migration.
 * Returns undefined if the history of this repository is not here.
 */
export function earlierCommit(): string | undefined {
  const chosen = process.env['STORM_UPGRADE_FROM']
  try {
    if (chosen) return git('rev-parse', '--verify', '--end-of-options', `${chosen}^{commit}`)
    const newest = readdirSync(join(root, 'drizzle'))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .at(-1)
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `drizzle/${newest}`)
    return git('rev-parse', '--verify', `${added}^`)
  } catch (error) {
    if (chosen) throw new Error(`STORM_UPGRADE_FROM names no commit: ${chosen}`, { cause: error })
    return undefined
  }
}

/** Installs a commit with its own packages, which `npm ci` fetches from the configured registry. Takes a minute. */
export function installEarlierVersion(commit: string): EarlierVersion {
  const folder = join(tmpdir(), `assay-earlier-${process.pid}`)
  mkdirSync(folder)
  const version = { commit, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
  try {
    const files = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 })
    execFileSync('tar', ['-x'], { cwd: folder, input: files })
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
    return version
  } catch (error) {
    version[Symbol.dispose]()
    throw error
  }
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
