import { isAbsolute } from 'node:path'
import type { ClientServer } from '../../engine/inventory/settings-files/client-servers.ts'
import { type Launch, launchOf } from '../../engine/inventory/settings-files/launched-packages.ts'
import { isLocalLaunch, launchedPackage } from '../../engine/inventory/readers/mcp/launched-package.ts'
import type { Target } from '../../engine/model/target.ts'
import { movableVersion } from '../../engine/rules/configuration/clients/movable-version.ts'
import { displayAddress } from '../../engine/rules/display-text.ts'
import { parseTarget } from '../../engine/sources/accept-url.ts'
import { ScanFailure } from '../../engine/model/failure.ts'
import { normalProjectName } from '../../engine/sources/python-packaging/project-name.ts'
import type { UserPlace } from '../../settings/user-place.ts'
import { installedProgram } from './installed-program.ts'
import { expanded, projectFolderOf, scriptOf } from './local-script.ts'

/**
 * What a client would run or call for a server. `label` names it without credentials.
 *
 * - `package`, `folder`: can be scanned
 * - `image`, `remote`, `unknown`: cannot be scanned. `reason` says why, as a sentence.
 */
export type ServerProgram = { readonly label: string } & (
  | { readonly kind: 'package'; readonly target: Target; readonly isMovable: boolean }
  | { readonly kind: 'folder'; readonly target: Target }
  | { readonly kind: 'image'; readonly isMovable: boolean; readonly reason: string }
  | { readonly kind: 'remote' | 'unknown'; readonly reason: string }
)

/** Where a server is configured. */
export interface ServerPlace extends UserPlace {
  /** Folder in which the client starts the server. Undefined: the client decides. */
  readonly folder: string | undefined
}

/** Determines what a client would run for a server. Reads file names and package metadata, and starts nothing. */
export function programOf(server: ClientServer, place: ServerPlace): ServerProgram {
  const { command, args, url } = server
  if (command === undefined)
    return {
      kind: 'remote',
      label: hostOf(url?.text ?? ''),
      reason: 'The server runs on another machine. Assay does not contact remote servers.',
    }
  const launch = launchOf(command, args)
  if (launch?.main !== undefined && !isLocalLaunch(launch.main.text)) return launchedProgram(launch, launch.main.text)
  const workingFolder = server.workingFolder && expanded(server.workingFolder.text, place)
  const folder = workingFolder !== undefined && isAbsolute(workingFolder) ? workingFolder : place.folder
  const script = scriptOf(
    [command, ...args].map(({ text }) => text),
    { ...place, folder },
  )
  if (script !== undefined) {
    const path = projectFolderOf(script, place.home)
    return { kind: 'folder', label: path, target: { type: 'folder', path } }
  }
  const installed = installedProgram(
    [command, ...args].map(({ text }) => text),
    place,
  )
  if (installed) return installed
  return {
    kind: 'unknown',
    label: displayAddress(lastPart(command.text)).slice(0, 100),
    reason: 'Assay found neither the package nor the source code of this program.',
  }
}

function launchedProgram({ kind }: Launch, text: string): ServerProgram {
  const label = displayAddress(text).slice(0, 200)
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
        label: `npm:${name}${requested === 'any version' ? '' : `@${requested}`}`,
        target: { type: 'npm', name, selector: requested === 'any version' ? 'latest' : requested },
        isMovable: true,
      }
    // A lower bound installs the newest release. For any other range, the newest release may be the wrong one.
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

/** The URL of a repository from which a launch command installs. Undefined for other texts. */
function repositoryOf(requested: string): string | undefined {
  const [, forge, path] = /^(github|gitlab|bitbucket):([\w.-]+\/[\w.-]+(?:#.+)?)$/.exec(requested) ?? []
  if (forge !== undefined) return `git+https://${forge === 'bitbucket' ? 'bitbucket.org' : `${forge}.com`}/${path}`
  if (/^[\w.-]+\/[\w.-]+(?:#.+)?$/.test(requested)) return `git+https://github.com/${requested}`
  // uv writes the revision after an @.
  if (/^git\+https:/i.test(requested)) return requested.replace(/(\.git|\/[\w.-]+)@([\w./-]+)$/, '$1#$2')
  return undefined
}

/** A URL of a server often holds a token in its path or query, so only its host is shown. */
const hostOf = (url: string): string => URL.parse(url)?.host || 'a remote server'

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
