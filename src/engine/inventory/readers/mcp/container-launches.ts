import { Lines } from '../../../model/lines.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { holdsBeside } from '../../read-beside.ts'
import { type Instruction, readDockerfile } from '../../settings-files/dockerfile.ts'
import { kindOf } from '../../settings-files/file-kind.ts'
import { isRunner } from '../../settings-files/launched-packages.ts'
import { readYaml } from '../../settings-files/read-yaml.ts'
import { configurationLimits } from '../../settings-files/settings-file-limits.ts'
import { entriesOf, itemsOf, type ScalarValue, under, type Value } from '../../settings-files/value.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { workOf } from '../../work-budget.ts'
import { LaunchedListing } from './launched-listing.ts'
import { shellCommands } from './shell-commands.ts'

/**
 * Reader for the packages that a Dockerfile or Compose file fetches and runs with `npx`, `uvx`, `pipx run`, or `bunx`.
 * Linear in the text.
 */
export const containerLaunches: ManifestReader = {
  id: 'container-launches',
  ecosystem: 'npm',
  kind: 'manifest',
  standsAlone: true,
  signature: ['npx', 'bunx', 'pnpx', 'uvx', 'pipx', 'dlx', 'uv tool', 'npm exec', 'bun x'],
  names: ['Dockerfile', 'compose.yaml'],
  reads: (path) => kindOf(path) === 'dockerfile' || kindOf(path) === 'compose',
  read(file) {
    workOf(file).spend(file.text.length)
    if (file.text.length > configurationLimits.maxFileBytes) throw new UnreadableManifest('larger-than-64-kib')
    const listing = new LaunchedListing()
    if (kindOf(file.path) === 'dockerfile') listDockerfile(listing, file)
    else listCompose(listing, file)
    return listing.reading()
  },
}

function listDockerfile(listing: LaunchedListing, file: ManifestFile): void {
  for (const { name, text, line } of readDockerfile(file.text).instructions)
    if (name === 'RUN' || name === 'CMD' || name === 'ENTRYPOINT')
      for (const words of commandsOf({ text })) list(listing, file, words, line)
}

/** Returns the commands in an instruction, which is in JSON form or shell form. */
function commandsOf({ text }: Pick<Instruction, 'text'>): string[][] {
  if (!text.startsWith('[')) return shellCommands(text)
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? [words.filter((word) => typeof word === 'string')] : []
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return shellCommands(text)
  }
}

function listCompose(listing: LaunchedListing, file: ManifestFile): void {
  const lines = new Lines(file.text)
  const services = entriesOf(under(readYaml(file.text).value, 'services')).slice(0, configurationLimits.maxServices)
  for (const { value: service } of services) {
    // The command is appended to the entrypoint, as in Docker.
    const [entrypoint, command] = [wordsOf(under(service, 'entrypoint')), wordsOf(under(service, 'command'))]
    const place = under(service, 'command') ?? under(service, 'entrypoint')
    const words = [...entrypoint, ...command]
    for (const each of words.length === 1 ? shellCommands(words[0] ?? '') : [words])
      list(listing, file, each, lines.lineAt(place?.offset ?? 0))
  }
}

function wordsOf(value: Value | undefined): string[] {
  const items = itemsOf(value).flatMap((item) => (item.kind === 'scalar' ? [item.text] : []))
  return value?.kind === 'scalar' ? (shellCommands(items[0] ?? '')[0] ?? []) : items
}

const scalar = (text: string): ScalarValue => ({ kind: 'scalar', text, offset: 0 })

/** Shells that run the next argument as a command. */
const shell = /^(?:.*\/)?(?:ba|da|z)?sh$/

function list(listing: LaunchedListing, file: ManifestFile, words: readonly string[], line: number): void {
  const at = words.findIndex((word) => !/^(?:\w+=.*|exec|env|sudo|tini|dumb-init|--)$/s.test(word))
  const [program = '', ...args] = words.slice(Math.max(at, 0))
  if (shell.test(program) && /^-\w*c$/.test(args[0] ?? '')) {
    for (const inner of shellCommands(args[1] ?? '')) if (!shell.test(inner[0] ?? '')) list(listing, file, inner, line)
    return
  }
  if (!isRunner(program) || runsOwnProgram(file, program, args)) return
  listing.add(scalar(program), args.map(scalar), () => line)
}

/**
 * Reports whether npx would run a program installed in the project. npx prefers such programs, and a name without a
 * version probably denotes one.
 */
function runsOwnProgram(file: ManifestFile, program: string, args: readonly string[]): boolean {
  const isForced = args.some((arg) => /^(?:-y|--yes|-p|--package(?:=.*)?|dlx)$/.test(arg) || /.@[\w^~*]/.test(arg))
  return /npx|bunx|npm|bun$/.test(program) && !isForced && holdsBeside(file, 'package.json')
}
