import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ActionFailure } from '../failure.ts'
import { mergeBaseOf } from '../merge-base.ts'
import type { Subject } from '../workflow-run.ts'
import type { LocalContext } from './local-context.ts'
import { type EndedProgram, environmentOfPrograms, runProgram } from './run-program.ts'

/** Base commit, and a folder with its files. */
export interface BaseFiles {
  readonly commit: string
  readonly folder: string
}

/**
 * Writes the files of the base commit into a new folder. Returns undefined if there is no base commit. Throws
 * ActionFailure if the commit cannot be determined or fetched.
 *
 * The folder is a separate repository without hooks and filters. Git reads no workspace or machine settings there, so
 * it starts no other program. `.gitattributes` cannot change or omit a file.
 */
export async function baseFiles(
  context: LocalContext,
  subject: Subject,
  githubToken: string | undefined,
): Promise<BaseFiles | undefined> {
  const commit = await baseCommit(context, subject, githubToken)
  if (commit === undefined) return undefined
  const folder = mkdtempSync(join(context.temporaryFolder, 'assay-base-'))
  const format = commit.length === 64 ? ['--object-format=sha256'] : []
  await git(context, folder, ['init', '--quiet', '--template=', ...format])
  mkdirSync(join(folder, '.git/info'), { recursive: true })
  writeFileSync(join(folder, '.git/info/attributes'), '* -text -eol -ident -filter -working-tree-encoding\n')
  const objects = await workspaceObjects(context, commit)
  if (objects !== undefined) {
    mkdirSync(join(folder, '.git/objects/info'), { recursive: true })
    writeFileSync(join(folder, '.git/objects/info/alternates'), `${objects}\n`)
  } else await fetchCommit(context, folder, commit, githubToken)
  await git(context, folder, ['checkout', '--quiet', '--force', '--detach', commit])
  return { commit, folder }
}

/**
 * Returns the base commit. For a pull request, the workspace is usually GitHub's merge commit, whose first parent is
 * the base. For any other commit, requests the merge base from GitHub.
 */
async function baseCommit(
  context: LocalContext,
  { base, pull }: Subject,
  githubToken: string | undefined,
): Promise<string | undefined> {
  if (base !== undefined) return fullCommit(context, base)
  if (pull === undefined) return undefined
  const [head, parents] = await headOf(context)
  const [first, second] = parents
  if (first !== undefined && second === pull.head) return first
  return mergeBaseOf(context, { base: pull.base, head: head ?? pull.head }, githubToken)
}

/** Returns the full commit ID. An abbreviated ID must exist in the workspace. */
async function fullCommit(context: LocalContext, commit: string): Promise<string> {
  if (commit.length === 40 || commit.length === 64) return commit.toLowerCase()
  const { code, out } = await inWorkspace(context, ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])
  if (code === 0) return out.trim()
  throw new ActionFailure(
    'refused',
    `baseline: the checkout does not contain ${commit}. Specify the complete ID of the commit, or set fetch-depth: 0 ` +
      'in actions/checkout.',
  )
}

/** Returns the workspace's commit, or undefined if the workspace is not a checkout. */
export async function workspaceCommit(context: LocalContext): Promise<string | undefined> {
  const { code, out } = await inWorkspace(context, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  return code === 0 ? out.trim() : undefined
}

/** Returns the workspace's commit and the IDs of its parents. A shallow checkout does not contain the parents. */
async function headOf(context: LocalContext): Promise<[head: string | undefined, parents: readonly string[]]> {
  const head = await workspaceCommit(context)
  if (head === undefined) return [undefined, []]
  const { out: text } = await inWorkspace(context, ['cat-file', 'commit', 'HEAD'])
  const [header = ''] = text.split('\n\n')
  return [head, [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent = '']) => parent)]
}

/** Returns the workspace's object folder if it contains the commit with all its files. */
async function workspaceObjects(context: LocalContext, commit: string): Promise<string | undefined> {
  // A partial clone can contain a commit without its files, and git does not fetch missing files here.
  const { code } = await inWorkspace(context, ['rev-list', '--objects', '--quiet', '--max-count=1', commit])
  if (code !== 0) return undefined
  const { out } = await inWorkspace(context, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'])
  return out.trim() === '' ? undefined : out.trim()
}

async function fetchCommit(
  context: LocalContext,
  folder: string,
  commit: string,
  githubToken: string | undefined,
): Promise<void> {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository = '' } = context.environment
  const address = server.replace(/\/+$/, '')
  const authorization = Buffer.from(`x-access-token:${githubToken ?? ''}`).toString('base64')
  context.runner.mask(authorization)
  context.runner.say(`Fetching ${commit} from ${address}/${repository}.`)
  await git(
    context,
    folder,
    ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', `${address}/${repository}`, commit],
    // Passed in the environment, because other users of a runner can read process arguments.
    githubToken === undefined
      ? {}
      : {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: `http.${address}/.extraheader`,
          GIT_CONFIG_VALUE_0: `Authorization: Basic ${authorization}`,
        },
  )
}

/** Environment variables for all git processes: no prompts, no optional locks, and no downloads of missing objects. */
const gitVariables = { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }

/** Runs git in the base folder. Throws ActionFailure if it fails. */
async function git(
  context: LocalContext,
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, problem } = await runProgram('git', ['git', ...words], {
    folder,
    environment: {
      ...environmentOfPrograms(context.environment),
      ...gitVariables,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      ...variables,
    },
    deadline: context.deadline,
  })
  if (code !== 0)
    throw new ActionFailure(
      'error',
      'The files of the baseline could not be read, so nothing was scanned. In a private repository, the job needs ' +
        `the contents: read permission. git ${words[0]} failed: ${problem}`,
    )
}

/** Runs git in the workspace, which must only be read: the workspace may belong to another user, as in a container. */
function inWorkspace(context: LocalContext, words: readonly string[]): Promise<EndedProgram> {
  const settings = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  return runProgram('git', ['git', ...settings, ...words], {
    folder: context.workspace,
    environment: { ...environmentOfPrograms(context.environment), ...gitVariables },
    deadline: context.deadline,
  })
}
