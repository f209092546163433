import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path'
import { isInside, realPath } from '../../settings/cache-folder.ts'
import type { UserPlace } from '../../settings/user-place.ts'

/** User that a command runs as, and the working directory of the command. */
export interface CommandPlace extends UserPlace {
  /** Folder for resolving relative paths. Undefined if unknown. */
  readonly folder: string | undefined
}

/** Names of programs that run the script given as an argument. */
export const interpreter = new RegExp(
  String.raw`^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pythonw|py|uv|uvx|npx|pipx|npm|pnpm|yarn|poetry|` +
    String.raw`ruby|php|perl|java|dotnet|env|bash|sh|zsh|pwsh|powershell|cmd)$`,
  'i',
)

/** Options that name a project folder. */
const folderOption = /^(?:--directory|--project|--prefix|--cwd|--with-editable|-C|--from)(?:=(.*))?$/s

/**
 * Returns the local script or project folder that a command runs: a program named by its path, or the first argument of
 * an interpreter that names an existing file or folder. Returns undefined for other commands.
 */
export function scriptOf([program = '', ...args]: readonly string[], place: CommandPlace): string | undefined {
  const path = existing(program, place)
  if (!interpreter.test(programName(program)) && path !== undefined && hasSeparator(program)) return path
  if (!interpreter.test(programName(program))) return undefined
  for (const [index, arg] of args.entries()) {
    const [isFolder, joined] = folderOption.exec(arg) ?? []
    const named = isFolder === undefined ? undefined : existing(joined ?? args[index + 1] ?? '', place)
    if (named !== undefined) return named
  }
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith('-') || takesValue(args[index - 1])) continue
    const script = existing(arg, place)
    if (script !== undefined && (hasSeparator(arg) || scriptName.test(arg))) return script
    // Later words are script arguments, and often name folders with user data.
    if (!/^(?:run|exec|x|dlx|tool|start|serve|\/c)$/.test(arg)) return undefined
  }
  return undefined
}

/** Files that mark the root of a project. */
const rootFiles = ['package.json', 'pyproject.toml', 'setup.py', '.git', 'go.mod', 'Cargo.toml', 'deno.json']

/**
 * Returns the project folder of a script: the nearest folder with a manifest. If none exists, returns the script's
 * folder, or only the script if its folder holds several projects. Returns undefined for a folder that is not a
 * project.
 */
export function projectFolderOf(named: string, homeFolder: string): string | undefined {
  const [script, home] = [realPath(named), realPath(homeFolder)]
  const stat = statSync(script, { throwIfNoEntry: false })
  const isFolder = stat?.isDirectory() === true
  if (!isFolder && stat?.isFile() !== true) return undefined
  const start = isFolder ? script : dirname(script)
  for (let folder = start; canBeProject(folder, home); folder = dirname(folder))
    if (rootFiles.some((file) => existsSync(join(folder, file)))) return folder
  if (canBeProject(start, home)) return start
  return isFolder || isSystemFolder(start) ? undefined : script
}

/** Reports whether a folder can be a project. Excludes system folders, the home folder, and its parents. */
function canBeProject(folder: string, home: string): boolean {
  return !isInside(home, folder) && !isSystemFolder(folder) && !sharedFolders.has(relative(home, folder))
}

/** Folders in the home folder that hold several projects, or programs. */
const sharedFolders: ReadonlySet<string> = new Set([
  'Desktop',
  'Documents',
  'Downloads',
  'bin',
  join('.local', 'bin'),
  '.cache',
  '.config',
  '.local',
  'Library',
])

/** Reports whether a folder belongs to the system, or is shared by several users or programs. */
const isSystemFolder = (folder: string): boolean =>
  folder === parse(folder).root ||
  /^\/(?:etc|proc|sys|dev|boot|run)(?:\/|$)/.test(folder) ||
  /^\/(?:(?:usr\/(?:local\/)?)?(?:s?bin|lib\w*)|usr(?:\/(?:local|share))?|var(?:\/(?:lib|log|tmp))?)$/.test(folder) ||
  /^\/(?:opt|srv|tmp|home|Users|mnt|media|root|private(?:\/(?:tmp|var))?)$/.test(folder) ||
  /^[A-Z]:\\(?:Windows(?:\\.*)?|Program Files(?: \(x86\))?|ProgramData|Users)?$/i.test(folder)

/** Replaces client variables in a path. Returns undefined if the path contains any other variable. */
export function expanded(text: string, { home, variables, folder }: CommandPlace): string | undefined {
  const known = (name: string): string | undefined => {
    if (/^(?:userHome|HOME|env:HOME|USERPROFILE|env:USERPROFILE)$/.test(name)) return home
    if (/^(?:workspaceFolder|workspaceRoot|CLAUDE_PROJECT_DIR|extensionPath|__dirname)$/.test(name)) return folder
    return variables[name.replace(/^env:/, '')]
  }
  let isUnknown = false
  const path = text
    .replace(/^~(?=$|[/\\])/, home)
    .replaceAll(/\$\{([\w:]{1,100})\}|\$(\w{1,100})|%(\w{1,100})%/g, (_all, braced, plain, windows) => {
      const value = known(String(braced ?? plain ?? windows))
      isUnknown ||= value === undefined
      return value ?? ''
    })
  return isUnknown || path.includes('${') ? undefined : path
}

const scriptName = /\.(?:[cm]?[jt]s|py|sh|rb|php)$/

/**
 * Interpreter and package runner options that do not consume the next word: they take no value, or take one after `=`.
 */
const flag =
  /^(?:-[yuqiBEsIXA]|--(?:yes|quiet|no-[\w-]+|experimental-[\w-]+|enable-[\w-]+|inspect[\w-]*|frozen|locked))$/

/** Reports whether the next word is the value of this argument. */
const takesValue = (arg: string | undefined): boolean =>
  arg !== undefined && arg.startsWith('-') && !arg.includes('=') && !flag.test(arg)

/** Returns the absolute path of an existing file or folder named by the argument, or undefined. */
function existing(word: string, place: CommandPlace): string | undefined {
  const path = word === '' || word.includes('\0') ? undefined : expanded(word.replace(/^file:\/\/(?=\/)/, ''), place)
  if (path === undefined || (!isAbsolute(path) && place.folder === undefined)) return undefined
  const absolute = resolve(place.folder ?? '/', path)
  return existsSync(absolute) ? absolute : undefined
}

const hasSeparator = (word: string): boolean => /[/\\]|^~/.test(word)

/** Returns the name of a program without its folder and extension. */
export const programName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
