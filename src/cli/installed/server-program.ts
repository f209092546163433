import { isAbsolute } from 'node:path'
import type { ClientServer } from '../../engine/inventory/settings-files/client-servers.ts'
import { type Launch, launchOf, namesOtherRegistry } from '../../engine/inventory/settings-files/launched-packages.ts'
import { isLocalLaunch, launchedPackage } from '../../engine/inventory/readers/mcp/launched-package.ts'
import type { Target } from '../../engine/model/target.ts'
import { movableVersion } from '../../engine/rules/configuration/clients/movable-version.ts'
import { secretsOf } from '../../engine/rules/configuration/clients/server-secrets.ts'
import { displayAddress } from '../../engine/rules/display-text.ts'
import { parseTarget } from '../../engine/sources/accept-url.ts'
import { ScanFailure } from '../../engine/model/failure.ts'
import { normalProjectName } from '../../engine/sources/python-packaging/project-name.ts'
import type { UserPlace } from '../../settings/user-place.ts'
import { installedProgram } from './installed-program.ts'
import { expanded, programName, projectFolderOf, scriptOf } from './local-script.ts'

/**
 * Program that a client would run, or remote server that it would connect to. `label` contains no credentials.
 *
 * - `package`, `folder`: can be scanned
 * - `image`, `remote`, `unknown`: cannot be scanned. `reason` is a sentence that says why.
 */
export type ServerProgram = { readonly label: string } & (
  | { readonly kind: 'package'; readonly target: Target; readonly isMovable: boolean }
  | { readonly kind: 'folder'; readonly target: Target }
  | { readonly kind: 'image'; readonly isMovable: boolean; readonly reason: string }
  | { readonly kind: 'remote' | 'unknown'; readonly reason: string }
)

/** User that starts a server, and the working directory of the server. */
export interface ServerPlace extends UserPlace {
  /** Folder in which the client starts the server. Undefined if the client decides. */
  readonly folder: string | undefined
}

/**
 * Determines what a client would run for a server. Reads file names and package metadata, and starts no program.
 * Returns `unknown` for programs whose label would reveal a secret.
 */
export function programOf(server: ClientServer, place: ServerPlace): ServerProgram {
  const program = namedProgram(server, place)
  const secrets = [...secretsOf(server)].map(({ secret }) => secret.replace(/^(?:bearer|basic|token)\s+/i, ''))
  return secrets.some((secret) => secret.length > 3 && program.label.includes(secret))
    ? unknownProgram('a program', 'Its command contains a secret where Assay expects the name of a package or program.')
    : program
}

function namedProgram(server: ClientServer, place: ServerPlace): ServerProgram {
  const { command, args, url } = server
  if (command === undefined) return remoteProgram(url?.text ?? '')
  const words = withoutEnvironment([...command.text.trim().split(/\s+/), ...args.map(({ text }) => text)])
  const [first = ''] = words
  const launch = launchOf(command, args)
  const main = launch?.main?.text
  const isDenoScript = programName(first) === 'deno' && !/^(?:npm|jsr):/.test(main ?? '')
  if (launch && main !== undefined && !isLocalLaunch(main) && !isDenoScript)
    return passedOnProgram(launch, main, words, place) ?? launchedProgram(launch, main, words)
  const workingFolder = server.workingFolder && expanded(server.workingFolder.text, place)
  const folder = workingFolder !== undefined && isAbsolute(workingFolder) ? workingFolder : place.folder
  const installed = installedProgram(words, place)
  if (installed) return installed
  return (
    localProgram(words, { ...place, folder }) ??
    unknownProgram(shownProgram(first), 'Assay found neither the package nor the source code of this program.')
  )
}

const unknownProgram = (label: string, reason: string): ServerProgram => ({ kind: 'unknown', label, reason })

/** Returns the command without a leading `env` and the variables that it sets. */
function withoutEnvironment(words: readonly string[]): readonly string[] {
  if (programName(words[0] ?? '') !== 'env') return words
  const start = words.findIndex((word, index) => index > 0 && !/^-|^\w+=/.test(word))
  return start < 0 ? [] : words.slice(start)
}

/** Returns a program's display name. A word that sets a variable may contain a secret. */
const shownProgram = (word: string): string =>
  word === '' || word.includes('=') ? 'a program' : displayAddress(lastPart(word)).slice(0, 100)

/** Returns the program in a local folder that a command runs, or undefined if the command names none. */
function localProgram(words: readonly string[], place: ServerPlace): ServerProgram | undefined {
  const script = scriptOf(words, place)
  if (script === undefined) return undefined
  const path = projectFolderOf(script, place.home)
  if (path === undefined)
    return unknownProgram(shownProgram(script), 'Its command names the home folder or a folder of the system.')
  return { kind: 'folder', label: path, target: { type: 'folder', path } }
}

