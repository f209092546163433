import { posix } from 'node:path'
import { displayLine } from '../../display-text.ts'
import type { TextFile } from '../../text-file.ts'
import { textOf, under } from '../../../inventory/settings-files/value.ts'
import type { PackageManifest, Project } from '../project.ts'

/** Code that runs when somebody installs a package, and how it comes to run. */
export interface InstallCode {
  /** What starts it: `postinstall`, `setup.py`. */
  readonly by: string
  readonly manifest: PackageManifest | undefined
  readonly language: 'shell' | 'javascript' | 'python'
  readonly text: string
  /** Where it stands: in a file of its own, or in the manifest from an offset on. */
  readonly file: TextFile
  readonly offset: number
}

/**
 * Scripts that npm runs for whoever installs a package, and those that it runs where the package is fetched from a
 * repository.
 */
const published = ['preinstall', 'install', 'postinstall']
const fromRepository = ['prepublish', 'preprepare', 'prepare', 'postprepare']

/** The commands of a manifest that an installation runs, with the files that they name, each once. */
export function* installCodeOf(project: Project, manifest: PackageManifest): Generator<InstallCode> {
  const seen = new Set<string>()
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0
  const names = project.isPublished ? published : [...published, ...fromRepository]
  const waiting = manifest.scripts.flatMap((entry) =>
    names.includes(entry.key) ? [{ by: entry.key, entry, depth: 0 }] : [],
  )
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { by, entry, depth } = next
    const whole = textOf(entry.value) ?? ''
    const command = whole.slice(0, maxCommandLength)
    if (whole.length > maxCommandLength)
      project.leaveOut(
        `the script ${displayLine(entry.key, 80)} of ${displayLine(manifest.file.path)} ` +
          'is too long to be read to its end',
      )
    if (!isNew(`${by} ${command}`)) continue
    yield { by, manifest, language: 'shell', text: command, file: manifest.file, offset: entry.offset }
    for (const code of inlineCode(command))
      if (isNew(`${by} ${code.text}`)) yield { by, manifest, ...code, file: manifest.file, offset: entry.offset }
    const called = new Set<string>()
    for (const [, name] of command.matchAll(
      /\b(?:npm|pnpm|yarn|bun)\s{1,4}(?:run(?:-script)?\s{1,4})?(?:-\w+\s{1,4}|--[\w-]+\s{1,4}){0,4}([\w:.-]{1,80})/g,
    )) {
      if (name !== undefined && depth < 3) called.add(name)
    }
    for (const other of manifest.scripts)
      if (called.has(other.key)) waiting.push({ by, entry: other, depth: depth + 1 })
    for (const path of filesNamedIn(command, manifest))
      for (const code of withImports(project, path)) if (isNew(code.path)) yield { by, manifest, ...code }
  }
}

/** Longer commands nobody writes. */
const maxCommandLength = 20_000

/** `node -e "…"` and `python -c '…'`. */
function inlineCode(command: string): { language: 'javascript' | 'python'; text: string }[] {
  return [
    ...command.matchAll(
      /\b(node|bun|deno|python[\d.]*)\s{1,4}(?:-e|--eval|-p|-c|eval)\s{1,4}(["'])([\s\S]{1,20000}?)\2(?=\s|$|[;&|])/g,
    ),
  ].map(([, program = '', , text = '']) => ({
    language: program.startsWith('python') ? ('python' as const) : ('javascript' as const),
    text,
  }))
}

const scriptFile = new RegExp(
  String.raw`(?:^|[\s;&|("'])((?:[\w@.-]{1,80}\/){0,12}[\w@.-]{1,120}\.(?:[cm]?[jt]sx?|sh|bash|py|ps1|cmd|` +
    String.raw`bat))(?=$|[\s;&|)"'])`,
  'g',
)

const bareScript = new RegExp(
  String.raw`\b(?:node|bun|tsx|ts-node)\s{1,4}(?:-{1,2}[\w=-]{1,60}\s{1,4}){0,6}` +
    String.raw`((?:\.{1,2}\/)?[\w@./-]{1,200}|\.)(?=$|[\s;&|)"'])`,
  'g',
)

/** Files of the package that a command runs. */
function filesNamedIn(command: string, { file, root }: PackageManifest): string[] {
  const folder = posix.dirname(file.path)
  const words = [...command.replaceAll(markedOnly, ' ').matchAll(scriptFile)].map(([, path = '']) => path)
  // `node scripts/setup` and `node .` leave out what node adds.
  const bare = [...command.matchAll(bareScript)].flatMap(([, path = '']) =>
    path === '.'
      ? [textOf(under(root, 'main')) ?? 'index.js']
      : [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, `${path}/index.js`],
  )
  return [...new Set([...words, ...bare])].map((path) => posix.normalize(posix.join(folder, path)))
}

/** `chmod +x build/index.js` and `chmodSync('build/index.js', '755')` run nothing of it. */
const markedOnly = /\bchmod(?:Sync)?\b[^;&|)\n]{0,300}/g

/** A file of install code. */
export type ScriptFile = Omit<InstallCode, 'by' | 'manifest'> & { readonly path: string }

/** A script and the files beside it that it loads. */
export function* withImports(project: Project, path: string): Generator<ScriptFile> {
  const file = project.textOf(path)
  if (!file) return
  const language = /\.pyw?$/.test(path) ? 'python' : /\.(?:sh|bash|ps1|cmd|bat)$/.test(path) ? 'shell' : 'javascript'
  const own: ScriptFile = { path, language, text: file.text, file, offset: 0 }
  yield own
  if (language !== 'javascript') return
  const named = [
    ...file.text.matchAll(/(?:\brequire\(|\bfrom\s|\bimport\(?)\s{0,4}["'](\.{1,2}\/[\w./-]{1,200})["']/g),
  ].map(([, name = '']) => posix.normalize(posix.join(posix.dirname(path), name)))
  for (const name of new Set(named)) {
    // Tables of numbers and words run nothing.
    const found = [name, `${name}.js`, `${name}.cjs`, `${name}/index.js`].find((candidate) =>
      project.snapshot.files.has(candidate),
    )
    const other = found === undefined || found.endsWith('.json') ? undefined : project.textOf(found)
    if (other) yield { path: other.path, language: 'javascript', text: other.text, file: other, offset: 0 }
  }
}
