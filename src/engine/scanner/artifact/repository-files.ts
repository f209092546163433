import { posix } from 'node:path'
import type { SkippedFile, SnapshotFile } from '../../model/snapshot.ts'
import { isObject } from '../../sources/package-registries/npm-packument.ts'
import { parseBoundedJson } from '../../sources/package-registries/registry-request.ts'
import { gitIgnored } from './git-ignored.ts'

/** Repository files that a package is compared with. */
export interface RepositoryFiles {
  readonly files: ReadonlyMap<string, SnapshotFile>
  readonly skipped: readonly SkippedFile[]
  readonly notFollowed?: readonly SkippedFile[]
}

/** Maximum number of manifests to search for the package, and maximum size of each. */
const manifests = { most: 2_000, bytes: 512 * 1024 }

/**
 * Returns an npm package's folder in its repository and the version in its manifest, or undefined if no manifest has
 * the package name.
 */
export function npmFolder(
  { files }: Pick<RepositoryFiles, 'files'>,
  name: string,
  declared: string | undefined,
): { readonly folder: string; readonly version: string } | undefined {
  const paths = [...files.keys()].filter(
    (path) => posix.basename(path) === 'package.json' && !path.includes('node_modules/'),
  )
  const inOrder = paths
    .toSorted((a, b) => Number(folderOf(b) === declared) - Number(folderOf(a) === declared) || depthOf(a) - depthOf(b))
    .slice(0, manifests.most)
  for (const path of inOrder) {
    const file = files.get(path)
    const manifest = file && file.size <= manifests.bytes ? parseBoundedJson(file.content) : undefined
    if (isObject(manifest) && manifest['name'] === name)
      return { folder: folderOf(path), version: typeof manifest['version'] === 'string' ? manifest['version'] : '' }
  }
  return undefined
}

export const depthOf = (path: string): number => path.split('/').length

function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

/** Index of a repository's paths for looking up package paths. */
export class RepositoryIndex {
  readonly files: ReadonlyMap<string, SnapshotFile>
  readonly isIgnored: (path: string) => boolean
  readonly #byName = new Map<string, string[]>()
  readonly #stems = new Set<string>()
  readonly #folders = new Set<string>()
  readonly #unread: ReadonlySet<string>

  constructor({ files, skipped, notFollowed = [] }: RepositoryFiles) {
    this.files = files
    this.isIgnored = gitIgnored(files)
    this.#unread = new Set([...skipped, ...notFollowed].map(({ path }) => path))
    for (const path of files.keys()) {
      const name = posix.basename(path)
      const known = this.#byName.get(name)
      if (known) known.push(path)
      else this.#byName.set(name, [path])
      if (compiled.test(name)) this.#stems.add(stemOf(name))
      for (let folder = folderOf(path); folder !== '' && !this.#folders.has(folder); folder = folderOf(folder))
        this.#folders.add(folder)
    }
  }

  /** Returns files below a folder whose paths end with the given path, nearest first and at most 50. */
  candidates(folder: string, path: string): string[] {
    const exact = folder === '' ? path : `${folder}/${path}`
    const others = (this.#byName.get(posix.basename(path)) ?? []).filter(
      (other) => other !== exact && other.endsWith(`/${path}`) && (folder === '' || other.startsWith(`${folder}/`)),
    )
    return [
      ...(this.files.has(exact) ? [exact] : []),
      ...others.toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, 50),
    ]
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path)
  }

  /**
   * Reports whether a file in a different language has the same name apart from the extension. A compiler may have
   * generated the file at this path from it.
   */
  hasSourceOf(path: string): boolean {
    return this.#stems.has(stemOf(posix.basename(path)))
  }

  /** Reports whether the path, or a folder above it, was skipped because it is a link, a submodule, or too large. */
  isUnread(path: string): boolean {
    for (let at = path; at !== ''; at = folderOf(at)) if (this.#unread.has(at)) return true
    return false
  }
}

/** Matches languages that compile to JavaScript or Python. */
const compiled = /\.(?:[cm]?tsx?|jsx|vue|svelte|coffee|rs|pyx|pyi|proto|civet|res|ml|elm|cljs|purs|dart)$/i
const stemOf = (name: string): string => name.replace(/(?:\.min|\.bundle|_pb2(?:_grpc)?|_pb)?\.[^.]+$/, '')
