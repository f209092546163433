import type { ProjectFacts } from '../model/project-facts.ts'
import type { ScannedTool } from '../model/scanned-tool.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { implementsServer } from './implements-server.ts'
import { npmFacts } from './npm-facts.ts'
import { isOfProject, jsonOf } from './project-files.ts'
import { serverSdks } from './known-sdks.ts'

interface ImportingFile {
  readonly imports: readonly { readonly specifier: string; readonly kind: string }[]
}

/** Maximum number of dependencies to return. */
const maxNamed = 3

/**
 * Returns the dependencies that contain the server's code, if the project merely starts the server: the project is a
 * server, but its own code does not create one and offers no tools. Empty for any other project.
 */
export function delegatedServer(
  { files }: Pick<Snapshot, 'files'>,
  {
    facts,
    tools,
    sources,
  }: {
    readonly facts: ProjectFacts
    readonly tools: readonly ScannedTool[]
    /** Source files by path. */
    readonly sources: ReadonlyMap<string, ImportingFile>
  },
): readonly string[] {
  const manifest = jsonOf(files, 'package.json')
  const hasOwnCode = facts.signs.some(({ kind }) => kind === 'server') || tools.length > 0
  if (!manifest || hasOwnCode || !implementsServer(facts, tools).isServer) return []
  const { dependencies } = npmFacts(manifest)
  const imported = new Set(
    [...sources]
      .filter(([path]) => isOfProject(path))
      .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind !== 'type').map(({ specifier }) => specifier))
      .map(packageOf),
  )
  return Object.keys(dependencies)
    .filter((name) => imported.has(name) && !serverSdks.npm.has(name))
    .slice(0, maxNamed)
}

/** Returns the package name of a specifier: `@scope/name` for `@scope/name/lib/file.js`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
