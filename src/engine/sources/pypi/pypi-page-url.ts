import { ScanFailure } from '../../model/failure.ts'
import type { PypiTarget } from '../../model/target.ts'
import { isProjectName, normalProjectName } from '../python-packaging/project-name.ts'
import { parsePythonVersion } from '../python-packaging/version.ts'
import { shownText } from '../shown-text.ts'

const hosts = new Set(['pypi.org', 'www.pypi.org', 'pypi.python.org'])
const testHosts = new Set(['test.pypi.org', 'testpypi.python.org'])
const pagePath = /^\/(?:project|p)\/(?<name>[^/]+)(?:\/(?<version>[^/]+))?\/*$/

/** Returns the URL of a project page, without a version. */
export function pypiPageUrl(name: string): string {
  return `https://pypi.org/project/${name}/`
}

/**
 * Parses a project page URL: `/project/NAME/`, or `/project/NAME/VERSION/` for one release. Ignores query and fragment.
 */
export function parsePypiPageUrl(url: URL): PypiTarget | undefined {
  if (testHosts.has(url.host))
    throw new ScanFailure('INVALID_URL', 'Assay does not scan the test index. Submit the project page on pypi.org.')
  if (!hosts.has(url.host)) return undefined
  const { name, version } = pagePath.exec(decodePath(url.pathname))?.groups ?? {}
  if (name === undefined) {
    throw new ScanFailure(
      'INVALID_URL',
      'This is not a project page of the Python package index. Use ' +
        'https://pypi.org/project/NAME/ or https://pypi.org/project/NAME/VERSION/.',
    )
  }
  if (!isProjectName(name))
    throw new ScanFailure('INVALID_URL', `"${shownText(name)}" is not a valid Python project name.`)
  if (version !== undefined && parsePythonVersion(version) === undefined)
    throw new ScanFailure(
      'INVALID_URL',
      `"${shownText(version)}" is not a Python version. Use a version such as 1.2.3, 2.0rc1, or 1.0.post1.`,
    )
  return { type: 'pypi', name: normalProjectName(name), ...(version !== undefined && { version }) }
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}
