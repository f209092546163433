import { posix } from 'node:path'
import type { ManifestFile } from '../../manifest-reader.ts'
import { pathWithinProject } from '../../project-path.ts'
import { readBeside } from '../../read-beside.ts'
import { type Table, tableAt, textsAt } from '../../syntax/document.ts'
import { parseToml } from '../../syntax/toml.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { cargoProject, type CargoRequest, cargoRequests } from './cargo-manifest.ts'

/**
 * Maximum number of manifests to open for one lockfile. The next constant limits their total length in characters. 500
 * manifests have about 1,000,000 characters.
 */
const maxManifests = 500
const maxCharacters = 4 * 1024 * 1024

/** Crate in the project. */
export interface CargoMember {
  /** Folder relative to the lockfile's folder. `.` if they are the same. */
  readonly folder: string
  readonly requests: readonly CargoRequest[]
}

/**
 * Finds the Cargo.toml files of lockfile packages without a source, by package name. Searches the workspace members and
 * the targets of path dependencies. Packages whose file is missing are omitted.
 */
export function findMembers(file: ManifestFile, names: readonly string[]): ReadonlyMap<string, CargoMember> {
  const wanted = new Set(names)
  const workspace = readManifest(file, '.') ?? {}
  const folders = new Set(['.', ...listedMembers(file, tableAt(workspace, 'workspace'))])
  const members = new Map<string, CargoMember>()
  let opened = 0
  let characters = 0
  const parse = (text: string, work: WorkBudget): Table => {
    characters += text.length
    return parseToml(text, work)
  }
  for (const folder of folders) {
    if ((opened += 1) > maxManifests || characters > maxCharacters) break
    const root = readManifest(file, folder, parse)
    const name = root === undefined ? undefined : cargoProject(root)?.name
    const requests = root === undefined ? [] : cargoRequests(root, workspace, posix.relative(folder, '.') || '.')
    workOf(file).spend(requests.length)
    if (name !== undefined && wanted.has(name)) members.set(name, { folder, requests })
    for (const { folder: other } of requests) if (other !== undefined) folders.add(posix.join(folder, other))
  }
  return members
}

/**
 * Returns the members listed in the workspace. See
 * https://doc.rust-lang.org/cargo/reference/workspaces.html#the-members-and-exclude-fields
 */
function listedMembers(file: ManifestFile, workspace: Table): readonly string[] {
  const patterns = textsAt(workspace, 'members')
  return (
    file.membersOf?.([...patterns, ...textsAt(workspace, 'exclude').map((excluded) => `!${excluded}`)], 'Cargo.toml') ??
    patterns.filter((pattern) => !pattern.includes('*'))
  )
}

const readManifest = (
  file: ManifestFile,
  folder: string,
  parse: (text: string, work: WorkBudget) => Table = parseToml,
): Table | undefined =>
  pathWithinProject(file.path, folder) === undefined
    ? undefined
    : readBeside(file, posix.join(folder, 'Cargo.toml'), parse)
