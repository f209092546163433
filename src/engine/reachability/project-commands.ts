import { posix } from 'node:path'
import { commandWords } from './command-words.ts'
import { isRecord } from './manifest-facts.ts'

const maxWords = 1_000
const maxWordCharacters = 1_000

/** First words of scripts that develop a project and do not run it: `test`, `prebuild`, `lint:fix`. */
const developmentWords: ReadonlySet<string> = new Set(
  [
    'test lint build compile dev watch format fmt prettier eslint doc docs bench coverage cov release typecheck type',
    'types tsc check clean ci prepare prepack publish prepublish prepublishOnly version e2e storybook husky generate',
  ].flatMap((line) => line.split(' ')),
)

function isForDevelopment(script: string): boolean {
  const [word = ''] = script.split(/[:_-]/)
  return developmentWords.has(word) || developmentWords.has(word.replace(/^(?:pre|post)/, ''))
}

/** Texts in a field that is a text or an object of texts, by key. */
function textsIn(manifest: Readonly<Record<string, unknown>>, field: string): [string, string][] {
  const value = Object.hasOwn(manifest, field) ? manifest[field] : undefined
  const entries = typeof value === 'string' ? [['', value] as const] : isRecord(value) ? Object.entries(value) : []
  return entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as [string, string]] : []))
}

/** A script of a `package.json`. */
export interface Script {
  readonly name: string
  readonly text: string
  readonly isForDevelopment: boolean
}

/** Returns the scripts of a parsed `package.json`. */
export function scriptsOf(manifest: unknown): Script[] {
  if (!isRecord(manifest)) return []
  return textsIn(manifest, 'scripts').map(([name, text]) => ({
    name,
    text,
    isForDevelopment: isForDevelopment(name),
  }))
}

/**
 * Returns the words of the commands that run a project, from its parsed `package.json`: those of its scripts, without
 * scripts for development, and the files of its own commands. A word may name a package, a command, or a file.
 */
export function projectCommands(manifest: unknown): string[] {
  if (!isRecord(manifest)) return []
  const scripts = scriptsOf(manifest).filter((script) => !script.isForDevelopment)
  const words = scripts.flatMap(({ text }) => commandWords(text))
  const files = textsIn(manifest, 'bin').map(([, path]) => path)
  return [...new Set([...files, ...words])]
    .filter((word) => word !== '' && word.length <= maxWordCharacters)
    .slice(0, maxWords)
}

/** Reports whether one of the commands names a file of the project, with or without its extension. */
export function isCommandFile(path: string, commands: ReadonlySet<string>): boolean {
  const names = [path, path.replace(/\.[cm]?[jt]sx?$/, ''), path.replace(/(?:^|\/)index\.[cm]?[jt]sx?$/, '')]
  return names.some((name) => commands.has(name))
}

/** Commands as paths relative to the project: `./bin/start.js` is `bin/start.js`. */
export const commandPaths = (commands: readonly string[]): ReadonlySet<string> =>
  new Set(commands.map((word) => posix.normalize(word).replace(/\/$/, '')))
