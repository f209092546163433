import { posix } from 'node:path'
import { limits } from '../../../model/limits.ts'
import type { TextFile } from '../../text-file.ts'
import { textOf, under } from '../../configuration/syntax/value.ts'
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

/** Scripts that npm runs for whoever installs a package, and those that it runs where the package is fetched from a repository. */
const published = ['preinstall', 'install', 'postinstall']
const fromRepository = ['prepublish', 'preprepare', 'prepare', 'postprepare']

/** The commands of a manifest that an installation runs, with the files that they name. */
export function installCodeOf(project: Project, manifest: PackageManifest): InstallCode[] {
  const names = project.isPublished ? published : [...published, ...fromRepository]
  const found = new Map<string, InstallCode>()
  const waiting = manifest.scripts.flatMap((entry) => (names.includes(entry.key) ? [{ by: entry.key, entry, depth: 0 }] : []))
  for (let next = waiting.shift(); next && found.size < limits.supplyChain.scripts; next = waiting.shift()) {
    const { by, entry, depth } = next
    const command = textOf(entry.value) ?? ''
    if (found.has(`${by} ${command}`)) continue
    found.set(`${by} ${command}`, { by, manifest, language: 'shell', text: command, file: manifest.file, offset: entry.offset })
    for (const code of inlineCode(command)) found.set(`${by} ${code.text}`, { by, manifest, ...code, file: manifest.file, offset: entry.offset })
    for (const [, name] of command.matchAll(/\b(?:npm|pnpm|yarn|bun)\s{1,4}(?:run(?:-script)?\s{1,4})?(?:-\w+\s{1,4}|--[\w-]+\s{1,4}){0,4}([\w:.-]{1,80})/g)) {
      const other = manifest.scripts.find(({ key }) => key === name)
      if (other && depth < 3) waiting.push({ by, entry: other, depth: depth + 1 })
    }
    for (const path of filesNamedIn(command, manifest)) for (const code of withImports(project, path)) found.set(code.path, { by, manifest, ...code })
  }
  return [...found.values()].slice(0, limits.supplyChain.scripts)
}

/** Of a command in which code stands itself. */
const longestInline = 20_000

/** `node -e "…"` and `python -c '…'`. */
function inlineCode(command: string): { language: 'javascript' | 'python'; text: string }[] {
  return [...command.slice(0, longestInline).matchAll(/\b(node|bun|deno|python[\d.]*)\s{1,4}(?:-e|--eval|-p|-c|eval)\s{1,4}(["'])([\s\S]{1,20000}?)\2(?=\s|$|[;&|])/g)].map(([, program = '', , text = '']) => ({ language: program.startsWith('python') ? ('python' as const) : ('javascript' as const), text }))
}

/** Files of the package that a command runs. */
function filesNamedIn(command: string, { file, root }: PackageManifest): string[] {
  const folder = posix.dirname(file.path)
  const words = [...command.matchAll(/(?:^|[\s;&|("'])((?:\.{1,2}\/|[\w@.-]{1,80}\/){0,12}[\w@.-]{1,120}\.(?:[cm]?[jt]sx?|sh|bash|py|ps1|cmd|bat))(?=$|[\s;&|)"'])/g)].map(([, path = '']) => path)
  // `node scripts/setup` and `node .` leave out what node adds.
  const bare = [...command.matchAll(/\b(?:node|bun|tsx|ts-node)\s{1,4}(?:-{1,2}[\w=-]{1,60}\s{1,4}){0,6}((?:\.{1,2}\/)?[\w@./-]{1,200}|\.)(?=$|[\s;&|)"'])/g)].flatMap(([, path = '']) => (path === '.' ? [textOf(under(root, 'main')) ?? 'index.js'] : [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, `${path}/index.js`]))
  return [...new Set([...words, ...bare])].map((path) => posix.normalize(posix.join(folder, path)))
}

/** A file of install code. */
export type ScriptFile = Omit<InstallCode, 'by' | 'manifest'> & { readonly path: string }

/** A script and the files beside it that it loads. */
export function withImports(project: Project, path: string): ScriptFile[] {
  const file = project.textOf(path)
  if (!file) return []
  const language = /\.pyw?$/.test(path) ? 'python' : /\.(?:sh|bash|ps1|cmd|bat)$/.test(path) ? 'shell' : 'javascript'
  const own: ScriptFile = { path, language, text: file.text, file, offset: 0 }
  if (language !== 'javascript') return [own]
  const named = [...file.text.slice(0, 100_000).matchAll(/(?:\brequire\(|\bfrom\s|\bimport\(?)\s{0,4}["'](\.{1,2}\/[\w./-]{1,200})["']/g)].map(([, name = '']) => posix.normalize(posix.join(posix.dirname(path), name)))
  const imports = named.slice(0, 6).flatMap((name) => [name, `${name}.js`, `${name}.cjs`, `${name}/index.js`].flatMap((candidate) => project.textOf(candidate) ?? []).slice(0, 1))
  return [own, ...imports.map((other) => ({ path: other.path, language: 'javascript' as const, text: other.text, file: other, offset: 0 }))]
}
