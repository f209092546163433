import type { Bundling } from './bundlers.ts'
import type { CorpusServer } from './corpus-server.ts'

/** What is expected of a bundled server: the findings of its sources, but for what its bundler changed. */
export function expectedFindings(
  { id }: Pick<CorpusServer, 'id'>,
  bundling: Bundling,
  source: readonly string[],
): readonly string[] {
  return changes.find((one) => one.id === id && one.bundler.test(bundling))?.expected(source) ?? source
}

/** What bundlers change: each in what the server does, not only in how it is written. */
const changes: readonly {
  readonly id: string
  readonly bundler: RegExp
  readonly expected: (source: readonly string[]) => readonly string[]
}[] = [
  // `import(`./formats/${format}.js`)` becomes a table of the modules of that folder, which throws for any other name:
  // nothing else can be loaded.
  { id: 'plugin-import-allowed/vulnerable', bundler: /./, expected: () => [] },
  // webpack loads nothing but what it found when it built, and throws "Cannot find module" for a value of which it
  // knows nothing.
  { id: 'plugin-dynamic-import/vulnerable', bundler: /^webpack/, expected: () => [] },
  // Vite makes two imports of one with a condition in it, each of its own value.
  {
    id: 'plugin-dynamic-import/vulnerable',
    bundler: /^vite/,
    expected: (source) => source.flatMap((one) => [one, one]),
  },
]
