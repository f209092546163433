import { isOfProject, type ProjectFiles } from './project-files.ts'

/** Programming languages by file extension. */
const byExtension: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  pyw: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  cs: 'csharp',
  fs: 'fsharp',
  rb: 'ruby',
  php: 'php',
  swift: 'swift',
  dart: 'dart',
  ex: 'elixir',
  exs: 'elixir',
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  scala: 'scala',
  clj: 'clojure',
  hs: 'haskell',
  lua: 'lua',
  sh: 'shell',
  bash: 'shell',
  zig: 'zig',
  jl: 'julia',
  r: 'r',
  pl: 'perl',
  ml: 'ocaml',
}

/**
 * Returns the number of source bytes per language. Excludes tests, examples, type declarations, and third-party code.
 */
export function languageBytes(files: ProjectFiles): Record<string, number> {
  const bytes: Record<string, number> = {}
  for (const { path, size } of files.values()) {
    const extension = /\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? ''
    const language = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
    if (language === undefined || /\.d\.[cm]?ts$|\.min\.js$/.test(path) || !isOfProject(path)) continue
    bytes[language] = (bytes[language] ?? 0) + size
  }
  return bytes
}