/** Packages that run or call another program, which is the actual server. */
const launchers: ReadonlySet<string> = new Set([
  'tsx',
  'ts-node',
  'nodemon',
  'fastmcp',
  'mcp',
  'supergateway',
  '@smithery/cli',
  'mcp-remote',
])

/** Returns the program that a launcher runs or calls, or undefined if the package is not a launcher. */
function passedOnProgram(
  { kind }: Launch,
  main: string,
  words: readonly string[],
  place: ServerPlace,
): ServerProgram | undefined {
  if (kind === 'image' || !launchers.has(launchedPackage(main, kind).name)) return undefined
  const rest = words.slice(words.indexOf(main) + 1)
  // Checked first, because a URL after a script is an argument of the script.
  const local = localProgram(['node', ...rest], place)
  const address = rest.find((word) => /^https?:\/\//.test(word))
  if (local) return local
  if (address !== undefined) return remoteProgram(address)
  return unknownProgram(
    displayAddress(main).slice(0, 100),
    'This package starts another program, which Assay did not find.',
  )
}

function launchedProgram({ kind }: Launch, text: string, words: readonly string[]): ServerProgram {
  const label = shownRequest(text)
  if (namesOtherRegistry(words.map((text) => ({ text }))))
    return unknownProgram(label, 'It comes from another package registry.')
  const isMovable = movableVersion(text, kind) !== undefined
  if (kind === 'image')
    return {
      kind,
      label,
      isMovable,
      reason: 'The server is a container image. Assay does not scan the contents of images.',
    }
  const asked = launchedPackage(text, kind)
  const { name, requested, version } = asked
  try {
    if (version !== undefined) {
      const target: Target =
        kind === 'npm'
          ? { type: 'npm', name, selector: version }
          : { type: 'pypi', name: normalProjectName(name), version }
      return {
        kind: 'package',
        label: `${kind === 'npm' ? 'npm' : 'pypi'}:${name}@${version}`,
        target,
        isMovable: false,
      }
    }
    const repository = repositoryOf(requested)
    if (repository !== undefined) return { kind: 'package', label, target: parseTarget(repository), isMovable }
    if (kind === 'npm' && /^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) && /^[\w.^~<>=*| -]+$/.test(requested))
      return {
        kind: 'package',
        label: shownRequest(`npm:${name}${requested === 'any version' ? '' : `@${requested}`}`),
        target: { type: 'npm', name, selector: requested === 'any version' ? 'latest' : requested },
        isMovable: true,
      }
    // A lower bound installs the newest release. Any other range may exclude the newest release.
    if (kind === 'python' && /^[\w.-]+$/.test(name) && /^(?:any version|\*|latest|>=?[^,<]+)$/.test(requested))
      return {
        kind: 'package',
        label: `pypi:${name}`,
        target: { type: 'pypi', name: normalProjectName(name) },
        isMovable: true,
      }
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    return { kind: 'unknown', label, reason: error.message }
  }
  return {
    kind: 'unknown',
    label,
    reason: 'Assay cannot determine which version this command runs. Pin an exact version.',
  }
}

/** Returns the repository URL from which a launch command installs, or undefined for other arguments. */
function repositoryOf(requested: string): string | undefined {
  const [, forge, path] = /^(github|gitlab|bitbucket):([\w.-]+\/[\w.-]+(?:#.+)?)$/.exec(requested) ?? []
  if (forge !== undefined) return `git+https://${forge === 'bitbucket' ? 'bitbucket.org' : `${forge}.com`}/${path}`
  if (/^[\w.-]+\/[\w.-]+(?:#.+)?$/.test(requested)) return `git+https://github.com/${requested}`
  // uv writes the revision after an @.
  if (/^git\+https:/i.test(requested)) return requested.replace(/(\.git|\/[\w.-]+)@([\w./-]+)$/, '$1#$2')
  return undefined
}

/** Returns a requested package without credentials. For an archive, returns only the host and the file name. */
const shownRequest = (text: string): string =>
  displayAddress(text.replace(/(https?:\/\/[^/\s]+)\/\S*\/([^/\s]*\.(?:tgz|tar\.gz|zip|whl))/i, '$1/…/$2')).slice(
    0,
    200,
  )

/** Returns the program for a remote server. Shows only the host, because the path and query often contain a token. */
const remoteProgram = (url: string): ServerProgram => ({
  kind: 'remote',
  label: URL.parse(url)?.host || 'a remote server',
  reason: 'It runs on another machine. Assay does not contact it.',
})

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
