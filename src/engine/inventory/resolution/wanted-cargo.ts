import { dirname } from 'node:path/posix'
import { z } from 'zod'
import { shownText } from '../../sources/shown-text.ts'
import { pathWithinProject } from '../project-path.ts'
import type { ReadManifest } from '../project/read-manifests.ts'

const Features = z.record(z.string(), z.array(z.string()))

/** Crate in the project. */
const LocalCrate = z.object({
  /** Path of the `Cargo.toml`. */
  path: z.string(),
  folder: z.string(),
  name: z.string().optional(),
  version: z.string().optional(),
  dependencies: z.array(
    z.object({
      alias: z.string(),
      name: z.string(),
      requirement: z.string(),
      features: z.array(z.string()),
      defaultFeatures: z.boolean(),
      optional: z.boolean(),
      dev: z.boolean(),
      folder: z.string().optional(),
      line: z.int().optional(),
    }),
  ),
  features: Features,
  rustVersion: z.string().optional(),
  /** True for a workspace member. The lockfile covers all of its features and development dependencies. */
  isMember: z.boolean(),
})
export type LocalCrate = z.infer<typeof LocalCrate>

/** Crate or workspace without a Cargo.lock, as reported by a child process. */
export const WantedCargo = z.object({
  kind: z.literal('cargo'),
  /** Path of the crate's or workspace's `Cargo.toml`. */
  path: z.string(),
  /** Crates, starting with the crate itself or the workspace members. */
  crates: z.array(LocalCrate),
  resolver: z.string(),
  /** Names of crates replaced by `[patch]`. */
  patched: z.array(z.string()),
  /** Names of all crates in the source. */
  localNames: z.array(z.string()),
})
export type WantedCargo = z.infer<typeof WantedCargo>

/** Maximum number of local crates in an installation. Large workspaces have 500. */
const maxCrates = 1_000

/**
 * Returns one installation per workspace, and one per crate outside of any workspace.
 *
 * @param open manifests that are not covered by a lockfile
 */
export function cargoInstallations(read: readonly ReadManifest[], open: readonly ReadManifest[]): WantedCargo[] {
  const ofCargo = read.filter(({ reading }) => partOf(reading) !== undefined)
  const byFolder = new Map(ofCargo.map((file) => [dirname(file.path), file]))
  const localNames = [...new Set(ofCargo.flatMap(({ reading }) => reading.project?.name ?? []))]
  const covered = new Set(open.flatMap(membersOf))
  return open.flatMap((file): WantedCargo[] => {
    const part = partOf(file.reading)
    const folder = dirname(file.path)
    const isWorkspace = (file.reading.workspaces ?? []).length > 0
    if (part === undefined || (covered.has(folder) && !isWorkspace)) return []
    const members = new Set([folder, ...membersOf(file)])
    const crates = localCrates(members, byFolder, isWorkspace)
    if (crates.every(({ dependencies }) => dependencies.length === 0)) return []
    const { resolver = '1', patched } = part
    return [{ kind: 'cargo', path: shownText(file.path), crates, resolver, patched: [...patched], localNames }]
  })
}

/**
 * Returns the members and the crates that their path dependencies refer to. If a path dependency is below the workspace
 * folder, it is a workspace member too:
 * https://doc.rust-lang.org/cargo/reference/workspaces.html#the-members-and-exclude-fields
 */
function localCrates(
  members: ReadonlySet<string>,
  byFolder: ReadonlyMap<string, ReadManifest>,
  isWorkspace: boolean,
): LocalCrate[] {
  const folders = new Set(members)
  const crates: LocalCrate[] = []
  for (const folder of folders) {
    const file = byFolder.get(folder)
    const part = file && partOf(file.reading)
    if (file === undefined || part === undefined || crates.length >= maxCrates) continue
    crates.push({
      path: shownText(file.path),
      folder,
      ...file.reading.project,
      dependencies: part.dependencies.map(({ features, ...dependency }) => ({
        ...dependency,
        features: [...features],
      })),
      features: Object.fromEntries(Object.entries(part.features).map(([name, list]) => [name, [...list]])),
      ...(part.rustVersion !== undefined && { rustVersion: part.rustVersion }),
      isMember: isWorkspace || members.has(folder),
    })
    for (const dependency of part.dependencies) if (dependency.folder !== undefined) folders.add(dependency.folder)
  }
  return crates
}

const partOf = ({ installations = [] }: ReadManifest['reading']) => installations.find((part) => part.kind === 'cargo')

const membersOf = ({ path, reading }: ReadManifest): string[] =>
  (reading.workspaces ?? []).flatMap((folder) => pathWithinProject(path, folder) ?? [])
