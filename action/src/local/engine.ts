import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ActionFailure } from '../failure.ts'
import type { Environment } from '../runner.ts'
import type { LocalContext } from './local-context.ts'
import { environmentOfPrograms, runProgram } from './run-program.ts'

/** Checkout of Assay at the commit used by the workflow. This file is in `action/dist`. */
const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** CLI files besides `dist`, and files that its installation needs. */
const packageFiles = ['assay.js', 'package.json', 'package-lock.json', '.npmrc', 'patches', 'src/service/package.json']

/**
 * Arguments for `npm`. The lockfile pins each package's integrity. Package scripts do not run, and development
 * dependencies are omitted.
 */
const installWords = ['ci', '--ignore-scripts', '--omit=dev', '--workspaces=false', '--no-audit', '--no-fund']

/** Name of a marker file, which is written last so that an interrupted installation is repeated. */
const doneName = 'prepared'

/**
 * Installs this commit's CLI into the job's temporary folder. The code comes from the commit's sources, and the
 * dependencies from the registry, as pinned in its lockfile. Later steps of the job reuse the installation. Returns the
 * program path. Throws ActionFailure if the installation fails.
 */
export async function prepareEngine(context: LocalContext): Promise<string> {
  const folder = join(context.temporaryFolder, `assay-${fingerprint()}`)
  const program = join(folder, 'assay.js')
  if (existsSync(join(folder, doneName))) return program
  const startedAt = performance.now()
  context.runner.group('Installing the scanner')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const path of packageFiles) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(checkout, path), join(folder, path), { recursive: true })
  }
  await run(context, folder, 'npm', [process.execPath, npmProgram(context.environment), ...installWords])
  const build = join(checkout, 'build/build-command-line.ts')
  await run(context, folder, 'The build of the scanner', [process.execPath, '--no-warnings', build, folder])
  writeFileSync(join(folder, doneName), '')
  context.runner.say(`The scanner is ready after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
  context.runner.endGroup()
  return program
}

/** Returns a fingerprint of this commit, because two commits in one job need separate installations. */
function fingerprint(): string {
  return createHash('sha256')
    .update(`${checkout}\n`)
    .update(readFileSync(join(checkout, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)
}

async function run(
  { environment, deadline, runner }: LocalContext,
  folder: string,
  name: string,
  command: readonly [string, ...string[]],
): Promise<void> {
  const { code, problem } = await runProgram(name, command, {
    folder,
    environment: environmentOfPrograms(environment),
    deadline,
    onLine: (line) => runner.say(line),
  })
  if (code !== 0)
    throw new ActionFailure(
      'error',
      `${name} failed, so nothing was scanned. The runner needs access to an npm registry. ${problem}`,
    )
}

/** Returns the script of the npm in PATH, or of the npm next to this Node. Throws ActionFailure if neither exists. */
function npmProgram({ PATH = '' }: Environment): string {
  const beside = dirname(process.execPath)
  const places = [
    ...PATH.split(delimiter).flatMap((folder) =>
      folder === '' ? [] : [join(folder, 'npm'), join(folder, 'node_modules/npm/bin/npm-cli.js')],
    ),
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
  ]
  for (const place of places) {
    // On Linux and macOS, `npm` is a link to the script. On Windows, the script is below the folder of `npm.cmd`.
    const path = existsSync(place) ? realpathSync(place) : ''
    if (path.endsWith('.js')) return path
  }
  throw new ActionFailure(
    'error',
    'Nothing was scanned: the runner has no npm, which installs the dependencies of the scanner. Add ' +
      'actions/setup-node before this step.',
  )
}
