import { posix } from 'node:path'
import { isDeployment } from '../../analysis/deployments.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'
import { commandWords } from '../../reachability/command-words.ts'
import { isTestFile } from '../../reachability/development-files.ts'
import { type Script, scriptsOf } from '../../reachability/project-commands.ts'
import { sourcePathClass } from '../source-path-class.ts'

const limits = { fileBytes: 256 * 1024, bytes: 4 * 1024 * 1024, scripts: 5_000, words: 20_000 }

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
 * and in the scripts, except for patterns of names.
 *
 * @param snapshot files of the project
 */
export function runCommands({ files, skipped }: Pick<Snapshot, 'files' | 'skipped'>): RunCommands {
  const words = new Set<string>()
  const scripts: Script[] = []
  let left = limits.bytes
  for (const file of files.values()) {
    const { path } = file
    if (sourcePathClass(path) === 'aside' || isTestFile(path)) continue
    const isManifest = posix.basename(path) === 'package.json'
    if (!mayRun(path)) {
      addWords(words, interpreterOf(file))
      continue
    }
    left -= file.size
    if (file.size > limits.fileBytes || left < 0) return { words: [...words], unread: path }
    if (isManifest) scripts.push(...scriptsOf(parsed(file)))
    else for (const line of commandLines(file)) addWords(words, line)
    if (words.size > limits.words || scripts.length > limits.scripts) return { words: [...words], unread: path }
  }
  addScripts(words, scripts)
  const unread = skipped.find(({ path }) => mayRun(path) && sourcePathClass(path) !== 'aside' && !isTestFile(path))
  return { words: [...words], ...(unread && { unread: unread.path }) }
}

/** Reports whether a file contains commands that run the project. */
function mayRun(path: string): boolean {
  const name = posix.basename(path)
  return name === 'package.json' || isDeployment(path) || startFile.test(name)
}

/** Adds the words of scripts that run the project, and of those that they name. */
function addScripts(words: Set<string>, scripts: readonly Script[]): void {
  const byName = Map.groupBy(scripts, ({ name }) => name)
  const open = new Set(scripts.filter(({ isForDevelopment }) => !isForDevelopment))
  const nameIn = (word: string) => {
    const name = word.replace(/^npm:/, '')
    for (const one of [name, `pre${name}`, `post${name}`]) for (const script of byName.get(one) ?? []) open.add(script)
    // `run-p dev:*` runs all scripts whose names start like this.
    if (!name.endsWith('*')) return
    for (const [one, named] of byName)
      if (one.startsWith(name.slice(0, name.indexOf('*')))) for (const script of named) open.add(script)
  }
  for (const word of words) nameIn(word)
  for (const { text } of open) for (const word of commandWords(text)) if (!words.has(word)) nameIn(add(words, word))
}

function add(words: Set<string>, word: string): string {
  words.add(word)
  return word
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
function interpreterOf(file: SnapshotFile): string {
  if (!executable.test(file.path) || file.size > limits.fileBytes) return ''
  const { content } = file
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
