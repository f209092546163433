import { basename } from 'node:path/posix'
import type { Component } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import { repositoryName, submoduleAddress } from '../../model/repository-name.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { isDevelopmentFile } from './development-folders.ts'

/** Submodule at the commit recorded in the project. */
export interface Submodule {
  readonly path: string
  readonly commit: string
  /** Host and path of the repository. */
  readonly repository: string
  /** Line number of the submodule's section in `.gitmodules`. */
  readonly line: number
}

const manifest = '.gitmodules'

/** Maximum size of a parsed file. Real files have a few kilobytes. */
const maxBytes = 256 * 1024

/** Maximum number of submodules. Projects have up to a few hundred. */
const maxSubmodules = 1_000

/**
 * Returns a project's submodules: the repositories come from `.gitmodules`, and the commits from the tree or the git
 * index. Entries without a repository or a commit are omitted. Runs in linear time.
 */
export function submodulesOf({
  files,
  submodules,
  source,
}: Pick<Snapshot, 'files' | 'submodules' | 'source'>): readonly Submodule[] {
  const file = files.get(manifest)
  if (submodules === undefined || file === undefined || file.size > maxBytes) return []
  const project = source.type === 'git' ? source.canonicalUrl : undefined
  return sectionsIn(file.content.toString('utf8'))
    .flatMap(({ line, values }): Submodule[] => {
      const [path, url] = [withoutEndSlashes(values.get('path')), values.get('url')]
      const commit = path === undefined ? undefined : submodules.get(path)
      const address = url === undefined ? undefined : submoduleAddress(url, project)
      const repository = address === undefined ? undefined : repositoryName(address)
      return path === undefined || commit === undefined || repository === undefined
        ? []
        : [{ path, commit, repository, line }]
    })
    .slice(0, maxSubmodules)
}

const sectionHeader = /^\[submodule\s+"(?:[^"\\]|\\.)*"\]/i

/** Parses the submodule sections in the syntax of git-config(1), with the relevant values. */
function sectionsIn(text: string): { readonly line: number; readonly values: Map<string, string> }[] {
  const sections: { readonly line: number; readonly values: Map<string, string> }[] = []
  let isSubmodule = false
  for (const [index, written] of text.split('\n').entries()) {
    let line = withoutComment(written).trim()
    if (line.startsWith('[')) {
      const header = sectionHeader.exec(line)
      isSubmodule = header !== null
      if (isSubmodule) sections.push({ line: index + 1, values: new Map() })
      // The first value may be on the same line.
      line = line.slice(header?.[0].length)
    }
    if (isSubmodule) {
      const end = line.indexOf('=')
      const value = line
        .slice(end + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1')
      // As in git, the last value takes precedence.
      if (end > 0) sections.at(-1)?.values.set(line.slice(0, end).trim().toLowerCase(), value)
    }
  }
  return sections
}

/**
 * Removes a comment, which starts at a `#` or `;` outside quotes. A backslash escapes the next character. Runs in
 * linear time.
 */
function withoutComment(line: string): string {
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '#' || character === ';')) return line.slice(0, at)
  }
  return line
}

/**
 * Returns a submodule's component. If the commit has a known tag, the tag is the version, because advisories list tags.
 *
 * @param project name of the project that contains the submodule
 */
export function submoduleComponent(
  { path, commit, repository, line }: Submodule,
  tag: string | undefined,
  project: string,
): Component {
  const version = tag ?? commit
  return {
    purl: packageUrl('GIT', repository, version),
    name: repository,
    version,
    ecosystem: 'GIT',
    direct: true,
    dev: isDevelopmentFile(path),
    introducedBy: [{ manifest, path: [basename(project) || project, `${repository}@${version}`], line }],
  }
}

/** Strips trailing slashes in linear time. */
function withoutEndSlashes(path: string | undefined): string | undefined {
  let end = path?.length ?? 0
  while (path?.[end - 1] === '/') end -= 1
  return path?.slice(0, end)
}
