import { posix } from 'node:path'
import { displayLine } from '../../display-text.ts'
import type { TextFile } from '../../text-file.ts'
import { textOf, under } from '../../../inventory/settings-files/value.ts'
import type { PackageManifest, Project } from '../project.ts'

/** Code that runs when a package is installed. */
export interface InstallCode {
  /** Script or file that starts it: `postinstall`, `setup.py`. */
  readonly startedBy: string
  readonly manifest: PackageManifest | undefined
  readonly language: 'shell' | 'javascript' | 'python'
  readonly text: string
  /** File that contains the code. For a script, this is the manifest, with the offset of the script. */
  readonly file: TextFile
  readonly offset: number
}

/** Scripts that npm runs for a published package, and additional ones for a package from a repository. */
const published = ['preinstall', 'install', 'postinstall']
const fromRepository = ['prepublish', 'preprepare', 'prepare', 'postprepare']

/** Yields a manifest's install-time commands and the files that they refer to, without duplicates. */
export function* installCodeOf(project: Project, manifest: PackageManifest): Generator<InstallCode> {
  const seen = new Set<string>()
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0
  const names = project.isPublished ? published : [...published, ...fromRepository]
  const waiting = manifest.scripts.flatMap((entry) =>
    names.includes(entry.key) ? [{ startedBy: entry.key, entry, depth: 0 }] : [],
  )
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { startedBy, entry, depth } = next
    const whole = textOf(entry.value) ?? ''
    const command = whole.slice(0, maxCommandLength)
    if (whole.length > maxCommandLength)
      project.addGap(
        `the script "${displayLine(entry.key, 80)}" in ${displayLine(manifest.file.path)} is too long to be ` +
          'fully analyzed',
      )
    if (!isNew(`${startedBy} ${command}`)) continue
    yield { startedBy, manifest, language: 'shell', text: command, file: manifest.file, offset: entry.offset }
    for (const code of inlineCode(command))
      if (isNew(`${startedBy} ${code.text}`))
        yield { startedBy, manifest, ...code, file: manifest.file, offset: entry.offset }
    const called = new Set<string>()
    for (const [, name] of command.matchAll(
      /\b(?:npm|pnpm|yarn|bun)\s{1,4}(?:run(?:-script)?\s{1,4})?(?:-\w+\s{1,4}|--[\w-]+\s{1,4}){0,4}([\w:.-]{1,80})/g,
    )) {
      if (name !== undefined && depth < 3) called.add(name)
    }
    for (const other of manifest.scripts)
      if (called.has(other.key)) waiting.push({ startedBy, entry: other, depth: depth + 1 })
    for (const path of filesNamedIn(command, manifest))
      for (const code of withImports(project, path)) if (isNew(code.path)) yield { startedBy, manifest, ...code }
  }
}

/** Maximum length of a command. Only commands that hide something are longer. */
const maxCommandLength = 20_000

/** Parses `node -e "…"` and `python -c '…'`. */
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

/** Returns the package files run by a command. */
function filesNamedIn(command: string, { file, root }: PackageManifest): string[] {
  const folder = posix.dirname(file.path)
  const words = [...command.replaceAll(markedOnly, ' ').matchAll(scriptFile)].map(([, path = '']) => path)
  // Node.js also resolves paths without an extension or a file name: `node scripts/setup`, `node .`.
  const bare = [...command.matchAll(bareScript)].flatMap(([, path = '']) =>
    path === '.'
      ? [textOf(under(root, 'main')) ?? 'index.js']
      : [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, `${path}/index.js`],
  )
  return [...new Set([...words, ...bare])].map((path) => posix.normalize(posix.join(folder, path)))
}

/**
 * Matches commands that only mark a file as executable: `chmod +x build/index.js` and `chmodSync('build/index.js',
 * '755')` do not run the file.
 */
const markedOnly = /\bchmod(?:Sync)?\b[^;&|)\n]{0,300}/g

/** File that runs during installation. */
export type ScriptFile = Omit<InstallCode, 'startedBy' | 'manifest'> & { readonly path: string }

/** Yields a script and the local files imported by it. */
export function* withImports(project: Project, path: string): Generator<ScriptFile> {
  const file = project.textOf(path)
  if (!file) return
  const language = /\.pyw?$/.test(path) ? 'python' : /\.(?:sh|bash|ps1|cmd|bat)$/.test(path) ? 'shell' : 'javascript'
  yield { path, language, text: file.text, file, offset: 0 }
  if (language !== 'javascript') return
  const imports = [
    ...file.text.matchAll(/(?:\brequire\(|\bfrom\s|\bimport\(?)\s{0,4}["'](\.{1,2}\/[\w./-]{1,200})["']/g),
  ].map(([, name = '']) => posix.normalize(posix.join(posix.dirname(path), name)))
  for (const name of new Set(imports)) {
    // JSON files contain no code.
    const imported = [name, `${name}.js`, `${name}.cjs`, `${name}/index.js`].find((candidate) =>
      project.snapshot.files.has(candidate),
    )
    const other = imported === undefined || imported.endsWith('.json') ? undefined : project.textOf(imported)
    if (other) yield { path: other.path, language: 'javascript', text: other.text, file: other, offset: 0 }
  }
}
