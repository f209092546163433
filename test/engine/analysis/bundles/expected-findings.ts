import type { Bundling } from './bundlers.ts'
import type { CorpusServer } from './corpus-server.ts'

/**
 * Returns the findings that are expected in a bundled server: those of its sources, except what the bundler changed.
 */
export function expectedFindings(
  { id }: Pick<CorpusServer, 'id'>,
  bundling: Bundling,
  source: readonly string[],
): readonly string[] {
  return changes.find((one) => one.id === id && one.bundler.test(bundling))?.expected(source) ?? source
}

/** Cases in which a bundler changes the behavior of a server, not only its code. */
const changes: readonly {
  readonly id: string
  readonly bundler: RegExp
  readonly expected: (source: readonly string[]) => readonly string[]
}[] = [
  // `import(`./formats/${format}.js`)` becomes a table of the modules in that folder. It throws for any other name, so
  // nothing else can be loaded.
  { id: 'plugin-import-allowed/vulnerable', bundler: /./, expected: () => [] },
  // webpack loads only modules that it found during the build. For an unknown value, it throws "Cannot find module".
  { id: 'plugin-dynamic-import/vulnerable', bundler: /^webpack/, expected: () => [] },
  // Vite turns an import with a conditional argument into two imports, one for each value.
  {
    id: 'plugin-dynamic-import/vulnerable',
    bundler: /^vite/,
    expected: (source) => source.flatMap((one) => [one, one]),
  },
]
