import { posix } from 'node:path'
import { isDeployment } from '../../analysis/deployments.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { commandWords } from '../../reachability/command-words.ts'
import { isTestFile } from '../../reachability/development-files.ts'
import { type Script, scriptsOf } from '../../reachability/project-commands.ts'
import { sourcePathClass } from '../source-path-class.ts'

const KiB = 1024
const limits = {
  fileBytes: 256 * KiB,
  /** Of all files with commands. */
  bytes: 4 * 1024 * KiB,
  /** Of all files whose first lines are read. */
  executableBytes: 64 * 1024 * KiB,
  scripts: 5_000,
  words: 20_000,
  /** Patterns of script names. More of them name all scripts. */
  patterns: 100,
}

/** Files besides those of `isDeployment` that start a program. */
const startFile = new RegExp(
  String.raw`^(?:smithery\.ya?ml|\.?mcp\.json|server\.json|manifest\.json|fly\.toml|render\.ya?ml|app\.ya?ml|` +
    String.raw`ecosystem\.config\.[cm]?js|Makefile|justfile)$`,
)
/** Lines of YAML that name an image or a service instead of a command. */
const nameLine = /^(?:image|container_name|hostname|service) ?:|^[\w-]+ ?:$/
/** Lines of a container file that run when the container starts. */
const startLine = /^(?:CMD|ENTRYPOINT|HEALTHCHECK|ENV)\s/i

/** Words of the commands that run a project. */
export interface RunCommands {
  readonly words: readonly string[]
  /** First file whose words are missing because of a limit. Absent if all files were read. */
  readonly unread?: string
}

/**
 * Reads the commands that run a project: scripts of all its `package.json` files, files such as a `Dockerfile`, and the
 * first lines of executable scripts. A script for development counts if another command names it. Linear in the text
 * and in the scripts.
 */
export function runCommands({ files, skipped }: Pick<Snapshot, 'files' | 'skipped'>): RunCommands {
  const words = new Set<string>()
  const scripts: Script[] = []
  let left = limits.bytes
  let executableLeft = limits.executableBytes
  const exceeded = (path: string): RunCommands => ({ words: [...words], unread: path })
  for (const file of files.values()) {
    const { path, size } = file
    if (isAside(path)) continue
    const hasCommands = mayRun(path)
    if (!hasCommands && !(executable.test(path) && size <= limits.fileBytes)) continue
    if (hasCommands) left -= size
    else executableLeft -= size
    if (left < 0 || executableLeft < 0 || size > limits.fileBytes) return exceeded(path)
    if (posix.basename(path) === 'package.json') scripts.push(...scriptsOf(parsed(file)))
    else for (const line of hasCommands ? commandLines(file) : [interpreterOf(file)]) addWords(words, line)
    if (words.size > limits.words || scripts.length > limits.scripts) return exceeded(path)
  }
  addScripts(words, scripts)
  if (words.size > limits.words) return exceeded('package.json')
  const unread = skipped.find(({ path }) => mayRun(path) && !isAside(path))?.path
  return { words: [...words], ...(unread !== undefined && { unread }) }
}

/** Reports whether users of the project do not run a file. */
const isAside = (path: string): boolean => sourcePathClass(path) === 'aside' || isTestFile(path)

/** Reports whether a file contains commands that run the project. */
function mayRun(path: string): boolean {
  const name = posix.basename(path)
  return name === 'package.json' || isDeployment(path) || startFile.test(name)
}

/** Adds the words of scripts that run the project, and of those that they name. Stops at the limit of words. */
function addScripts(words: Set<string>, scripts: readonly Script[]): void {
  const byName = Map.groupBy(scripts, ({ name }) => name)
  const open = new Set(scripts.filter(({ isForDevelopment }) => !isForDevelopment))
  const patterns = new Set<string>()
  for (const word of wordsOf(words, open)) {
    if (words.size > limits.words) return
    const name = word.replace(/^npm:/, '')
    for (const one of [name, `pre${name}`, `post${name}`]) for (const script of byName.get(one) ?? []) open.add(script)
    // `run-p dev:*` runs all scripts whose names start like this.
    const prefix = name.endsWith('*') ? name.slice(0, name.indexOf('*')) : undefined
    if (prefix === undefined || patterns.has(prefix) || patterns.size > limits.patterns) continue
    patterns.add(prefix)
    const isAny = patterns.size > limits.patterns
    for (const script of scripts) if (isAny || script.name.startsWith(prefix)) open.add(script)
  }
}

/** Yields all words, and then those of the open scripts, which it adds. */
function* wordsOf(words: Set<string>, open: ReadonlySet<Script>): Iterable<string> {
  yield* words
  for (const { text } of open)
    for (const word of commandWords(text)) {
      if (words.has(word)) continue
      words.add(word)
      yield word
    }
}

function addWords(words: Set<string>, text: string): void {
  for (const word of commandWords(text)) words.add(word)
}

/** Returns the lines of a file that may run a program. An image is built before the project runs. */
function commandLines({ path, content }: SnapshotFile): string[] {
  const name = posix.basename(path)
  const text = content.toString()
  const isContainer = /Dockerfile|Containerfile/.test(name)
  const lines = (isContainer ? text.replaceAll('\r', '').replaceAll('\\\n', ' ') : text).split('\n')
  if (isContainer) return lines.filter((line) => startLine.test(line.trim()))
  return /\.ya?ml$/.test(name) ? lines.filter((line) => !nameLine.test(line.trim())) : lines
}

const maxFirstLine = 300

/** Files that are often executable. Reading the first lines of all files would read their whole content again. */
const executable = /(?:^|\/)bin\/[^/]+$|(?:^|\/)(?:cli|index|main|server|app|start|run)\.(?:[cm]?[jt]s|py|sh)$/

/** First line of an executable script: `#!/usr/bin/env tsx`. Otherwise, an empty text. */
function interpreterOf({ content }: SnapshotFile): string {
  if (content[0] !== 0x23 || content[1] !== 0x21) return ''
  return content.subarray(2, maxFirstLine).toString().split('\n', 1)[0] ?? ''
}

function parsed({ content }: SnapshotFile): unknown {
  try {
    return JSON.parse(content.toString().replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
