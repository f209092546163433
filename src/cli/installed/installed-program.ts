import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Target } from '../../engine/model/target.ts'
import { normalProjectName } from '../../engine/sources/python-packaging/project-name.ts'
import type { UserPlace } from '../../settings/user-place.ts'
import { interpreter, programName } from './local-script.ts'

interface InstalledPackage {
  readonly kind: 'package'
  readonly label: string
  readonly target: Target
  /** Always false: an installed version does not change until the user updates it. */
  readonly isMovable: false
}

/**
 * Returns the package that a program was installed from, for example with `npm install -g`, `pipx`, or `uv tool
 * install`. Also supports `python -m module` if the interpreter is in a virtual environment. Returns undefined if no
 * metadata names a package.
 */
export function installedProgram(
  [program = '', ...args]: readonly string[],
  place: UserPlace,
): InstalledPackage | undefined {
  const name = programName(program)
  if (interpreter.test(name) && !(/^python[\d.]*$/i.test(name) && args[0] === '-m')) return undefined
  const path = isAbsolute(program) ? realPath(program) : onSearchPath(program, place)
  if (path === undefined) return undefined
  const module = /^python[\d.]*$/i.test(name) && args[0] === '-m' ? args[1] : undefined
  return npmPackageOf(path.real) ?? pythonPackageOf(path, module)
}

interface ProgramPath {
  /** Path as found in `PATH`. */
  readonly found: string
  /** The same path with symbolic links resolved. */
  readonly real: string
}

function onSearchPath(program: string, { platform, variables }: UserPlace): ProgramPath | undefined {
  if (/[/\\]/.test(program)) return undefined
  const extensions = platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : ['']
  for (const folder of (variables['PATH'] ?? variables['Path'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    for (const extension of extensions) {
      const path = realPath(join(folder, `${program}${extension}`))
      if (path) return path
    }
  }
  return undefined
}

function realPath(found: string): ProgramPath | undefined {
  try {
    return { found, real: realpathSync(found) }
  } catch {
    return undefined
  }
}

/** Returns the npm package of a program in `node_modules`. */
function npmPackageOf(real: string): InstalledPackage | undefined {
  const [, folder, name] = /^(.*[/\\]node_modules[/\\]((?:@[\w.-]+[/\\])?[\w.-]+))[/\\]/s.exec(real) ?? []
  if (folder === undefined || name === undefined) return undefined
  try {
    const { name: declared, version }: { name?: unknown; version?: unknown } = Object(
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    )
    // The folder name of an alias, or of a package installed from a folder, can differ from the package name.
    const isIt = declared === name.replaceAll('\\', '/') && typeof version === 'string'
    return isIt ? npmPackage(declared, version) : undefined
  } catch {
    return undefined
  }
}

const npmPackage = (name: string, version: string): InstalledPackage => ({
  kind: 'package',
  label: `npm:${name}@${version}`,
  target: { type: 'npm', name, selector: version },
  isMovable: false,
})

/**
 * Returns the Python package of a program in a virtual environment. Either its `entry_points.txt` names the script, or
 * its name matches the module.
 */
function pythonPackageOf({ found, real }: ProgramPath, module: string | undefined): InstalledPackage | undefined {
  const environment = [found, real]
    .map((path) => dirname(dirname(path)))
    .find((folder) => existsSync(join(folder, 'pyvenv.cfg')))
  if (environment === undefined) return undefined
  const script = programName(real)
  for (const { packages, metadata } of distributionsIn(environment)) {
    const [, name, version] = /^(.+?)-([^-]+)\.dist-info$/.exec(metadata) ?? []
    if (name === undefined || version === undefined) continue
    const isIt =
      module === undefined
        ? definesScript(join(packages, metadata, 'entry_points.txt'), script)
        : normalProjectName(name) === normalProjectName(module.split('.')[0] ?? '')
    if (isIt)
      return {
        kind: 'package',
        label: `pypi:${normalProjectName(name)}@${version}`,
        target: { type: 'pypi', name: normalProjectName(name), version },
        isMovable: false,
      }
  }
  return undefined
}

/** Yields the metadata folders of the packages in a virtual environment. */
function* distributionsIn(environment: string): Generator<{ readonly packages: string; readonly metadata: string }> {
  const libraries = join(environment, 'lib')
  const folders = [
    join(environment, 'Lib', 'site-packages'),
    ...namesIn(libraries).map((python) => join(libraries, python, 'site-packages')),
  ]
  for (const packages of folders)
    for (const metadata of namesIn(packages)) if (metadata.endsWith('.dist-info')) yield { packages, metadata }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Reports whether an `entry_points.txt` defines a console script. */
function definesScript(file: string, script: string): boolean {
  try {
    const section = /^\[console_scripts\]$([^[]*)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    return section.split('\n').some((line) => line.split('=')[0]?.trim() === script)
  } catch {
    return false
  }
}
