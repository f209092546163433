import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What happens when the first file of the project runs. `called`: a vulnerable function runs. `not-called`: its file is
 * loaded. `not-loaded`: its file is not loaded.
 */
export const outcomes = ['called', 'not-called', 'not-loaded'] as const
export type Outcome = (typeof outcomes)[number]

export interface CasePackage {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  readonly version: string
  /** Folder of the package: `node_modules/a`, `node_modules/a/node_modules/b`, or `site-packages`. */
  readonly folder: string
  /** Texts by path, as in the archive of the package. */
  readonly files: ReadonlyMap<string, string>
}

/** The function around a line of a package. */
export interface CaseFunction {
  readonly package: CasePackage
  readonly path: string
  /** Line in the function (1-based). */
  readonly line: number
}

/** A project with its installed packages, and the outcome that a run of it shows. */
export interface ReachabilityCase {
  /** Outcome and file name: `called/getter`. */
  readonly name: string
  readonly description: string
  readonly outcome: Outcome
  /** Path of the file that runs. */
  readonly main: string
  /** Texts of the project by path, without those of its packages. */
  readonly project: ReadonlyMap<string, string>
  readonly packages: readonly CasePackage[]
  readonly vulnerable: readonly CaseFunction[]
}

/** Every vulnerable function prints this text, and nothing else does. */
export const vulnerableMarker = /(?:console\.log|print)\(['"]vulnerable['"]\)/

const casesFolder = join(import.meta.dirname, 'cases')
/** `node_modules/name/` or `node_modules/@scope/name/`: the last one is the package. */
const npmFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const pythonPath = /^site-packages\/(?<name>[^/]+?)(?:-(?<version>[\d.]+)\.dist-info)?\//

/**
 * Returns the cases, in order of their names. A case is one file in the folder of its outcome: a description, then
 * files after lines `-- path --`. The first file is the main file. Missing manifests are added.
 */
export function readCases(): readonly ReachabilityCase[] {
  return outcomes.flatMap((outcome) =>
    globSync('*.txt', { cwd: join(casesFolder, outcome) })
      .sort()
      .map((file) => readCase(outcome, file)),
  )
}

function readCase(outcome: Outcome, file: string): ReachabilityCase {
  const [description = '', ...parts] = readFileSync(join(casesFolder, outcome, file), 'utf8').split(/^(?=-- .+ --\n)/m)
  const files = new Map(parts.map(splitPart))
  const [main = ''] = files.keys()
  const packages = [...npmPackages(files), ...pythonPackages(files)]
  const project = new Map([...files].filter(([path]) => !npmFolder.test(path) && !pythonPath.test(path)))
  if (!main.endsWith('.py') && !project.has('package.json'))
    project.set('package.json', projectManifest(main, packages))
  return {
    name: `${outcome}/${file.slice(0, -'.txt'.length)}`,
    description: description.trim(),
    outcome,
    main,
    project,
    packages,
    vulnerable: packages.flatMap(vulnerableFunctions),
  }
}

/** Returns the path and the text of a file of a case. */
function splitPart(part: string): readonly [path: string, text: string] {
  const end = part.indexOf('\n')
  return [part.slice('-- '.length, end - ' --'.length), `${part.slice(end).trim()}\n`]
}

function npmPackages(files: ReadonlyMap<string, string>): CasePackage[] {
  const byFolder = Map.groupBy(files, ([path]) => npmFolder.exec(path)?.[0] ?? '')
  byFolder.delete('')
  return [...byFolder].map(([folder, texts]) => {
    const contents = new Map(texts.map(([path, text]) => [path.slice(folder.length + 1), text]))
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const manifest = contents.get('package.json') ?? packageManifest(name, contents)
    contents.set('package.json', manifest)
    const { version } = JSON.parse(manifest) as { version: string }
    return { ecosystem: 'npm', name, version, folder, files: contents }
  })
}

function pythonPackages(files: ReadonlyMap<string, string>): CasePackage[] {
  const byName = Map.groupBy(files, ([path]) => pythonPath.exec(path)?.groups?.['name'] ?? '')
  byName.delete('')
  return [...byName].map(([name, texts]) => {
    const contents = new Map(texts.map(([path, text]) => [path.slice('site-packages/'.length), text]))
    const metadata = `${name}-1.0.0.dist-info/METADATA`
    if (!contents.has(metadata)) contents.set(metadata, `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0.0\n`)
    return { ecosystem: 'PyPI', name, version: '1.0.0', folder: 'site-packages', files: contents }
  })
}

const packageManifest = (name: string, files: ReadonlyMap<string, string>): string =>
  JSON.stringify({ name, version: '1.0.0', main: files.has('index.mjs') ? 'index.mjs' : 'index.js' })

function projectManifest(main: string, packages: readonly CasePackage[]): string {
  const direct = packages.filter(({ name, folder }) => folder === `node_modules/${name}`)
  const dependencies = Object.fromEntries(direct.map(({ name, version }) => [name, version]))
  return JSON.stringify({ name: 'project', version: '1.0.0', private: true, main, dependencies })
}

function vulnerableFunctions(installed: CasePackage): CaseFunction[] {
  return [...installed.files].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => (vulnerableMarker.test(line) ? [{ package: installed, path, line: index + 1 }] : [])),
  )
}
